// The answers of an address unit's logic, for any embedding. Ranks: docs/spec/generated.md, G5.8.
#pragma once

#include "gen/address_units/logic.h"

namespace toroid::address_units {

// The answer for a guest node inside the guest's shape.
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
