// The values of the node's and the top's templates.
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Values without "banner" and without the parts that others add: the rows "before_router",
// "routers" (one) and "behind_router" of the node; "layers", "summary" and "block" of the top.
Values NodeValues(const Plan& plan, const Layers& layers);
Part RouterInNode(const Plan& plan, const Layers& layers);
Values TopValues(const Plan& plan, const Layers& layers);

// The contents of the top's loops for each node: its wires, their connections to the neighbours',
// and the node itself.
std::vector<Part> PartsOfBlock(const Plan& plan, const Layers& layers);

// "64 nodes on torus:8x8, 32-bit flits, buffers of 4 flits, ..."
std::string Summary(const Plan& plan, const Layers& layers);

}  // namespace toroid::rtl
