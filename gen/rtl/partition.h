// A partition in hardware: where a node is in the box that begins at the input `base`, and
// destinations within the box moved by the base. Rules: docs/spec/generated.md, section 7.
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/names.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// Everything here is empty if the plan has no partition.

// Of a node (`nodes` 1) or of the top.
std::vector<ModulePort> PartitionPorts(const Plan& plan, int nodes);
// The section "partition" of the node's template.
std::vector<Values> PartitionInNode(const Plan& plan);
// The section "placed" of forward unit q: the destination at s_dest[`destination`] is the unit's
// answer, moved.
std::string PlaceWire(int q);
std::vector<Values> MovedDestination(const Plan& plan, int q, const std::string& destination);
// The physical address, as an expression, of the address within the box that `wire` holds. Requires
// a partition.
std::string MovedByBase(const Plan& plan, const std::string& wire);
// The section "partition" of a node in the top's template.
std::vector<Values> PartitionConnection(const Plan& plan, NodeId node);

}  // namespace toroid::rtl
