// NAME_wrap: the network with the ports of each stream under names of their own, as bus functional
// models and block-design tools expect them, and a text to instantiate it (docs/spec/generated.md,
// G1.10).
#pragma once

#include <cstdint>

#include "gen/rtl/layer.h"
#include "gen/support/progress.h"

namespace toroid::rtl {

// Both without "banner". Rows are made from plan and layers while they are rendered; those of the
// wrap and of the instance tick kWrapTicks times a node in all.
Values WrapValues(const Plan& plan, const Layers& layers, Stage& stage);
Values InstanceValues(const Plan& plan, const Layers& layers, Stage& stage);
inline constexpr std::uint64_t kWrapTicks = 2;

}  // namespace toroid::rtl
