// The values of the node's and the top's templates.
#pragma once

#include <cstdint>
#include <string>

#include "gen/rtl/layer.h"
#include "gen/support/progress.h"

namespace toroid::rtl {

// Both without "banner" and without the parts that others put in: the rows "before_router",
// "routers" (one) and "behind_router" of the node, and "layers" of the top.
Values NodeValues(const Plan& plan, const Layers& layers);
Part RouterInNode(const Plan& plan, const Layers& layers);
// Its rows are made from plan and layers while it is rendered; they tick kTopTicks times a node in
// all.
Values TopValues(const Plan& plan, const Layers& layers, Stage& stage);
inline constexpr std::uint64_t kTopTicks = 10;

// "64 nodes on torus:8x8, 32-bit flits, buffers of 4 flits, ..."
std::string Summary(const Plan& plan, const Layers& layers);

}  // namespace toroid::rtl
