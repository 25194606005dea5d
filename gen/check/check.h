// The other things `toroid check` proves. Each function looks at every item itself and trusts nothing the embedding or schedule says of
// itself.
#pragma once

#include <vector>

#include "gen/check/finding.h"
#include "gen/embedding/embedding.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// Every host node holds exactly one guest node.
Finding CheckBijection(const Embedding& embedding);
// The inverse map leads back, from both sides.
Finding CheckInverse(const Embedding& embedding);
// The same for any two maps, so that wrong ones can be shown to be found. Both have one entry for each node.
Finding CheckBijection(const std::vector<NodeId>& forward);
Finding CheckInverse(const std::vector<NodeId>& forward, const std::vector<NodeId>& inverse);

// No link, injector or ejector is used twice: in a step, and, flit by flit, in a cycle.
std::vector<Finding> CheckSchedule(const Schedule& schedule, const Embedding& embedding);

}  // namespace toroid
