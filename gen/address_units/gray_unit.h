// Address units that compute Gray embeddings part by part.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gen/address_units/logic.h"
#include "gen/gray/plan.h"

namespace toroid::address_units {

// From `input`, the fields of a guest's address, to the number of the cube node, one field, and the
// rank's number; or from the cube node and the rank to the guest's coordinates.
ForwardAnswer GrayForwardLogic(Builder& build, const gray::Plan& plan, const Signals& input);
InverseAnswer GrayInverseLogic(Builder& build, const gray::Plan& plan, const Signal& node,
                               const Signal& rank);

// ---- blocks of a many-to-one embedding: which guest nodes share a cube node, and their numbers
// ----

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

// ---- rings of a torus ----

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

// ---- factors: Gray codes, direct meshes and planes ----

// The axes of a factor, ascending; its digits below are in their order. Also its text, "table of
// 3x5".
std::vector<std::size_t> AxesOf(const gray::Factor& factor);
std::string FactorTitle(const gray::Factor& factor);

// The factor's field of a cube node's address. `name` begins the names of its tables; no other
// factor has it.
Signal FieldLogic(Builder& build, const gray::Factor& factor, const std::string& name,
                  const Signals& digits);

// The digits that a field stands for.
struct FieldDigits {
  Signals digits;
  Signal held;  // one bit: some digits have the field; the constant 1 if every field is used
};
FieldDigits FieldDigitsLogic(Builder& build, const gray::Factor& factor, const std::string& name,
                             const Signal& field);

}  // namespace toroid::address_units
