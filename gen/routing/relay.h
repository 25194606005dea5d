// The constants of a relay behind the local ports, with which the hardware moves permutation sets
// in step (P2.5): in the first phase every message moves at once, takes a store-and-forward turn at
// its halt, and in the second phase starts so late that all arrive together. Rules:
// docs/spec/relay.md.
#pragma once

#include <span>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/routing/trips.h"
#include "gen/support/result.h"

namespace toroid::routing {

// The constants of an embedding (L1.4, L3.3).
struct Relaying {
  int first = 0;   // b, steps of the first phase; all steps if no route bends
  int second = 0;  // p, steps of the second phase; 0: every message arrives in the first
  int places = 0;  // messages that can halt at one node, in one set, coming by one link
  bool operator==(const Relaying&) const = default;
};

// The route of each message by the network's router: dimension order. Requires a bijection.
// Diagnostics as AllTrips.
Result<std::vector<Trip>> RoutedTrips(const Embedding& embedding);

// The links that a message crosses before it halts; all of its route if it does not. `segments` is
// not empty.
int LinksToHalt(const std::vector<Segment>& segments, int first);

// The constants from all routed trips of the embedding.
Relaying RelayingOf(const Embedding& embedding, std::span<const Trip> trips);

}  // namespace toroid::routing
