// Address units that compute Gray embeddings part by part.
#pragma once

#include <vector>

#include "gen/gray/plan.h"
#include "gen/rtl/unit_answer.h"

namespace toroid::rtl {

// From `input`, the fields of a guest's address, to the number of the cube node, one field, and the
// member's number; or from the cube node and the member to the guest's coordinates.
ForwardAnswer GrayForwardLogic(Datapath& to, const gray::Plan& plan, const Signals& input);
InverseAnswer GrayInverseLogic(Datapath& to, const gray::Plan& plan, const Signal& node,
                               const Signal& member);

}  // namespace toroid::rtl
