// What a network brings along to have its streams proved by the user's own tools.
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// The template axis_properties.v.tpl without its banner: the node with all inputs free, and what
// must hold of its streams out of the network. Requires buffered routers; the others' streams
// cannot wait.
Values AxisProperties(const Plan& plan, const Layers& layers);

}  // namespace toroid::rtl
