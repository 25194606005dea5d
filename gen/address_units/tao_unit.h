// Address units that compute Tao's embeddings and contractions step by step.
#pragma once

#include "gen/address_units/unit_answer.h"
#include "gen/tao/construction.h"

namespace toroid::address_units {

// The construction's steps from `input`, the fields of a guest's address, to the host's coordinates
// and the rank; and their inverse, from the host's coordinates and a rank to the guest's.
ForwardAnswer TaoForwardLogic(Builder& build, const tao::Construction& construction, Signals input);
Signals TaoInverseLogic(Builder& build, const tao::Construction& construction, Signals input,
                        Signal rank);

}  // namespace toroid::address_units
