// What a network brings along to have its nodes proved by the user's own tools.
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// The templates axis_properties.v.tpl and link_properties.v.tpl without their banners: the node
// with its inputs, and what must hold of its streams out of the network, whatever comes in; and of
// its links, next to neighbours of which the same holds (docs/spec/router.md R2, R3, R5.9, R5.10).
// Require buffered routers.
Values AxisProperties(const Plan& plan, const Layers& layers);
Values LinkProperties(const Plan& plan, const Layers& layers);

}  // namespace toroid::rtl
