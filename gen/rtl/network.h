// The values of the node's and the top's templates, and the ports both declare.
#pragma once

#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"
#include "gen/support/progress.h"

namespace toroid::rtl {

std::vector<ModulePort> NodePorts(const Plan& plan);
std::vector<ModulePort> TopPorts(const Plan& plan);
std::vector<ModulePort> RouterPorts(const Plan& plan);  // as the node sets the router's parameters

// Without "banner".
Values NodeValues(const Plan& plan);
// Its rows are made from the plan while it is rendered; they tick kTopTicks times a node in all.
Values TopValues(const Plan& plan, Stage& stage);
inline constexpr std::uint64_t kTopTicks = 10;

// "64 nodes on torus:8x8, 32-bit flits, 4 flits of buffer per input and channel, ..."
std::string Summary(const Plan& plan);

}  // namespace toroid::rtl
