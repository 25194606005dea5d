// Address units that compute Gray embeddings part by part.
#pragma once

#include <vector>

#include "gen/address_units/unit_answer.h"
#include "gen/gray/plan.h"

namespace toroid::address_units {

// From `input`, the fields of a guest's address, to the number of the cube node, one field, and the
// rank's number; or from the cube node and the rank to the guest's coordinates.
ForwardAnswer GrayForwardLogic(Builder& build, const gray::Plan& plan, const Signals& input);
InverseAnswer GrayInverseLogic(Builder& build, const gray::Plan& plan, const Signal& node,
                               const Signal& rank);

}  // namespace toroid::address_units
