// The other things `toroid check` proves. Each function looks at every item itself and trusts nothing the embedding or schedule says of
// itself.
#pragma once

#include <vector>

#include "gen/check/finding.h"
#include "gen/embedding/embedding.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// What holds of every embedding: the two statements on bijections, or, of a guest larger than the host, those on shares.
std::vector<Finding> CheckEmbedding(const Embedding& embedding);

// Every host node holds exactly one guest node.
Finding CheckBijection(const Embedding& embedding);
// The inverse map leads back, from both sides.
Finding CheckInverse(const Embedding& embedding);
// The same for any two maps, so that wrong ones can be shown to be found. Both have one entry for each node.
Finding CheckBijection(const std::vector<NodeId>& forward);
Finding CheckInverse(const std::vector<NodeId>& forward, const std::vector<NodeId>& inverse);

// Every host node holds the same number of guest nodes. forward.size() is a multiple of host_size, its entries are below it.
Finding CheckEvenness(const std::vector<NodeId>& forward, std::uint32_t host_size);
// The inverse lists each guest node once, under its own host node, `members` of them for each. Both have one entry for each guest node.
Finding CheckMembers(const std::vector<NodeId>& forward, const std::vector<NodeId>& inverse, std::uint32_t members);

// No link, injector or ejector is used twice: in a step, and, flit by flit, in a cycle.
std::vector<Finding> CheckSchedule(const Schedule& schedule, const Embedding& embedding);

}  // namespace toroid
