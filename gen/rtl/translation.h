// Translation tables in the emitted node and top (docs/spec/translation.md). All of it is empty
// without them.
#pragma once

#include <string_view>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// Of a node (`nodes` 1) or of the top.
std::vector<ModulePort> TablePorts(const Plan& plan, int nodes);
// Adds the table's sections to the node's values.
void AddTable(const Plan& plan, Values& values);
// Whether the exchange stands between this local port of the router ("s_valid") and the user's.
bool ExchangeTakes(const Plan& plan, std::string_view router_port);
// The section "tables" of a node in the top's template.
std::vector<Values> TableConnection(const Plan& plan, NodeId node);

// Whether a library module, named with the network's prefix, belongs to tables, and whether to
// those of this plan.
bool IsOfTables(const Plan& plan, std::string_view module);
bool TablesNeed(const Plan& plan, std::string_view module);

}  // namespace toroid::rtl
