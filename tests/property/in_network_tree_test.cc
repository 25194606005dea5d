// The tree of scheduled routers that copy and add (docs/spec/in-network.md, section 1 and IN4.8 to
// IN4.9), against searches of this file's own, and what programs along it take.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/collective/methods.h"
#include "gen/trees/network_tree.h"
#include "tests/property/survivor_testing.h"

namespace toroid::in_network_tree_test {
namespace {

using degraded::DegradedHost;
using trees::NetworkTree;

constexpr const char* kHosts[] = {"ring:2",     "ring:5",    "ring:8",      "line:6",
                                  "torus:3x5",  "torus:4x4", "torus:2x8",   "mesh:2x8",
                                  "mesh:3x4x2", "torus:5x7", "torus:2x2x3", "hypercube:4"};
constexpr std::uint64_t kSeeds = 12;
constexpr std::pair<Cycle, Cycle> kCycles[] = {{1, 1}, {2, 1}, {1, 2}, {1, 7}, {3, 4}};  // h, L

// Calls check(host, root) for every root on whole hosts, and some on degraded ones.
template <class Check>
void ForHosts(const Check& check) {
  for (const std::string text : kHosts) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      const auto host = DrawDegraded(text, seed);
      if (!host || host->survivors().size() < 2) continue;
      SCOPED_TRACE(text + " " + host->Options());
      const std::size_t roots = seed == 0 ? host->survivors().size() : 1;
      for (std::size_t r = 0; r < roots; ++r)
        check(*host, host->survivors()[(r + seed) % host->survivors().size()]);
    }
  }
}

// The node behind a port, if the link is alive in both directions; by the host's own words.
std::optional<NodeId> Behind(const DegradedHost& host, NodeId node, std::size_t port) {
  const auto to = SendsTo(host.host(), node, LinkPortsOf(host.host())[port]);
  if (!to || !host.IsAlive(*to)) return std::nullopt;
  const auto& dead = host.dead().links;
  for (const degraded::Link& link : {degraded::Link{node, *to}, degraded::Link{*to, node}})
    if (std::ranges::count(dead, link) > 0) return std::nullopt;
  return to;
}

std::vector<int> DistancesFrom(const DegradedHost& host, NodeId root) {
  std::vector<int> distances(host.size(), -1);
  std::deque<NodeId> next = {root};
  for (distances[root.index()] = 0; !next.empty(); next.pop_front()) {
    for (std::size_t port = 0; port < LinkPortsOf(host.host()).size(); ++port) {
      const auto to = Behind(host, next.front(), port);
      if (!to || distances[to->index()] >= 0) continue;
      distances[to->index()] = distances[next.front().index()] + 1;
      next.push_back(*to);
    }
  }
  return distances;
}

TEST(NetworkTree, ReachesEachNodeOnceOverTheFewestLinks) {
  int reached = 0;
  ForHosts([&](const DegradedHost& host, NodeId root) {
    const NetworkTree tree(host, root);
    const std::vector<int> distances = DistancesFrom(host, root);
    std::vector<int> times(host.size(), 0);
    ++times[root.index()];
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      const NodeId node{n};
      ASSERT_EQ(tree.DepthOf(node), distances[n]);
      int last = host.ports();
      for (const auto& [child, port] : tree.ChildrenOf(node)) {
        ++times[child.index()];
        ASSERT_LT(port, last) << "the highest port first";
        last = port;
        ASSERT_EQ(Behind(host, node, static_cast<std::size_t>(port)), child);
        ASSERT_EQ(tree.ParentPort(child), port);
        ASSERT_EQ(tree.ParentOf(child), node);
        ASSERT_EQ(distances[child.index()], distances[n] + 1);
      }
    }
    for (std::uint32_t n = 0; n < host.size(); ++n, ++reached)
      ASSERT_EQ(times[n], distances[n] < 0 ? 0 : 1) << n;
    ASSERT_EQ(tree.Depth(), std::ranges::max(distances));
    ASSERT_FALSE(tree.ParentPort(root));
  });
  EXPECT_GT(reached, 1000);
}

