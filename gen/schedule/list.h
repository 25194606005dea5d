// Schedule `list`: places any messages one after another, each as early as the messages placed
// before leave room for its whole route.
#pragma once

#include "gen/placing/message_routes.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// Gives every message an offer cycle from 0 on, such that no two ever need a link, injector or
// ejector in the same cycle, and sorts them by cycle; the messages of one cycle keep their order.
// Sets the makespan. Requires at least one message and message_flits >= 1.
void PlaceInList(const MessageRoutes& routes, Schedule& schedule, const Progress& progress = {});

// The least that any offer cycles of its messages give.
Cycle LeastMakespanOf(const MessageRoutes& routes, const Schedule& schedule,
                      const Progress& progress = {});

}  // namespace toroid
