// The same messages in other cycles: for links that a flit takes several cycles to cross.
#pragma once

#include "gen/collective/program.h"

namespace toroid {

// Each message in the first cycle in which its dependencies are met and its links and ports are
// free, one by one in the program's order. Contents and dependencies stay.
CollectiveProgram PlacedAgain(CollectiveProgram program, const MessageRoutes& routes, Ports ports,
                              const Timing& timing);

}  // namespace toroid
