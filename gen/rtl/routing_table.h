// The module of all nodes' routing tables, NAME_routing_table (docs/spec/degraded.md, DG7).
#pragma once

#include "gen/rtl/names.h"

namespace toroid::rtl {

int EntryBits(const Plan& plan);    // of a table's entry
int EntriesBits(const Plan& plan);  // of a node's table
PortList RoutingTablePorts(const Plan& plan);
Values RoutingTableValues(const Plan& plan);

}  // namespace toroid::rtl
