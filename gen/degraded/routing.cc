// The idea. On most hosts with few dead links most routes of dimension order are alive, and they
// are free of deadlock together. They stay. The rest of each destination's tree grows around them,
// hop by hop, over channels whose dependencies close no cycle with those that are there already.
// That can get stuck, as the order of the destinations matters: the one that is stuck goes first,
// and all begin again. If that does not help, dimension order is given up, and at last all
// dependencies along one spanning tree are kept free in channel 1, so that a destination that is
// stuck still has the routes along it.
//
// Example: ring:6 without the link 0-5. Routes over it turn back: 0 reaches 5 by 1, 2, 3, 4. Kept
// routes use channel 0 on both directions, and on the way of the wrap channel 1; the new ones add
// nothing to the circle, as it is open at the dead link.
//
// Does not apply to hosts whose survivors have links that are alive one way only and no spanning
// tree of the others: then it may find nothing.
//
// Source: the condition for freedom from deadlock is Dally and Seitz (1987); to route destination
// by destination without closing a cycle is how J. Domke, T. Hoefler and W. E. Nagel do it in
// "Deadlock-free oblivious routing for arbitrary topologies", IPDPS 2011. Departure: two channels
// that are chosen hop by hop, not a layer for a whole route, and dimension order where it is alive.
#include "gen/degraded/routing.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <utility>

#include "gen/degraded/grower.h"
#include "gen/degraded/search.h"
#include "gen/degraded/trees.h"
#include "gen/support/random.h"

namespace toroid::degraded {
namespace {

constexpr int kTries = 20;                              // of each way to begin
constexpr std::uint64_t kStarts = 4;                    // of the search
constexpr std::uint64_t kMostLooksBefore = 10'000'000;  // in all, where another start begins

// What routes begin with.
enum class Begin {
  kKept,      // those of dimension order that are alive
  kNothing,   // nothing
  kReserved,  // nothing, and the dependencies of a spanning tree
};

// By node, its port towards the first survivor on a breadth-first tree of links that are alive both
// ways; nothing if these do not join all survivors.
std::optional<std::vector<int>> SpanningTree(const Trees& trees) {
  const DegradedHost& host = trees.host();
  std::vector<int> towards_root(host.size(), -1);
  std::vector<NodeId> reached = {host.survivors().front()};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const auto& [from, port] : trees.Into(reached[i])) {
      if (from == reached.front() || towards_root[from.index()] >= 0) continue;
      bool both_ways = false;
      for (int back = 0; back < host.ports(); ++back)
        both_ways = both_ways || host.Next(reached[i], back) == from;
      if (!both_ways) continue;
      towards_root[from.index()] = port;
      reached.push_back(from);
    }
  }
  if (reached.size() < host.survivors().size()) return std::nullopt;
  return towards_root;
}

// One try.
class Attempt {
 public:
  Attempt(const DegradedHost& host, const RoutingTables& usual, std::uint64_t seed)
      : usual_(usual), trees_(host), grower_(trees_, usual, seed) {}

  Trees& trees() { return trees_; }
  std::uint32_t by_tree() const { return by_tree_; }

  // Routes to all destinations in this order; returns the first that is stuck.
  std::optional<NodeId> Route(const std::vector<NodeId>& order, Begin begin, Stage& stage) {
    if (begin == Begin::kKept) Keep();
    std::optional<std::vector<int>> tree;
    if (begin == Begin::kReserved) {
      tree = SpanningTree(trees_);
      if (tree) trees_.Reserve(*tree);
    }
    for (const NodeId destination : order) {
      stage.Tick();
      if (grower_.Grow(destination, begin != Begin::kKept)) continue;
      trees_.Clear(destination);
      if (grower_.Grow(destination, true)) continue;
      if (!tree) return destination;
      FollowTree(destination, *tree);
    }
    trees_.Free();
    return std::nullopt;
  }

