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

// ---- that a node delivers what it takes ----

// Whether the node is a router without layers: the properties do not model ports and
// transformations of layers.
bool HasDeliveryProperties(const Plan& plan);

// The template delivery_properties.v.tpl without its banner: each flit that the node takes in comes
// out once, unchanged and in order, next to neighbours that obey the specification
// (docs/spec/router.md R2, R4 to R6, R8.2). Requires HasDeliveryProperties.
Values DeliveryProperties(const Plan& plan, const Layers& layers);

// An expression of the properties: whether a route from this node to coordinate `to`, on the port's
// axis, begins with that port (R2.2, R2.3).
std::string RouteBegins(const Plan& plan, const std::string& to, const LinkPort& port);

// ---- that a flit which waits in a node leaves it ----

// Whether C and P of docs/formal.md are known: routers alone, on a ring or without wrap links.
bool HasLivenessProperties(const Plan& plan);

// The template link_properties.v.tpl, without its banner and with its section `liveness`: for each
// queue and each output that its flits may request, that the output sends as long as it can (R5.2
// to R5.6), and how many packets may begin there while a head waits (R5.7). Requires
// HasLivenessProperties.
Values LivenessProperties(const Plan& plan, const Layers& layers);

}  // namespace toroid::rtl
