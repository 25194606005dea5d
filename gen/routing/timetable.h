// The step-level model: messages of one flit, one link in each step. It has the moves of a
// strategy, and a check that the links allow them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/routing/strategy.h"
#include "gen/routing/trips.h"

namespace toroid::routing {

// Trip number `trip` crosses a link of the host.
struct Move {
  std::uint32_t trip;
  Hop hop;
};

using Timetable = std::vector<std::vector<Move>>;  // by step

// The moves of these trips under a strategy of their embedding: Steps(strategy, mode) steps. In
// mode 2 a phase runs for the direction plus, then for minus; in mode 3 for plus and minus of each
// axis, first axis first.
Timetable MakeTimetable(const Embedding& embedding, const Strategy& strategy,
                        std::span<const Trip> trips, LinkMode mode);

struct Violation {
  int step;  // the number of steps for a trip that has not arrived
  std::string what;
};

// Replays a timetable, independently of strategies: every move starts where its trip is, crosses a
// link that exists, and brings it nearer; no trip moves twice in a step; no two that may meet in a
// set of the type use a link at one time in a way that the mode forbids; all arrive. For a single
// set pass kScatter: then every pair counts, unless two messages have the same ends on the host.
// For all trips of an embedding (AllTrips) pass the type: without a violation, every set of that
// type is proved, with every choice of routes, because each trip moves independently of the others.
// At most `most` violations are returned.
std::vector<Violation> Verify(const Embedding& embedding, std::span<const Trip> trips,
                              const Timetable& timetable, LinkMode mode, SetType type,
                              std::size_t most = 10);

}  // namespace toroid::routing
