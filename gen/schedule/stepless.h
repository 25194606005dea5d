// Messages of a task that are offered at once, as `none` leaves them and `list` begins.
#pragma once

#include "gen/placing/message_routes.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// The message of a process in a cube dimension that is not inside its node.
ScheduledMessage MessageOf(const Embedding& embedding, NodeId process, int cube_dimension);

// Adds the messages of the schedule's task, all in cycle 0, those of `none` in step 0; and its
// local ones.
void OfferAtOnce(const Embedding& embedding, const MessageRoutes& routes, Schedule& schedule,
                 const Progress& progress);

}  // namespace toroid
