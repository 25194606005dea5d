// A partition in hardware: where a node is in the box that begins at the input `base`
// (PartitionLayer), and addresses within the box moved by the base. Rules: docs/spec/partition.md.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// The address within the box of a physical one: wires that are to be declared ("range", "wire"),
// what is to be assigned to them ("to", "value"), and the address, as an expression of them.
struct PlaceInBox {
  std::vector<Values> wires;
  std::vector<Values> assigned;
  std::string place;
};

// Of the physical address that is in `vector` from bit `lsb` on; `name` tells its wires from those
// of others. Requires a partition.
PlaceInBox PlaceOf(const Plan& plan, const std::string& vector, int lsb, const std::string& name);

// The physical address, as an expression, of the address within the box that `wire` holds. Requires
// a partition.
std::string MovedByBase(const Plan& plan, const std::string& wire);

}  // namespace toroid::rtl