 private:
  // The nodes whose whole route of dimension order is alive, in the order of hops.
  void Keep() {
    const DegradedHost& host = trees_.host();
    for (const NodeId destination : host.survivors()) {
      std::vector<NodeId> reached = {destination};
      for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const auto& [from, port] : trees_.Into(reached[i])) {
          const Entry usual = usual_.At(from, destination);
          if (usual.port != port) continue;
          [[maybe_unused]] const bool kept = trees_.TryAttach(from, destination, usual);
          assert(kept);  // dimension order has no cycle
          reached.push_back(from);
        }
      }
    }
  }

  // The destination's tree becomes the spanning tree, in the last channel.
  void FollowTree(NodeId destination, const std::vector<int>& towards_root) {
    trees_.Clear(destination);
    std::vector<NodeId> reached = {destination};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const NodeId node = reached[i];
      for (const auto& [from, port] : trees_.Into(node)) {
        const int back = towards_root[node.index()];
        const bool in_tree = towards_root[from.index()] == port ||
                             (back >= 0 && trees_.host().Next(node, back) == from);
        if (!in_tree || trees_.Has(from, destination)) continue;
        [[maybe_unused]] const bool attached =
            trees_.TryAttach(from, destination, {static_cast<std::int8_t>(port), kChannels - 1});
        assert(attached);  // reserved
        reached.push_back(from);
      }
    }
    ++by_tree_;
  }

  const RoutingTables& usual_;
  Trees trees_;
  Grower grower_;
  std::uint32_t by_tree_ = 0;
};

// A try that succeeded, and how many it took; nothing if none did.
struct Routed {
  std::unique_ptr<Attempt> attempt;
  int tries;
};
std::optional<Routed> RouteAll(const DegradedHost& host, const RoutingTables& usual,
                               std::uint64_t seed, const Progress& progress) {
  std::vector<NodeId> order = host.survivors();
  int tries = 0;
  for (const Begin begin : {Begin::kKept, Begin::kNothing, Begin::kReserved}) {
    for (int i = 0; i < (begin == Begin::kReserved ? 1 : kTries); ++i) {
      Stage stage(progress, "computing routes", order.size());
      auto attempt =
          std::make_unique<Attempt>(host, usual, Mix(seed, static_cast<std::uint64_t>(++tries)));
      const auto stuck = attempt->Route(order, begin, stage);
      if (!stuck) return Routed{std::move(attempt), tries};
      const auto found = std::ranges::find(order, *stuck);
      std::rotate(order.begin(), found, found + 1);
    }
  }
  return std::nullopt;
}

Diagnostics NotFound() {
  return {{std::string(kDeadLinks), "",
           "no tables without a cycle of dependencies were found: links that are alive both ways "
           "do not join all survivors",
           "give links that are dead both ways, such as 0-1", Fault::kUnable}};
}

}  // namespace

// A search ends where no single move helps, so the best of a few is taken.
Result<Routing> ComputeTables(const DegradedHost& host, std::uint64_t seed, bool search,
                              const Progress& progress) {
  if (host.size() > kMostNodes)
    return Diagnostic{"--host", host.host().ToString(), fmt::format("has {} nodes", host.size()),
                      fmt::format("tables of next hops are computed for up to {}", kMostNodes),
                      Fault::kUnable};
  const RoutingTables usual = DimensionOrderTables(host.host());
  if (host.IsWhole()) return Routing{usual};
  std::optional<Routing> best;
  std::uint32_t least = 0;
  std::uint64_t looks = 0;
  for (std::uint64_t start = 0; start < kStarts && looks < kMostLooksBefore; ++start) {
    const auto routed = RouteAll(host, usual, Mix(seed, start), progress);
    if (!routed) break;
    Trees& trees = routed->attempt->trees();
    const bool searched = search && host.size() <= kMostSearchedNodes;
    if (searched) looks += SpreadLoad(trees, Mix(seed, start), progress).looks;
    const std::uint32_t load = std::ranges::max(trees.loads());
    if (!best || load < least) {
      best = Routing{trees.tables(), routed->tries, routed->attempt->by_tree()};
      least = load;
    }
    if (!searched) break;
  }
  if (!best) return NotFound();
  return *std::move(best);
}

}  // namespace toroid::degraded
