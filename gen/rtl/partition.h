// A partition in hardware: where a node is in the box that begins at the input `base`
// (PartitionLayer), and addresses within the box moved by the base. Rules: docs/spec/partition.md.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/rtl/render.h"

namespace toroid::rtl {

// The address within the box of a physical one: wires to declare ("range", "wire"), values to
// assign to them ("to", "value"), and the address as an expression of them.
struct PlaceInBox {
  std::vector<Values> wires;
  std::vector<Values> assigned;
  std::string place;
};

// The place of the physical address in `vector` from bit `lsb` on; `name` distinguishes its wires.
// Requires a partition.
PlaceInBox PlaceOf(const Plan& plan, const std::string& vector, int lsb, const std::string& name);

// The physical address, as an expression, of the address within the box that `wire` holds. Requires
// a partition.
std::string MovedByBase(const Plan& plan, const std::string& wire);

}  // namespace toroid::rtl
