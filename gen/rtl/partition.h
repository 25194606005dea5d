// A partition in hardware: where a node is in the box that begins at the input `base`
// (PartitionLayer), and addresses within the box moved by the base. Rules: docs/spec/partition.md.
#pragma once

#include <string>

#include "gen/plan/plan.h"

namespace toroid::rtl {

// The physical address, as an expression, of the address within the box that `wire` holds. Requires
// a partition.
std::string MovedByBase(const Plan& plan, const std::string& wire);

}  // namespace toroid::rtl
