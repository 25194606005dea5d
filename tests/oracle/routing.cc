#include "tests/oracle/routing.h"

#include <algorithm>
#include <cassert>

#include "gen/support/random.h"

namespace toroid::routing {

std::vector<Message> ShiftSet(const Graph& guest, Axis axis, Direction direction) {
  std::vector<Message> messages;
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    const auto to = guest.Neighbour(NodeId{n}, axis, direction);
    if (to) messages.push_back({NodeId{n}, *to, axis});
  }
  return messages;
}

bool IsOfType(SetType type, const Graph& guest, std::span<const Message> messages) {
  const std::vector<Message> all = AllMessages(guest);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (std::ranges::find(all, messages[i]) == all.end()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      const Ends one{messages[i].from, messages[i].to};
      if (!MayMeet(type, one, {messages[j].from, messages[j].to})) return false;
    }
  }
  return true;
}

std::vector<Trip> DrawTrips(const Embedding& embedding, std::span<const Message> messages,
                            std::uint64_t seed) {
  Random random(seed);
  std::vector<Trip> trips;
  for (const Message& message : messages) {
    const auto routes = ShortestRoutes(embedding.host(), embedding.HostOf(message.from),
                                       embedding.HostOf(message.to));
    trips.push_back({message, routes[random.Below(routes.size())]});
    assert(trips.back().segments.size() <= 2);
  }
  return trips;
}

int LastMove(const Timetable& timetable) {
  std::size_t last = timetable.size();
  while (last > 0 && timetable[last - 1].empty()) --last;
  return static_cast<int>(last);
}

}  // namespace toroid::routing
