// Sets of messages between host nodes, divided into as few subsets of one type as there can be.
// Where host nodes hold several guest nodes such subsets are parallelizable. Source: Tao 5.4.2;
// docs/spec/routing.md, section 6.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/routing/trips.h"

namespace toroid::routing {

// By message: the number of its subset, from 0 on without a gap. In a subset no two messages have
// one source or one destination (kPermutation), or both (kScatter). The same two nodes may come
// several times.
std::vector<std::uint32_t> SplitIntoFewest(SetType type, std::span<const Ends> messages);

}  // namespace toroid::routing
