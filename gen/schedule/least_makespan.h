// The fewest cycles in which messages can be sent on their routes.
#pragma once

#include "gen/placing/message_routes.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// The fewest cycles from the first offer to the last link crossing, both counted, that any offer
// cycles give on these routes: for each resource its messages times their flits, with the fewest
// links that one of them has before it and the fewest after it; for each message its own links and
// flits. Example, L = 4: three messages over one link, from two links away at least and with one
// more to go: 2 + 12 + 1. 0 without messages.
Cycle LeastMakespan(const MessageRoutes& routes, const Schedule& schedule,
                    const Progress& progress = {});

}  // namespace toroid
