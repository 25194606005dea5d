// The rings of a Gray embedding of a torus as combinational logic.
#pragma once

#include "gen/address_units/logic.h"

namespace toroid::address_units {

// The place of a node of a ring of `length` nodes among `fold` (1, 2 or 4) copies of a mesh axis:
// gray::RingPlaces, with the row as its Gray code.
struct RingCode {
  Signal column;  // 0 .. length / fold, rounded up, - 1
  Signal row;     // one bit for each two copies; 0 where there is one
};
RingCode RingPlaceLogic(Builder& build, int length, int fold, const Signal& node);

// The node at a place, and whether there is one.
struct RingNode {
  Signal node;
  Signal held;  // one bit; the constant 1 if there always is one
};
RingNode RingNodeLogic(Builder& build, int length, int fold, const RingCode& place);

}  // namespace toroid::address_units
