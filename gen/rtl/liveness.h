// The property that a flit which waits in a node leaves it, for the user's own tools to prove.
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Whether C and P of docs/formal.md are known: routers alone, on a ring or without wrap links.
bool HasLivenessProperties(const Plan& plan);

// The template link_properties.v.tpl, without its banner and with its section `liveness`: for each
// queue and each output that its flits may request, that the output sends as long as it can (R5.2
// to R5.6), and how many packets may begin there while a head waits (R5.7). Requires
// HasLivenessProperties.
Values LivenessProperties(const Plan& plan, const Layers& layers);

}  // namespace toroid::rtl
