// What a network brings along to have its nodes proved by the user's own tools.
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Flits of an inject or eject queue (R4.3, R4.4).
inline constexpr int kLocalDepth = 2;

// The templates axis_properties.v.tpl and link_properties.v.tpl without their banners: the node
// with its inputs, and what must hold of its streams out of the network, whatever comes in; and of
// its links, next to neighbours of which the same holds (docs/spec/router.md R2, R3, R5.9, R5.10).
// Require buffered routers.
Values AxisProperties(const Plan& plan, const Layers& layers);
Values LinkProperties(const Plan& plan, const Layers& layers);

// What every template of properties begins with: the node, its inputs as ports of the module
// NAME_part, its outputs as wires, and which inputs are constant.
Values NodeWithInputs(const Plan& plan, const std::vector<ModulePort>& ports,
                      const std::string& part);
// "m_axis_tdata[15:8]": a stream's bits of a port that all streams of a node share.
std::string PartOf(const ModulePort& port, int stream, int streams);

}  // namespace toroid::rtl
