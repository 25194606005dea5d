// The modules that know a table of all nodes, of which each node takes its own by its coordinates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"
#include "gen/support/json.h"

namespace toroid::rtl {

// ---- NAME_routing_table: routing tables (docs/spec/degraded.md, DG7) ----

int EntryBits(const Plan& plan);    // of a table's entry
int EntriesBits(const Plan& plan);  // of a node's table
PortList RoutingTablePorts(const Plan& plan);
Values RoutingTableValues(const Plan& plan);

// ---- NAME_schedule_table: all sends and receives, for schedules that no formula computes
// (docs/spec/scheduled-router.md, N7.8) ----

// These functions require a plan whose schedule unit has a table.
std::vector<ModulePort> TablePorts(const Plan& plan);
Values TableValues(const Plan& plan);
// The manifest's table: for each node the address and cycle of each message that it sends.
Json TableJson(const Plan& plan);

// ---- NAME_broadcast_tree: parents in a broadcast around what is dead (docs/spec/degraded.md,
// DG7.12) ----

PortList BroadcastTreePorts(const Plan& plan);
// Nothing if the network has no such module.
std::optional<Values> BroadcastTreeValues(const Plan& plan);

// ---- NAME_tree_ports: parents and children in the tree (docs/spec/in-network.md) ----

// The router's ports for it, if there is one.
PortList TreeRouterPorts(const Plan& plan);
// These functions require a plan with such a tree.
PortList TreePorts(const Plan& plan);
Values TreeValues(const Plan& plan);

}  // namespace toroid::rtl
