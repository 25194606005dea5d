// The strategies. Each depends on an embedding only by the lengths of its segments, by host axis.
//
// InStep. A message never meets another if it moves without a stop from its source, in its first
// phase: at any time it is as many links behind as it has moved, and no two have the same source.
// It also meets none if it moves without a stop to its destination, at the end of its last phase,
// because no two have the same destination. Only a message that has just left and one that will
// soon arrive can need the same link. So all first segments of bent routes go in a first phase,
// long enough for any of them, aligned at its start, and all second segments in a second, aligned
// at its end; routes without a bend move as far as they can in the first phase, and the rest in the
// second.
//
// Example: a 27x27 torus with routes of 6 links in line, of 3+3 and of 1+1 with a bend. Phases of 3
// and 3 steps. 1+1: moves in steps 0 and 5. 6: moves in all. 4 in line: in steps 0, 1, 2 and 5.
// It does not apply to scatter sets, in which several messages leave a node.
//
// Source: the lemmas are Tao 4.2; InStep is ours, and needs fewer steps than the thesis whenever
// that has more than one group.
#include "gen/routing/strategy.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace toroid::routing {
namespace {

std::size_t Count(int n) { return static_cast<std::size_t>(n); }

// The longest segments of some routes, by host axis.
struct Reach {
  explicit Reach(int axes) : straight(Count(axes), 0), bent(Count(axes), 0) {}
  void Add(const Trip& trip) {
    auto& longest = trip.segments.size() == 1 ? straight : bent;
    for (const Segment& segment : trip.segments)
      longest[segment.axis.index()] = std::max(longest[segment.axis.index()], segment.length);
  }
  int LongestBent() const { return *std::ranges::max_element(bent); }
  std::vector<int> straight;
  std::vector<int> bent;
};

std::vector<Reach> ReachOfGroups(const Embedding& embedding, std::span<const Trip> trips,
                                 const std::vector<int>& vector) {
  std::vector<Reach> reach(Count(*std::ranges::max_element(vector) + 1),
                           Reach(embedding.host().axes()));
  for (const Trip& trip : trips) reach[Count(vector[trip.message.axis.index()])].Add(trip);
  return reach;
}

std::vector<int> Larger(const std::vector<int>& one, const std::vector<int>& other) {
  std::vector<int> larger;
  std::ranges::transform(one, other, std::back_inserter(larger),
                         [](int a, int b) { return std::max(a, b); });
  return larger;
}

// Whether Lemma 4.2.2 covers the route.
bool IsOfEqualParts(const Trip& trip, int rho) {
  const auto is_rho = [&](const Segment& segment) { return segment.length == rho; };
  return std::ranges::all_of(trip.segments, is_rho) ||
         (trip.segments.size() == 1 && trip.segments[0].length == 2 * rho);
}

// Two phases of rho steps, on the axes that need them.
std::vector<MovePhase> TwoOf(int rho, const Reach& reach) {
  MovePhase first{Larger(reach.straight, reach.bent)};
  MovePhase second{reach.bent};
  for (std::size_t a = 0; a < first.steps.size(); ++a) {
    if (reach.straight[a] > rho) second.steps[a] = rho;
    first.steps[a] = std::min(first.steps[a], rho);
  }
  return {first, second};
}

SetType TypeFor(std::span<const Trip> trips) {
  return Dilation(trips) == 1 ? SetType::kScatter : SetType::kPermutation;
}

// The turn of one phase by Lemma 4.2.1, or of two by Lemma 4.2.2.
std::optional<std::vector<MovePhase>> TurnByLemmas(std::span<const Trip> trips,
                                                   const std::vector<int>& vector, int group,
                                                   const Reach& reach) {
  const int rho = reach.LongestBent();
  if (rho == 0) return std::vector{MovePhase{reach.straight}};
  const bool covered = std::ranges::all_of(trips, [&](const Trip& trip) {
    return vector[trip.message.axis.index()] != group || IsOfEqualParts(trip, rho);
  });
  if (!covered) return std::nullopt;
  return TwoOf(rho, reach);
}

}  // namespace

int MovePhase::Longest() const { return *std::ranges::max_element(steps); }

