#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/degraded/trees.h"
#include "gen/support/integers.h"
#include "gen/support/random.h"

namespace toroid::degraded {
namespace {

constexpr int kPowers[] = {8, 24, 16};
constexpr int kRounds = 3;
constexpr std::size_t kHottest = 64;      // links that are tried for a move
constexpr int kLongestRest = 31;          // passes without a link from which nothing could be moved
constexpr std::size_t kMostTurned = 200;  // moves of a link that are tried with a turned channel
constexpr std::uint64_t kMostLooks = 30'000'000;

// A node of a tree and its new entry, whose channel is still open.
struct Move {
  double gain;  // below 0 is better
  std::uint64_t draw;
  NodeId node, destination;
  int port;
};

class Search {
 public:
  Search(Trees& trees, std::uint64_t seed, Stage& stage)
      : trees_(trees),
        random_(seed),
        stage_(stage),
        rests_(trees.loads().size()),
        routes_(trees.host().size()),
        place_on_route_(trees.host().size(), kNotOnRoute) {}

  // Until no move from the hottest links lowers the sum of (load / largest load)^power.
  void Run(int power) {
    SetCosts(power);
    std::ranges::fill(rests_, Rest{});
    bool moved = true;
    bool all = true;  // no link rested
    while (looks_ < kMostLooks && (moved || !all)) {
      if (!moved) std::ranges::fill(rests_, Rest{});
      std::tie(moved, all) = Pass();
    }
  }
  std::uint64_t moves() const { return moves_; }
  std::uint64_t looks() const { return looks_; }

 private:
  static constexpr std::uint32_t kNotOnRoute = std::numeric_limits<std::uint32_t>::max();

  // The costs of each load up to all routes on one link, as powers by multiplication, which every
  // machine rounds alike.
  void SetCosts(int power) {
    const auto& loads = trees_.loads();
    const double largest = *std::ranges::max_element(loads);
    const std::size_t nodes = trees_.host().survivors().size();
    costs_.assign(SizeOf(nodes, nodes), 1);
    for (std::size_t load = 0; load < costs_.size(); ++load) {
      const double share = static_cast<double>(load) / largest;
      for (int i = 0; i < power; ++i) costs_[load] *= share;
    }
  }

  // Goes through the hottest links once, but for those that rest; whether anything moved, and
  // whether none rested.
  std::pair<bool, bool> Pass() {
    std::vector<std::size_t> links(trees_.loads().size());
    std::iota(links.begin(), links.end(), 0);
    const std::size_t hottest = std::min(kHottest, links.size());
    std::ranges::partial_sort(links, links.begin() + static_cast<std::ptrdiff_t>(hottest),
                              [&](std::size_t one, std::size_t other) {
                                const auto& loads = trees_.loads();
                                return std::tie(loads[other], one) < std::tie(loads[one], other);
                              });
    links.resize(hottest);
    const std::uint64_t before = moves_;
    bool all = true;
    for (const std::size_t link : links) {
      Rest& rest = rests_[link];
      if (looks_ >= kMostLooks) break;
      if (rest.left > 0) {
        --rest.left;
        all = false;
      } else if (MoveFrom(link)) {
        ++moves_;
        rest = {};
      } else {
        rest.length = std::min(2 * rest.length + 1, kLongestRest);
        rest.left = rest.length;
      }
    }
    return {moves_ > before, all};
  }

  // Takes the best move that is possible off a link.
  bool MoveFrom(std::size_t link) {
    stage_.Tick();
    found_.clear();
    const auto ports = static_cast<std::size_t>(trees_.host().ports());
    const NodeId tail{static_cast<std::uint32_t>(link / ports)};
    for (const NodeId destination : trees_.host().survivors()) {
      if (destination == tail ||
          trees_.At(tail, destination).port != static_cast<int>(link % ports))
        continue;
      const std::vector<NodeId> nodes = trees_.Behind(tail, destination);
      for (const NodeId node : nodes) routes_[node.index()] = 1;
      for (std::size_t i = nodes.size(); i-- > 1;)
        routes_[trees_.NextOf(nodes[i], destination).index()] += routes_[nodes[i].index()];
      for (const NodeId node : nodes) FindMoves(node, destination);
    }
    // A heap, as one of the first is often possible.
    const auto worse = [](const Move& one, const Move& other) {
      return std::tie(one.gain, one.draw) > std::tie(other.gain, other.draw);
    };
    std::ranges::make_heap(found_, worse);
    for (auto end = found_.end(); end != found_.begin(); --end) {
      std::ranges::pop_heap(found_.begin(), end, worse);
      if (IsDone(*(end - 1))) return true;
    }
    // Now they are in order, the best last.
    std::ranges::reverse(found_);
    found_.resize(std::min(found_.size(), kMostTurned));
    return std::ranges::any_of(found_, [&](const Move& move) { return IsDoneByTurning(move); });
  }

