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
// by destination without closing a cycle, with a spanning tree in reserve, is how J. Domke, T.
// Hoefler and S. Matsuoka do it in "Routing on the dependency graph: a new approach to
// deadlock-free high-performance routing", HPDC 2016. Departure: a route changes its channel from
// hop to hop, where theirs has one, and routes of dimension order stay where they are alive.
#include "gen/degraded/routing.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "gen/degraded/attempt.h"
#include "gen/degraded/trees.h"
#include "gen/support/random.h"

namespace toroid::degraded {
namespace {

constexpr int kTries = 20;                              // of each way to begin
constexpr std::uint64_t kStarts = 4;                    // of the search
constexpr std::uint64_t kMostLooksBefore = 10'000'000;  // in all, where another start begins

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

Diagnostics TooManyNodes(const Graph& host) {
  return {{"--host", host.ToString(), fmt::format("has {} nodes", host.size()),
           fmt::format("tables of next hops are computed for up to {}", kMostNodes)}};
}

// A search ends where no single move helps, so the best of a few is taken.
static_assert(Graph::kMostTwistedNodes <= kMostNodes);

Result<Routing> ComputeTables(const DegradedHost& host, std::uint64_t seed, bool search,
                              const Progress& progress) {
  if (host.size() > kMostNodes) return TooManyNodes(host.host());
  const RoutingTables usual = DimensionOrderTables(host.host());
  std::optional<Routed> best;
  std::uint32_t least = 0;
  std::uint64_t looks = 0;
  for (std::uint64_t start = 0; start < kStarts && looks < kMostLooksBefore; ++start) {
    auto routed = RouteAll(host, usual, Mix(seed, start), progress);
    if (!routed) break;
    Trees& trees = routed->attempt->trees();
    const bool searched = search && !host.IsPlain() && host.size() <= kMostSearchedNodes;
    if (searched) looks += SpreadLoad(trees, Mix(seed, start), progress).looks;
    const std::uint32_t load = std::ranges::max(trees.loads());
    if (!best || load < least) {
      best = std::move(routed);
      least = load;
    }
    if (!searched) break;
  }
  if (!best) return NotFound();
  SpreadChannels(best->attempt->trees(), progress);
  return Routing{best->attempt->trees().tables(), best->tries, best->attempt->by_tree()};
}

}  // namespace toroid::degraded
