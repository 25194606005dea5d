// The check of a timetable. It uses only the trips' ends, the host's links and the mode, and is
// independent of strategies, phases and segments, so it finds mistakes in these.
//
// Two trips that use a link at one time are a violation only if some set may hold both (MayMeet):
// so the moves of all trips at once, on all routes, prove every set (docs/spec/routing.md P1.5).
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "gen/routing/timetable.h"

namespace toroid::routing {
namespace {

// Replays the trips' nodes, step by step.
class Replay {
 public:
  Replay(const Embedding& embedding, std::span<const Trip> trips, LinkMode mode, SetType type,
         std::size_t most)
      : embedding_(embedding),
        host_(embedding.host()),
        trips_(trips),
        mode_(mode),
        type_(type),
        most_(most),
        moved_(trips.size(), -1) {
    for (const Trip& trip : trips) at_.push_back(embedding.HostOf(trip.message.from));
  }

  // Moves of one step are sorted by the link that they use, so that its users stand together.
  void Step(const std::vector<Move>& moves) {
    uses_.clear();
    for (const Move& move : moves) {
      if (mode_ == LinkMode::kOneAxisWay &&
          (move.hop.axis != moves[0].hop.axis || move.hop.direction != moves[0].hop.direction)) {
        Diagnose(move.trip, "moves on another axis or in another direction than others do");
      }
      Cross(move);
    }
    std::ranges::sort(uses_);
    for (std::size_t first = 0; first < uses_.size();) {
      std::size_t end = first;
      while (end < uses_.size() && uses_[end].first == uses_[first].first) ++end;
      CompareUsers(first, end);
      first = end;
    }
    ++step_;
  }

  std::vector<Violation> Finish() && {
    for (std::size_t t = 0; t < trips_.size(); ++t) {
      if (at_[t] != embedding_.HostOf(trips_[t].message.to)) Diagnose(t, "has not arrived");
    }
    return std::move(violations_);
  }

 private:
  // Moves one trip, or reports why it cannot; then the trip stays.
  void Cross(const Move& move) {
    NodeId& at = at_[move.trip];
    const auto next = host_.Neighbour(move.hop.node, move.hop.axis, move.hop.direction);
    const NodeId goal = embedding_.HostOf(trips_[move.trip].message.to);
    if (moved_[move.trip] == step_) return Diagnose(move.trip, "moves twice in a step");
    if (at != move.hop.node) return Diagnose(move.trip, "leaves a node that it is not on");
    if (!next) return Diagnose(move.trip, "crosses a link that does not exist");
    if (host_.Distance(*next, goal) >= host_.Distance(at, goal))
      Diagnose(move.trip, "moves away from its destination");
    moved_[move.trip] = step_;
    at = *next;
    uses_.emplace_back(LinkOf(move.hop, *next), move.trip);
  }

  // A number that is equal for crossings which the mode excludes in one step: in mode 1 those of
  // one direction of a link, else those of the link.
  std::size_t LinkOf(const Hop& hop, NodeId next) const {
    const bool turn = mode_ != LinkMode::kBothWays && hop.direction == Direction::kMinus;
    return host_.LinkIndex(turn ? Hop{next, hop.axis, Direction::kPlus} : hop);
  }

  // Compares the users of one link in this step, uses_[first] to uses_[end - 1], in pairs.
  void CompareUsers(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t j = first; j < i; ++j) {
        if (!MayMeet(type_, EndsOf(uses_[i].second), EndsOf(uses_[j].second))) continue;
        Diagnose(uses_[i].second, fmt::format("meets trip {} on a link", uses_[j].second));
      }
    }
  }

  Ends EndsOf(std::uint32_t trip) const { return EndsOnHost(embedding_, trips_[trip].message); }

  void Diagnose(std::size_t trip, const std::string& what) {
    if (violations_.size() == most_) return;
    const Message& message = trips_[trip].message;
    violations_.push_back({step_, fmt::format("trip {}, {} to {}, {}", trip,
                                              embedding_.guest().NodeText(message.from),
                                              embedding_.guest().NodeText(message.to), what)});
  }

  const Embedding& embedding_;
  const Graph& host_;
  std::span<const Trip> trips_;
  LinkMode mode_;
  SetType type_;
  std::size_t most_;
  int step_ = 0;
  std::vector<NodeId> at_;                                   // by trip
  std::vector<int> moved_;                                   // by trip: its last step
  std::vector<std::pair<std::size_t, std::uint32_t>> uses_;  // the step's: link, trip
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> Verify(const Embedding& embedding, std::span<const Trip> trips,
                              const Timetable& timetable, LinkMode mode, SetType type,
                              std::size_t most) {
  Replay replay(embedding, trips, mode, type, most);
  for (const std::vector<Move>& moves : timetable) replay.Step(moves);
  return std::move(replay).Finish();
}

}  // namespace toroid::routing
