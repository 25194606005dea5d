// The relay in the emitted node and top (docs/spec/relay.md). All of it is empty without one.
#pragma once

#include <string_view>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// The start pulse, alike at node and top.
std::vector<ModulePort> RelayPorts(const Plan& plan);

// Rows of the templates' sections: the relay in the node, and how a node is connected in the top.
std::vector<Values> RelayInNode(const Plan& plan);
std::vector<Values> RelayConnection(const Plan& plan);

// Whether a library module, named with the network's prefix, belongs to the relay.
bool IsOfRelay(const Plan& plan, std::string_view module);

}  // namespace toroid::rtl