// IN1.3.
TEST(NetworkTree, GoesByTheHighestAxisAndPlusFirst) {
  ForHosts([&](const DegradedHost& host, NodeId root) {
    const NetworkTree tree(host, root);
    const std::vector<LinkPort> ports = LinkPortsOf(host.host());
    for (const NodeId node : host.survivors()) {
      if (node == root) continue;
      std::optional<int> best;
      for (std::size_t p = 0; p < ports.size(); ++p) {
        for (const NodeId parent : host.survivors()) {
          if (Behind(host, parent, p) != node || tree.DepthOf(parent) != tree.DepthOf(node) - 1)
            continue;
          if (!best || ports[static_cast<std::size_t>(*best)].axis != ports[p].axis)
            best = static_cast<int>(p);
        }
      }
      ASSERT_EQ(tree.ParentPort(node), best);
    }
  });
}

// On whole hosts without rings of even length there is one shortest way in dimension order.
TEST(NetworkTree, OfWholeHostsIsOfDimensionOrder) {
  for (const char* text : {"torus:3x5", "mesh:3x4x2", "line:6", "torus:5x7"}) {
    const Graph host = *Graph::Parse(text);
    const NetworkTree tree(DegradedHost(host), NodeId{1});
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      if (n == 1) continue;
      EXPECT_EQ(tree.ParentOf(NodeId{n}), host.Route(NodeId{1}, NodeId{n}).back().node) << n;
    }
  }
}

// IN4.2: a word is in register k of its node k operators after the offer, and meets its parent's a
// hop later.
TEST(NetworkTree, LetsWordsMeetInEachRegister) {
  ForHosts([&](const DegradedHost& host, NodeId root) {
    const NetworkTree tree(host, root);
    for (const auto& [hop, join] : kCycles) {
      const std::vector<Cycle> offers = tree.Offers(hop, join);
      Cycle first = offers[root.index()];
      for (const NodeId node : host.survivors()) {
        first = std::min(first, offers[node.index()]);
        Cycle place = 0;
        for (const auto& [child, port] : tree.ChildrenOf(node)) {
          const auto behind = static_cast<Cycle>(tree.ChildrenOf(child).size());
          ASSERT_EQ(offers[child.index()] + behind * join + hop,
                    offers[node.index()] + place++ * join);
        }
      }
      ASSERT_EQ(first, 0);
    }
  });
}

CollectiveTask TaskOf(Collective kind, NodeId root, std::int64_t flits) {
  return {.kind = kind, .flits = flits, .root = root};
}

// IN3.5 and IN4.9, against the search for messages that meet.
TEST(InNetwork, EndsInTime) {
  int programs = 0;
  ForHosts([&](const DegradedHost& host, NodeId root) {
    const NetworkTree tree(host, root);
    if (!std::ranges::all_of(host.survivors(), [&](NodeId node) { return tree.Has(node); })) return;
    for (const auto& [hop, join] : kCycles) {
      const MessageRoutes routes = MessageRoutes(host.host(), nullptr, hop).WithTree(tree, join);
      for (const Collective kind :
           {Collective::kBroadcast, Collective::kReduce, Collective::kAllReduce}) {
        for (const std::int64_t flits : {1, 2, 7, 40}) {
          const CollectiveTask task = TaskOf(kind, root, flits);
          const CollectiveProgram program = InNetworkProgram(task, host, routes);
          const ProgramForecast forecast = ForecastOf(program, routes, Ports::kOne, 0);
          ASSERT_EQ(forecast.conflicts + forecast.early, 0U) << forecast.first_fault;
          const LockstepTime time = InNetworkTime(task, routes, 0);
          ASSERT_EQ(forecast.end, time.cycles) << ToString(kind);
          ASSERT_EQ(forecast.load, time.load);
          const Cycle depth = tree.Depth();
          if (kind == Collective::kBroadcast) {
            ASSERT_EQ(forecast.end, flits + depth * hop - 1);
            ASSERT_EQ(forecast.hops, static_cast<double>(flits) *
                                         static_cast<double>(host.survivors().size() - 1));
          } else if (host.IsWhole() && hop == 1) {
            ASSERT_LE(forecast.end, flits + 2 * depth - 1 + (depth + 4) * join);
          }
          ++programs;
        }
      }
    }
  });
  EXPECT_GT(programs, 1000);
}

