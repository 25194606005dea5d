// Address units that compute Tao's embeddings step by step.
#pragma once

#include "gen/rtl/datapath.h"
#include "gen/tao/construction.h"

namespace toroid::rtl {

// The construction's steps from `input`, the fields of a guest's address, to the host's coordinates; or undone, from the host's to the
// guest's. No contractions. Returns the output's fields, the first most significant.
Signals TaoForwardLogic(Datapath& to, const tao::Construction& construction, Signals input);
Signals TaoInverseLogic(Datapath& to, const tao::Construction& construction, Signals input);

}  // namespace toroid::rtl