int Dilation(std::span<const Trip> trips) {
  int longest = 0;
  for (const Trip& trip : trips) {
    int links = 0;
    for (const Segment& segment : trip.segments) links += segment.length;
    longest = std::max(longest, links);
  }
  return longest;
}

// Phases follow one another. With links that work in both directions at once a phase lasts as long
// as its longest axis; with one direction at a time twice that; with one axis and direction at a
// time twice the sum of its axes.
int Steps(const Strategy& strategy, LinkMode mode) {
  int total = 0;
  for (const auto& turn : strategy.groups) {
    for (const MovePhase& phase : turn) {
      int on_all_axes = 0;
      for (const int steps : phase.steps) on_all_axes += steps;
      if (mode == LinkMode::kBothWays) total += phase.Longest();
      if (mode == LinkMode::kOneWay) total += 2 * phase.Longest();
      if (mode == LinkMode::kOneAxisWay) total += 2 * on_all_axes;
    }
  }
  return total;
}

// Groups take turns. A group whose edges do not bend has one phase, one whose edges bend into two
// equal parts has two; any other is not covered by the lemmas.
Result<Strategy> ByLemmas(const Embedding& embedding, std::span<const Trip> trips,
                          std::vector<int> vector) {
  Strategy strategy{.group_of = std::move(vector), .groups = {}, .holds_for = TypeFor(trips)};
  const std::vector<Reach> reach = ReachOfGroups(embedding, trips, strategy.group_of);
  for (std::size_t g = 0; g < reach.size(); ++g) {
    auto turn = TurnByLemmas(trips, strategy.group_of, static_cast<int>(g), reach[g]);
    if (!turn) {
      return Diagnostic{
          "--embedding", std::string(ToString(embedding.kind())),
          fmt::format(
              "guest edges of group {} bend on the host, and not all into parts of one length", g),
          "the thesis routes groups whose edges do not bend, or have equal parts"};
    }
    strategy.groups.push_back(*std::move(turn));
  }
  return strategy;
}

// For bends of any lengths: a message waits at its bend until the group's first phase is over, so
// the second phase has only straight segments too.
Strategy ByWaiting(const Embedding& embedding, std::span<const Trip> trips,
                   std::vector<int> vector) {
  Strategy strategy{.group_of = std::move(vector), .groups = {}, .holds_for = TypeFor(trips)};
  for (const Reach& reach : ReachOfGroups(embedding, trips, strategy.group_of)) {
    std::vector<MovePhase> turn{MovePhase{Larger(reach.straight, reach.bent)}};
    if (reach.LongestBent() > 0) turn.push_back(MovePhase{reach.bent});
    strategy.groups.push_back(std::move(turn));
  }
  return strategy;
}

// One group of all axes. The first phase lasts as long as the longest part of a bent route;
// straight routes go as far as they can in it and the rest in the second phase, aligned to its end,
// so that all messages arrive in the same step.
Strategy InStep(const Embedding& embedding, std::span<const Trip> trips) {
  Strategy strategy{.group_of = std::vector(Count(embedding.guest().axes()), 0),
                    .groups = {},
                    .holds_for = TypeFor(trips)};
  const Reach reach = ReachOfGroups(embedding, trips, strategy.group_of).front();
  const int bent = reach.LongestBent();
  if (bent == 0) {
    strategy.groups.push_back({MovePhase{reach.straight}});
    return strategy;
  }
  MovePhase first{reach.bent, Align::kStart};
  MovePhase second{reach.bent, Align::kEnd};
  for (std::size_t a = 0; a < first.steps.size(); ++a) {
    first.steps[a] = std::max(first.steps[a], std::min(reach.straight[a], bent));
    second.steps[a] = std::max(second.steps[a], reach.straight[a] - first.steps[a]);
  }
  strategy.groups.push_back({first, second});
  return strategy;
}

// Messages that halt at a node and came by one link have all come straight along that link's axis.
// Two of them that have come equally far have one source, and only one can be in a permutation set.
// So the places that a relay needs for a link are at most the different sources behind it, and
// likewise the different destinations before it.
//
// Example: torus 9x9x9 in mesh 27x27. Edges are 3 or 6 links in line or 3 and 3 with a bend: the
// first phase has 3 steps, every message that halts has come 3 links, and one place for each link
// is enough. Source: the phases are those of InStep above; the count is ours.

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
