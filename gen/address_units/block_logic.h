// The blocks of a many-to-one Gray embedding as combinational logic: which guest nodes share a cube
// node, and their numbers.
#pragma once

#include <vector>

#include "gen/address_units/logic.h"
#include "gen/gray/plan.h"

namespace toroid::address_units {

// The block of each axis in which a guest node lies, and its number among the guest nodes of the
// block.
struct Blocks {
  Signals numbers;
  Signal rank;
};
Blocks BlocksLogic(Builder& build, const gray::Plan& plan, const Signals& coordinates);

// The guest node with that number, and whether there is one.
struct RankedGuest {
  Signals coordinates;
  Signal count;  // guest nodes in the block
  Signal held;   // rank < count; the constant 1 if it always is
};
RankedGuest RankedGuestLogic(Builder& build, const gray::Plan& plan, const Signals& numbers,
                             Signal rank);

}  // namespace toroid::address_units
