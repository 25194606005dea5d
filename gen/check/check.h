// The proofs of `toroid check`, except freedom from deadlock (deadlock.h). Each function checks
// every item and trusts no claim of the embedding or schedule: that an embedding is a bijection, or
// a schedule free of conflicts, is what it proves.
//
// A statement that does not hold is a Finding with a counterexample, not an error: `check` prints
// all of them.
#pragma once

#include <optional>
#include <vector>

#include "gen/check/finding.h"
#include "gen/embedding/embedding.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// The statements for every embedding: the two on bijections or, if guest and host differ in size,
// those on how many guest nodes a host node holds and which; for gray also that on paths.
std::vector<Finding> CheckEmbedding(const Embedding& embedding, const Progress& progress = {});

// Every host node holds exactly one guest node.
Finding CheckBijection(const Embedding& embedding);
// The inverse map leads back, from both sides.
Finding CheckInverse(const Embedding& embedding);
// The checks for any two maps, so that tests can pass wrong ones. Both have one entry for each
// node.
Finding CheckBijection(const std::vector<NodeId>& forward);
Finding CheckInverse(const std::vector<NodeId>& forward, const std::vector<NodeId>& inverse);

// Every host node holds the same number of guest nodes. forward.size() is a multiple of host_size,
// its entries are below it.
Finding CheckEvenness(const std::vector<NodeId>& forward, std::uint32_t host_size);
// No host node holds more than `most` guest nodes, and some host node holds as many. Entries of
// forward are below host_size.
Finding CheckLoadFactor(const std::vector<NodeId>& forward, std::uint32_t host_size,
                        std::uint32_t most);
// The inverse lists each guest node once, under its own host node. Both have one entry for each
// guest node; first[h] to first[h + 1] - 1 are the places of host node h's.
Finding CheckRanks(const std::vector<NodeId>& forward, const std::vector<NodeId>& inverse,
                   const std::vector<std::uint32_t>& first);

// Every guest edge has a path along cube edges from one of its ends to the other, no longer than
// the dilation, and no cube edge is on more paths than the congestion, if there is a bound.
Finding CheckPaths(const gray::CubeEmbedding& embedding, int dilation,
                   std::optional<int> congestion, const Progress& progress = {});

// For tao's bijections and contractions on at most kMostRoutedNodes nodes: no two messages of a set
// meet, for all sets, routes and link modes at once, in as many steps as routing in step takes, and
// as the thesis's routing vector does if its lemmas cover it. No statement for other embeddings, or
// for guests of more than kMostRoutedGuestNodes.
inline constexpr std::uint32_t kMostRoutedNodes = 1 << 12;
inline constexpr std::uint32_t kMostRoutedGuestNodes = 1 << 16;
std::vector<Finding> CheckRouting(const Embedding& embedding, const Progress& progress = {});

// No link, injector or ejector is used twice: in a step, if the schedule has any, and, flit by
// flit, in a cycle.
std::vector<Finding> CheckSchedule(const MessageRoutes& routes, const Schedule& schedule,
                                   const Embedding& embedding, const Progress& progress = {});

}  // namespace toroid
