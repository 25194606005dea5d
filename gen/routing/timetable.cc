// Idea: a strategy gives the length of each phase and the end at which messages are aligned, and a
// message's moves follow from its own route. So each trip is written into the timetable separately,
// phase after phase. Verify checks whether any two meet.
//
// In modes 2 and 3 a phase has passes, in which only some links work: one direction of all, or one
// direction of one axis. A message waits for the pass that serves its segment.
//
// Example: a phase of 3 steps aligned at its end, mode 1, and a message with 2 links to go: it
// moves in the second and the third step. In mode 2 the phase has 6 steps, "+" first; by "-" it
// moves in the fifth and the sixth.
//
// Source: Tao 4.2 (modes), 4.5.1 (phases). The alignment at the end is ours (docs/spec/routing.md
// RO2.5).
#include "gen/routing/timetable.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace toroid::routing {
namespace {

// A part of a phase in which the same links work: on one axis or all, in one direction or both.
struct Pass {
  int steps;
  std::optional<Axis> axis;            // nothing: all axes
  std::optional<Direction> direction;  // nothing: both
  bool Serves(const Segment& segment) const {
    return (!axis || *axis == segment.axis) && (!direction || *direction == segment.direction);
  }
};

// The passes of a phase (RO2.2).
std::vector<Pass> PassesOf(const MovePhase& phase, LinkMode mode) {
  if (mode == LinkMode::kBothWays) return {{phase.Longest(), {}, {}}};
  std::vector<Pass> passes;
  const auto add_both = [&](int steps, std::optional<Axis> axis) {
    for (const Direction direction : {Direction::kPlus, Direction::kMinus})
      passes.push_back({steps, axis, direction});
  };
  if (mode == LinkMode::kOneWay) {
    add_both(phase.Longest(), {});
  } else {
    for (std::size_t a = 0; a < phase.steps.size(); ++a)
      add_both(phase.steps[a], Axis{static_cast<int>(a)});
  }
  return passes;
}

// The progress of a trip.
struct Traveller {
  std::uint32_t trip;
  NodeId at;
  std::size_t segment = 0;
  int gone = 0;  // links crossed of that segment
};

// Writes the moves, phase after phase.
class Writer {
 public:
  Writer(const Embedding& embedding, std::span<const Trip> trips, int steps)
      : host_(embedding.host()), trips_(trips), timetable_(static_cast<std::size_t>(steps)) {}

  // Moves the travellers through one phase.
  void Do(const MovePhase& phase, LinkMode mode, std::vector<Traveller>& travellers) {
    const std::vector<Pass> passes = PassesOf(phase, mode);
    for (Traveller& traveller : travellers) {
      const std::vector<Segment>& segments = trips_[traveller.trip].segments;
      if (traveller.segment == segments.size()) continue;
      const Segment& segment = segments[traveller.segment];
      const int links =
          std::min(phase.steps[segment.axis.index()], segment.length - traveller.gone);
      Cross(segment, links, StartOf(passes, segment, links, phase.align), traveller);
    }
    for (const Pass& pass : passes) now_ += pass.steps;
  }

  Timetable Take() && { return std::move(timetable_); }

 private:
  // The step in which a move of `links` links along the segment begins.
  int StartOf(const std::vector<Pass>& passes, const Segment& segment, int links,
              Align align) const {
    int start = now_;
    for (const Pass& pass : passes) {
      if (pass.Serves(segment)) return align == Align::kStart ? start : start + pass.steps - links;
      start += pass.steps;
    }
    assert(false);
    return start;
  }

  // Crosses one link in each step from `start` on; the segment ends with its last link.
  void Cross(const Segment& segment, int links, int start, Traveller& traveller) {
    for (int step = start; step < start + links; ++step) {
      timetable_[static_cast<std::size_t>(step)].push_back(
          {traveller.trip, {traveller.at, segment.axis, segment.direction}});
      traveller.at = *host_.Neighbour(traveller.at, segment.axis, segment.direction);
    }
    traveller.gone += links;
    if (traveller.gone < segment.length) return;
    ++traveller.segment;
    traveller.gone = 0;
  }

  const Graph& host_;
  std::span<const Trip> trips_;
  Timetable timetable_;
  int now_ = 0;  // first step of the phase
};

}  // namespace

// Goes group by group and phase by phase. Travellers keep their places between phases, so a segment
// may take several.
Timetable MakeTimetable(const Embedding& embedding, const Strategy& strategy,
                        std::span<const Trip> trips, LinkMode mode) {
  Writer writer(embedding, trips, Steps(strategy, mode));
  for (std::size_t g = 0; g < strategy.groups.size(); ++g) {
    std::vector<Traveller> travellers;
    for (std::size_t t = 0; t < trips.size(); ++t) {
      const Message& message = trips[t].message;
      if (strategy.group_of[message.axis.index()] != static_cast<int>(g)) continue;
      travellers.push_back(
          {.trip = static_cast<std::uint32_t>(t), .at = embedding.HostOf(message.from)});
    }
    for (const MovePhase& phase : strategy.groups[g]) writer.Do(phase, mode, travellers);
  }
  return std::move(writer).Take();
}

}  // namespace toroid::routing
