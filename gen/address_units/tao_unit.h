// Address units that compute Tao's embeddings and contractions step by step.
#pragma once

#include "gen/address_units/logic.h"
#include "gen/tao/construction.h"
#include "gen/tao/walks.h"

namespace toroid::address_units {

// The construction's steps from `input`, the fields of a guest's address, to the host's coordinates
// and the rank; and their inverse, from the host's coordinates and a rank to the guest's.
ForwardAnswer TaoForwardLogic(Builder& build, const tao::Construction& construction, Signals input);
Signals TaoInverseLogic(Builder& build, const tao::Construction& construction, Signals input,
                        Signal rank);

// ---- the walks of docs/spec/tao.md, section 1 ----

// O1.3: the place of x when a ring of `length` places is laid flat, and the inverse.
Signal FoldedPlaceLogic(Builder& build, int length, const Signal& x);
Signal UnfoldedPlaceLogic(Builder& build, int length, const Signal& place);

// O1.2 to O1.5: the place, a digit for each length, of step number `step`; and the step of a place.
// Lengths >= 2.
Signals PlaceLogic(Builder& build, tao::Walk walk, const tao::Lengths& lengths, const Signal& step);
Signal StepLogic(Builder& build, tao::Walk walk, const tao::Lengths& lengths, const Signals& place);

// O1.1: the digits of a number, the first most significant, and the inverse.
Signals DigitsLogic(Builder& build, const tao::Lengths& lengths, const Signal& number);
Signal NumberLogic(Builder& build, const tao::Lengths& lengths, const Signals& digits);

}  // namespace toroid::address_units