// A vector that one node offers a cycle late, or that leaves out a node's link, is found.
TEST(InNetwork, WordsThatComeInAnotherCycleMeetOthers) {
  const Graph host = *Graph::Parse("torus:4x4");
  const NetworkTree tree(DegradedHost(host), NodeId{0});
  const MessageRoutes routes = MessageRoutes(host).WithTree(tree, 1);
  CollectiveProgram program =
      InNetworkProgram(TaskOf(Collective::kAllReduce, NodeId{0}, 5), DegradedHost(host), routes);
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    if (program.operations[i].leaves) continue;
    CollectiveProgram late = program;
    ++late.operations[i].not_before;
    EXPECT_GT(ForecastOf(late, routes, Ports::kOne, 0).early, 0U) << i;
  }
}

// The tree's links carry a program's flits and others beside it, in other cycles.
TEST(InNetwork, MeetsOrdinaryMessagesOnLinksAndAtPorts) {
  const Graph host = *Graph::Parse("line:4");
  const NetworkTree tree(DegradedHost(host), NodeId{0});
  const MessageRoutes routes = MessageRoutes(host).WithTree(tree, 0);
  CollectiveProgram program =
      InNetworkProgram(TaskOf(Collective::kBroadcast, NodeId{0}, 3), DegradedHost(host), routes);
  // node 2 sends to node 3, whose link and ejector the broadcast has in cycles 3 to 5
  const auto conflicts = [&](Cycle cycle) {
    CollectiveProgram with = program;
    with.Add({.from = 2, .to = 3, .flits = 1, .not_before = cycle});
    return ForecastOf(with, routes, Ports::kOne, 0).conflicts;
  };
  EXPECT_EQ(conflicts(1), 0U);
  EXPECT_EQ(conflicts(2), 2U) << "link and ejector";
  EXPECT_EQ(conflicts(4), 2U);
  EXPECT_EQ(conflicts(5), 0U);
}

TEST(InNetwork, AutoTakesItWhereItIsLeast) {
  const Graph host = *Graph::Parse("torus:4x4");
  const NetworkTree tree(DegradedHost(host), NodeId{0});
  const MessageRoutes plain(host);
  const MessageRoutes copying = plain.WithTree(tree, 0);
  const auto tried = [&](const MessageRoutes& routes, Collective kind) {
    return MakeProgram(CollectiveMethod::kAuto, TaskOf(kind, NodeId{0}, 64), routes, Ports::kOne,
                       0);
  };
  const MadeProgram made = tried(copying, Collective::kBroadcast);
  EXPECT_EQ(made.tried.front().method, CollectiveMethod::kInNetwork);
  EXPECT_EQ(made.forecast.end, 64 + 4 - 1);
  EXPECT_GT(tried(plain, Collective::kBroadcast).forecast.end, made.forecast.end);
  for (const MethodForecast& other : tried(copying, Collective::kAllReduce).tried)
    EXPECT_NE(other.method, CollectiveMethod::kInNetwork) << "it needs routers that add";
  EXPECT_EQ(tried(plain.WithTree(tree, 1), Collective::kAllReduce).tried.front().method,
            CollectiveMethod::kInNetwork);
}

}  // namespace
}  // namespace toroid::in_network_tree_test
