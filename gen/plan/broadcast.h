// The broadcast from a host as everyone must agree on it beforehand: when who hears what
// (docs/spec/broadcast.md).
#pragma once

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr int kBroadcastSpecVersion = 1;
inline constexpr int kBroadcastBits = 32;  // of a word
inline constexpr int kImageHeader = 2;     // words

// From the cycle in which a word is offered to that in which the node hears it (W1.5).
Cycle HearingDelay(const Graph& host, NodeId node);
// From the first word's cycle to that in which the last node hears the last of so many, without
// gaps (W4.1).
Cycle BroadcastCycles(const Graph& host, Cycle words);

}  // namespace toroid
