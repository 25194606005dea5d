// NAME_wrap: the network with the ports of each stream under names of their own, as bus functional
// models and block-design tools expect them, and a text to instantiate it (docs/spec/generated.md,
// G1.10).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/rtl/layer.h"
#include "gen/support/progress.h"

namespace toroid::rtl {

// The library's modules in the wrap: "crossing".
std::vector<std::string> WrapModules(const Plan& plan);

// Values of the templates without "banner". Rows are made from plan and layers while they are
// rendered; those of the wrap, of the instance, of its wires and of the constraints tick kWrapTicks
// times for each node in all.
Values WrapValues(const Plan& plan, const Layers& layers, Stage& stage);
Values InstanceValues(const Plan& plan, const Layers& layers, Stage& stage);
Values WiresValues(const Plan& plan, const Layers& layers, Stage& stage);
Values WrapConstraints(const Plan& plan, const Layers& layers, Stage& stage);
inline constexpr std::uint64_t kWrapTicks = 4;

}  // namespace toroid::rtl