  // Moves the node if that is possible where the next one takes the other channel of its link.
  bool IsDoneByTurning(const Move& move) {
    const NodeId next = *trees_.host().Next(move.node, move.port);
    if (next == move.destination) return false;
    const Entry old = trees_.At(next, move.destination);
    const Entry turned{old.port, static_cast<std::int8_t>(1 - old.channel)};
    if (!trees_.TryMove(next, move.destination, turned)) return false;
    if (IsDone(move)) return true;
    [[maybe_unused]] const bool back = trees_.TryMove(next, move.destination, old);
    assert(back);
    return false;
  }

  // Moves the node, if one of the channels closes no cycle.
  bool IsDone(const Move& move) {
    const int first = static_cast<int>(move.draw % kChannels);
    for (const int channel : {first, 1 - first}) {
      const Entry entry{static_cast<std::int8_t>(move.port), static_cast<std::int8_t>(channel)};
      if (trees_.TryMove(move.node, move.destination, entry)) return true;
    }
    return false;
  }

  std::uint32_t LoadOf(NodeId node, int port) const {
    return trees_.loads()[trees_.host().LinkNumber(node, port)];
  }

  // The moves of one node that lower the sum. Its route and the new one are the same from the first
  // node on that both have, so only the links before it count.
  void FindMoves(NodeId node, NodeId destination) {
    const DegradedHost& host = trees_.host();
    const Entry entry = trees_.At(node, destination);
    if (*host.Next(node, entry.port) == destination) return;
    const std::uint32_t routes = routes_[node.index()];
    saved_.assign(1, 0);
    std::uint32_t place = 0;
    NodeId at = node;
    for (;; ++place) {
      place_on_route_[at.index()] = place;
      if (at == destination) break;
      const std::uint32_t load = LoadOf(at, trees_.At(at, destination).port);
      saved_.push_back(saved_.back() + costs_[load] - costs_[load - routes]);
      at = trees_.NextOf(at, destination);
    }
    for (int port = 0; port < host.ports(); ++port) {
      const auto next = host.Next(node, port);
      if (port == entry.port || !next || !trees_.Has(*next, destination)) continue;
      const double gain = GainOf(node, destination, port, routes);
      if (gain < -kLeastGain) found_.push_back({gain, random_.Next(), node, destination, port});
    }
    for (at = node; at != destination; at = trees_.NextOf(at, destination))
      place_on_route_[at.index()] = kNotOnRoute;
    place_on_route_[destination.index()] = kNotOnRoute;
  }

  // What the sum changes by; nothing to gain if the new way leads back to the node.
  double GainOf(NodeId node, NodeId destination, int port, std::uint32_t routes) {
    ++looks_;
    double added = 0;
    NodeId at = node;
    do {
      const std::uint32_t load = LoadOf(at, port);
      added += costs_[load + routes] - costs_[load];
      at = *trees_.host().Next(at, port);
      if (at != destination) port = trees_.At(at, destination).port;
    } while (place_on_route_[at.index()] == kNotOnRoute);
    return at == node ? 0 : added - saved_[place_on_route_[at.index()]];
  }

  static constexpr double kLeastGain = 1e-9;  // more than what rounding makes of nothing

  // A link that is left alone for a while, twice as long each time that nothing can be moved from
  // it.
  struct Rest {
    int length = 0;  // passes
    int left = 0;
  };

  Trees& trees_;
  Random random_;
  Stage& stage_;
  std::vector<double> costs_;                  // by load
  std::vector<Rest> rests_;                    // by link
  std::vector<std::uint32_t> routes_;          // by node: those through it, where it was asked
  std::vector<std::uint32_t> place_on_route_;  // by node, of the route that is looked at
  std::vector<double> saved_;                  // by place: of the links before it
  std::vector<Move> found_;
  std::uint64_t moves_ = 0;
  std::uint64_t looks_ = 0;
};

}  // namespace

SearchWork SpreadLoad(Trees& trees, std::uint64_t seed, const Progress& progress) {
  Stage stage(progress, "spreading the load of routes");
  Search search(trees, seed, stage);
  for (int round = 0; round < kRounds; ++round)
    for (const int power : kPowers) search.Run(power);
  return {search.moves(), search.looks()};
}

}  // namespace toroid::degraded
