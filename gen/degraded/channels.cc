// The idea. The channels that routes begin with are those of a rule that leaves most of one channel
// of each link unused, and a search for load turns them as it happens. So once the links of all
// routes are chosen, an entry takes the other channel of its link where that makes the two more
// even and closes no cycle; those of most routes first, again and again until none does.
//
// Example: ring:8. None of the 8 routes over the link from 3 to 4 crosses the wrap after it, so the
// rule (DG2.3) gives all of them channel 0. The 4 that end at node 4 turn to channel 1.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "gen/degraded/trees.h"

namespace toroid::degraded {
namespace {

constexpr int kMostPasses = 8;

class Evener {
 public:
  explicit Evener(Trees& trees) : trees_(trees), routes_(trees.loads().size()) {
    for (const NodeId destination : trees_.host().survivors()) AddEntriesTo(destination);
    std::ranges::stable_sort(entries_, std::ranges::greater(), &Placed::routes);
  }

  // Whether anything moved.
  bool Pass(Stage& stage) {
    bool moved = false;
    for (const Placed& entry : entries_) {
      stage.Tick(0);
      if (Turn(entry)) moved = true;
    }
    return moved;
  }

 private:
  struct Placed {
    NodeId node, destination;
    std::uint32_t routes;  // that take it
  };

  void AddEntriesTo(NodeId destination) {
    std::vector<std::uint32_t> through(trees_.host().size(), 1);
    const std::vector<NodeId> nodes = trees_.Behind(destination, destination);
    for (std::size_t i = nodes.size(); i-- > 1;) {
      const std::uint32_t routes = through[nodes[i].index()];
      through[trees_.NextOf(nodes[i], destination).index()] += routes;
      entries_.push_back({nodes[i], destination, routes});
      *RoutesIn(nodes[i], trees_.At(nodes[i], destination)) += routes;
    }
  }

  std::uint32_t* RoutesIn(NodeId node, Entry entry) {
    return &routes_[trees_.host().LinkNumber(node, entry.port)]
                   [static_cast<std::size_t>(entry.channel)];
  }

  bool Turn(const Placed& placed) {
    const Entry old = trees_.At(placed.node, placed.destination);
    const Entry turned{old.port, static_cast<std::int8_t>(1 - old.channel)};
    std::uint32_t* from = RoutesIn(placed.node, old);
    std::uint32_t* to = RoutesIn(placed.node, turned);
    if (*from <= *to + placed.routes || !trees_.TryMove(placed.node, placed.destination, turned))
      return false;
    *from -= placed.routes;
    *to += placed.routes;
    return true;
  }

  Trees& trees_;
  std::vector<std::array<std::uint32_t, kChannels>> routes_;  // by link number and channel
  std::vector<Placed> entries_;
};

}  // namespace

void SpreadChannels(Trees& trees, const Progress& progress) {
  Stage stage(progress, "spreading routes over channels", kMostPasses);
  Evener evener(trees);
  for (int pass = 0; pass < kMostPasses && evener.Pass(stage); ++pass) stage.Tick();
}

}  // namespace toroid::degraded
