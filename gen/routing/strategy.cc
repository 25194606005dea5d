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
#include <optional>
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

}  // namespace toroid::routing
