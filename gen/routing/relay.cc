// Messages that halt at a node and came by one link have all come straight along that link's axis.
// Two of them that have come equally far have one source, and only one can be in a permutation set.
// So the places that a relay needs for a link are at most the different sources behind it, and
// likewise the different destinations before it.
//
// Example: torus 9x9x9 in mesh 27x27. Edges are 3 or 6 links in line or 3 and 3 with a bend: the
// first phase has 3 steps, every message that halts has come 3 links, and one place for each link
// is enough. Source: the phases are those of InStep (strategy.cc); the count is ours.
#include "gen/routing/relay.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "gen/routing/strategy.h"

namespace toroid::routing {
namespace {

int Length(const std::vector<Segment>& segments) {
  int links = 0;
  for (const Segment& segment : segments) links += segment.length;
  return links;
}

std::vector<Segment> RouterRoute(const Graph& host, NodeId from, NodeId to) {
  std::vector<Segment> segments;
  for (int a = 0; a < host.axes(); ++a) {
    const Axis axis{a};
    const int x = host.Coordinate(from, axis);
    const int y = host.Coordinate(to, axis);
    if (x != y)
      segments.push_back({axis, host.RouteDirection(axis, x, y), host.AxisDistance(axis, x, y)});
  }
  return segments;
}

// The most messages that can halt behind one link.
int PlacesFor(const Embedding& embedding, std::span<const Trip> trips, int first) {
  struct Ends {
    std::set<NodeId> sources;
    std::set<NodeId> destinations;
  };
  // by node and the link they came by
  std::map<std::tuple<NodeId, Axis, Direction>, Ends> halting;
  for (const Trip& trip : trips) {
    const int links = LinksToHalt(trip.segments, first);
    if (links == Length(trip.segments)) continue;
    const Segment& segment = trip.segments.front();
    NodeId at = embedding.HostOf(trip.message.from);
    for (int i = 0; i < links; ++i)
      at = *embedding.host().Neighbour(at, segment.axis, segment.direction);
    Ends& ends = halting[{at, segment.axis, segment.direction}];
    ends.sources.insert(trip.message.from);
    ends.destinations.insert(trip.message.to);
  }
  std::size_t most = 0;
  for (const auto& [where, ends] : halting)
    most = std::max(most, std::min(ends.sources.size(), ends.destinations.size()));
  return static_cast<int>(most);
}

}  // namespace

// AllTrips only checks whether some route bends twice; the trips are the routes of the router.
Result<std::vector<Trip>> RoutedTrips(const Embedding& embedding) {
  if (const auto all = AllTrips(embedding); !all) return all.diagnostics();
  std::vector<Trip> trips;
  for (const Message& message : AllMessages(embedding.guest())) {
    trips.push_back({message, RouterRoute(embedding.host(), embedding.HostOf(message.from),
                                          embedding.HostOf(message.to))});
  }
  return trips;
}

int LinksToHalt(const std::vector<Segment>& segments, int first) {
  return std::min(segments.front().length, first);
}

// Steps of the first phase and of those after it (docs/spec/relay.md, L1.4).
Relaying RelayingOf(const Embedding& embedding, std::span<const Trip> trips) {
  const Strategy strategy = InStep(embedding, trips);
  const std::vector<MovePhase>& phases = strategy.groups.front();
  Relaying relaying{.first = phases.front().Longest()};
  for (const MovePhase& phase : std::span(phases).subspan(1)) relaying.second += phase.Longest();
  relaying.places = PlacesFor(embedding, trips, relaying.first);
  return relaying;
}

}  // namespace toroid::routing
