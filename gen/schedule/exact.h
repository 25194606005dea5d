// The schedule `exact`: as few lockstep steps as the lower bound of the whole task, or a proof that
// there is no such schedule.
#pragma once

#include "gen/schedule/schedule.h"

namespace toroid {

// Requires one port; any hypercube guest, host and embedding. Diagnostics of Fault::kInput:
// --guest, --task, --schedule (all ports), --steps. Fault::kDisproved: no schedule with this number
// of steps exists. Fault::kUnable: not decided, because of the time (--time-limit), the size, or a
// build without the solver.
Result<Schedule> MakeExactSchedule(const Embedding& embedding, Task task, Ports ports,
                                   int message_flits, const ExactOptions& options);

}  // namespace toroid
