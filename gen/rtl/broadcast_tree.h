// The module of all nodes' parents in a broadcast around what is dead, NAME_broadcast_tree
// (docs/spec/degraded.md, DG7.12).
#pragma once

#include <optional>

#include "gen/rtl/names.h"

namespace toroid::rtl {

PortList BroadcastTreePorts(const Plan& plan);
// Nothing if the network has no such module.
std::optional<Values> BroadcastTreeValues(const Plan& plan);

}  // namespace toroid::rtl
