// Properties of a network's nodes, for the user's own tools to prove.
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Flits of an inject or eject queue (R4.3, R4.4).
inline constexpr int kLocalDepth = 2;

// The templates axis_properties.v.tpl and link_properties.v.tpl without their banners: the node
// with its inputs, the properties of its streams out of the network for any input, and those of its
// links, next to neighbours with the same properties (docs/spec/router.md R2, R3, R5.9, R5.10).
// They require buffered routers.
Values AxisProperties(const Plan& plan, const Layers& layers);
Values LinkProperties(const Plan& plan, const Layers& layers);

// The values with which every template of properties begins: the node, its inputs as ports of the
// module NAME_part, its outputs as wires, and its constant inputs.
Values NodeWithInputs(const Plan& plan, const std::vector<ModulePort>& ports,
                      const std::string& part);
// "m_axis_tdata[15:8]": a stream's bits of a port shared by all streams of a node.
std::string PartOf(const ModulePort& port, int stream, int streams);

}  // namespace toroid::rtl
