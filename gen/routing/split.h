// Divides sets of messages between host nodes into the fewest subsets of one type. If host nodes
// hold several guest nodes such subsets are parallelizable. Source: Tao 5.4.2;
// docs/spec/routing.md, section 6.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/routing/trips.h"

namespace toroid::routing {

// For each message the number of its subset, from 0 on without a gap. In a subset no two messages
// have one source or one destination (kPermutation), or both (kScatter). A pair of nodes may occur
// several times.
std::vector<std::uint32_t> SplitIntoFewest(SetType type, std::span<const Ends> messages);

}  // namespace toroid::routing
