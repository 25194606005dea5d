// The property that a node delivers what it takes, for the user's own tools to prove.
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

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

}  // namespace toroid::rtl
