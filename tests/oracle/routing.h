// Sets of messages and their trips as tests want them, and their definitions, checked pair by pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gen/routing/timetable.h"
#include "gen/routing/trips.h"

namespace toroid::routing {

// Every node's message along `axis` in `direction`, if it has a neighbour there: a permutation set.
std::vector<Message> ShiftSet(const Graph& guest, Axis axis, Direction direction);
// Whether the messages go to neighbours and all of them may be in one set of this type.
bool IsOfType(SetType type, const Graph& guest, std::span<const Message> messages);
// One route for each message, drawn by `seed`. Requires that AllTrips has no diagnostic.
std::vector<Trip> DrawTrips(const Embedding& embedding, std::span<const Message> messages,
                            std::uint64_t seed);

// The last step in which anything moves, plus 1.
int LastMove(const Timetable& timetable);

}  // namespace toroid::routing
