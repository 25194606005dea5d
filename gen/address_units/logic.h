// Words of all units: the names of gen/logic without their namespace, as a unit's formulas are read
// beside those of the C++ maps, and the answers of a unit.
#pragma once

#include "gen/logic/builder.h"

namespace toroid::address_units {

using logic::Builder;
using logic::Circuit;
using logic::Constant;
using logic::Signal;
using logic::Signals;
using logic::TopCode;
using logic::True;

// The answer for a guest node inside the guest's shape. Ranks: docs/spec/generated.md, G5.8.
struct ForwardAnswer {
  Signals place;  // its host node, the first field most significant
  Signal rank;    // which of the guest nodes there; nothing if the embedding is one to one
};

// The answer for a host node inside the host's shape and one of its ranks.
struct InverseAnswer {
  Signals place;
  Signal count;  // how many guest nodes there are; nothing if the embedding is one to one
  Signal held;   // one bit: there is such a rank; the constant 1 if there always is
};

}  // namespace toroid::address_units
