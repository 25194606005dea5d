// The node and the top: their ports, the values of their templates, and a picture for the banner.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
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

// ---- ports of node, top and router, in the order of their declarations; the router's have no
// text: the library documents them itself ----

// The node's ports, with those that its layers add (gen/rtl/layer.h); the top has those of every
// node side by side.
std::vector<ModulePort> NodePorts(const Plan& plan, const Layers& layers);
std::vector<ModulePort> TopPorts(const Plan& plan, const Layers& layers);
std::vector<ModulePort> RouterPorts(const Plan& plan);  // as the node sets the router's parameters

// The ports of one injector and ejector: two streams, and `error` of buffered routers.
std::vector<ModulePort> StreamPorts(const Plan& plan, const Layers& layers);

// The ports of NodePorts for the node's injectors and ejectors.
std::vector<ModulePort> LocalPortsOfNode(const Plan& plan, const Layers& layers);

// ---- the picture ----

// A line for each axis, then a drawing of the last two axes, the other coordinates at 0. Long axes
// are cut. For torus:3x5:
//
//   axis 0: length 3, wraps
//   axis 1: length 5, wraps
//
//     ~     ~     ~           ~
//   ~(0,0)-(0,1)-(0,2)- ... -(0,4)~
//     |     |     |           |
//   ~(1,0)-(1,1)-(1,2)- ... -(1,4)~
std::vector<std::string> Picture(const Plan& plan);

}  // namespace toroid::rtl
