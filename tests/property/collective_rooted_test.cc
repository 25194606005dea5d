// Broadcast, reduce, gather and scatter: the trees, and contents of the messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gen/collective/bound.h"
#include "gen/collective/makers.h"
#include "gen/collective/methods.h"
#include "gen/collective/stages.h"
#include "gen/collective/trees.h"
#include "tests/property/collective_testing.h"

namespace toroid::collective_rooted_test {
namespace {

constexpr std::array kRootedTasks = {Collective::kBroadcast, Collective::kReduce,
                                     Collective::kGather, Collective::kScatterBlocks};
constexpr std::array kNames = {"line:2",      "line:5",      "ring:3",    "ring:8",
                               "torus:3x5",   "torus:4x4",   "torus:2x8", "mesh:3x4",
                               "torus:3x2x4", "hypercube:4", "ring:14",   "torus:6x4"};

std::vector<NodeId> RootsOf(const Graph& host) {
  return {NodeId{0}, NodeId{host.size() / 2}, NodeId{host.size() - 1}};
}

// Every node once, each after its parent.
void ExpectSpanning(const SpanningTree& tree, const Graph& host, NodeId root) {
  std::set<std::uint32_t> reached = {root.value()};
  for (const std::uint32_t node : tree.order) {
    EXPECT_TRUE(reached.contains(tree.parent[node])) << host.ToString();
    EXPECT_TRUE(reached.insert(node).second) << host.ToString();
  }
  EXPECT_EQ(reached.size(), host.size());
}

TEST(Trees, ReachAllNodesFromAnyRoot) {
  for (const char* name : kNames) {
    const Graph host = *Graph::Parse(name);
    for (const NodeId root : RootsOf(host)) {
      ExpectSpanning(BalancedTree(host, root), host, root);
      ExpectSpanning(ChainFrom(host, root), host, root);
      ExpectSpanning(StarFrom(host, root), host, root);
      for (const SpanningTree& tree : TwoTrees(host, root)) ExpectSpanning(tree, host, root);
      for (int a = 0; a < host.axes(); ++a) ExpectSpanning(LinesFrom(host, root, a), host, root);
      if (!HavePartners(Partners::kSwing, host)) continue;
      for (const SpanningTree& tree : BineTrees(host, root, Ports::kAll))
        ExpectSpanning(tree, host, root);
    }
  }
}

TEST(Trees, ThatAreDisjointShareNoLinkAndAreAsManyAsTheFewestLinksOfANode) {
  for (const char* name : kNames) {
    const Graph host = *Graph::Parse(name);
    std::size_t fewest = 2 * static_cast<std::size_t>(host.axes());
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      std::size_t links = 0;
      for (std::uint32_t to = 0; to < host.size(); ++to)
        links += host.Distance(NodeId{n}, NodeId{to}) == 1 ? 1 : 0;
      fewest = std::min(fewest, links);
    }
    for (const NodeId root : RootsOf(host)) {
      const std::vector<SpanningTree> trees = DisjointTrees(host, root);
      EXPECT_EQ(trees.size(), fewest) << name;
      std::set<std::pair<std::uint32_t, std::uint32_t>> links;
      for (const SpanningTree& tree : trees) {
        ExpectSpanning(tree, host, root);
        for (const std::uint32_t node : tree.order) {
          EXPECT_EQ(host.Distance(NodeId{tree.parent[node]}, NodeId{node}), 1) << name;
          EXPECT_TRUE(links.emplace(tree.parent[node], node).second) << name;
        }
      }
    }
  }
}

// Grown one after another they have up to 20, 16 and 14.
TEST(Trees, ThatAreDisjointAreShallow) {
  const std::pair<const char*, int> hosts[] = {
      {"torus:8x8", 13}, {"torus:4x4x4", 12}, {"torus:5x7", 9}};
  for (const auto& [name, depth] : hosts) {
    const Graph host = *Graph::Parse(name);
    for (const NodeId root : RootsOf(host)) {
      for (const SpanningTree& tree : DisjointTrees(host, root))
        EXPECT_LE(std::ranges::max(DepthsOf(tree)), depth) << name;
    }
  }
}

// Every node sends a chunk of each pair twice, and receives two.
TEST(Trees, OfTwoHaveLeavesThatTheOtherHasNot) {
  for (const char* name : kNames) {
    const Graph host = *Graph::Parse(name);
    const std::vector<SpanningTree> trees = TwoTrees(host, NodeId{0});
    std::vector<int> children(host.size(), 0);
    for (const SpanningTree& tree : trees) {
      std::vector<int> own(host.size(), 0);
      for (const std::uint32_t node : tree.order) ++own[tree.parent[node]];
      for (std::uint32_t n = 1; n < host.size(); ++n) children[n] = children[n] + own[n];
      EXPECT_EQ(own[0], 1) << name;
    }
    EXPECT_LE(std::ranges::max(children), 2) << name;
  }
}

// The ways of a broadcast on a ring of 32, stage by stage; a binomial tree has 16, 8, 4, 2, 1.
TEST(Trees, OfBineHaveWaysOf11And5And3And1And1) {
  const Graph ring = *Graph::Parse("ring:32");
  const SpanningTree tree = BineTrees(ring, NodeId{7}, Ports::kOne).front();
  const int ways[] = {11, 5, 3, 1, 1};
  std::size_t first = 0;
  for (std::size_t stage = 0; stage < 5; ++stage) {
    for (std::size_t i = first; i < 2 * first + 1; ++i) {
      const std::uint32_t node = tree.order[i];
      EXPECT_EQ(ring.Distance(NodeId{tree.parent[node]}, NodeId{node}), ways[stage]) << stage;
    }
    first = 2 * first + 1;
  }
}

TEST(Rooted, AreRightAndFreeOfConflictsOnAnyHostFromAnyRoot) {
  for (const char* name : kNames) {
    const Graph host = *Graph::Parse(name);
    for (const Collective kind : kRootedTasks) {
      for (const CollectiveMethod method : MethodsOf(kind)) {
        if (WhyNotOn(host, kind, method)) continue;
        for (const Ports ports : {Ports::kOne, Ports::kAll}) {
          for (const NodeId root : RootsOf(host)) {
            for (const std::int64_t flits : {1, 3, 23}) {
              const CollectiveTask task{kind, flits, root};
              const MadeProgram made = MakeProgram(method, task, host, ports, kInterface);
              ExpectRightAndFreeOfConflicts(made.program, host, ports,
                                            std::string(ToString(method)));
            }
          }
        }
      }
    }
  }
}

TEST(Forest, IsRightAndFreeOfConflictsForAnyLength) {
  for (const char* name : {"line:2", "line:5", "mesh:3x4", "mesh:4x4", "mesh:2x3x4"}) {
    const Graph host = *Graph::Parse(name);
    for (const SpanningTree& tree : EvenTrees(host, 5))
      ExpectSpanning(tree, host, NodeId{tree.parent[tree.order.front()]});
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {1, 5, 67}) {
        const CollectiveTask task{.kind = Collective::kAllReduce, .flits = flits};
        ExpectRightAndFreeOfConflicts(ForestProgram(task, host, ports, kInterface), host, ports,
                                      "forest");
      }
    }
  }
}

// The bucket takes 1.75 times the bound.
TEST(Forest, TakesMeshesNearerToTheBoundThanBucketsCan) {
  const Graph host = *Graph::Parse("mesh:8x8");
  const CollectiveTask task{.kind = Collective::kAllReduce, .flits = 4096};
  const Cycle end =
      ForecastOf(ForestProgram(task, host, Ports::kAll, kInterface), host, Ports::kAll, kInterface)
          .end;
  const Cycle bound = BoundOf(task, host, Ports::kAll, kInterface).cycles();
  EXPECT_LE(static_cast<double>(end), 1.18 * static_cast<double>(bound));
}

struct Middle {
  const char* host;
  Ports ports;
  std::int64_t flits;
  Cycle cycles;
};

// Lengths for which latency counts as much as load, with the cycles reached by trees grown side by
// side, both ways of placing, pairs of trees and chunks of all trees.
TEST(Rooted, OfMiddleLengthTakeNoMoreThanTheyDid) {
  const Middle middles[] = {
      {"torus:4x4", Ports::kAll, 16, 18},   {"torus:4x4", Ports::kOne, 8, 28},
      {"torus:8x8", Ports::kAll, 2, 12},    {"torus:8x8", Ports::kAll, 16, 26},
      {"torus:8x8", Ports::kAll, 64, 51},   {"torus:8x8", Ports::kOne, 64, 159},
      {"torus:4x4x4", Ports::kAll, 64, 37}, {"torus:4x4x4", Ports::kOne, 64, 103}};
  for (const Middle& middle : middles) {
    const Graph host = *Graph::Parse(middle.host);
    for (const Collective kind : {Collective::kBroadcast, Collective::kReduce}) {
      const CollectiveTask task{kind, middle.flits, NodeId{0}};
      const MadeProgram made =
          MakeProgram(CollectiveMethod::kAuto, task, host, middle.ports, kInterface);
      EXPECT_LE(made.forecast.end, middle.cycles) << middle.host << ", " << middle.flits;
    }
  }
}

struct Figure {
  const char* host;
  double vectors;  // broadcast and reduce of 4096 flits, relative to the bound
  double blocks;   // gather and scatter of blocks of 64
};
void PrintTo(const Figure& figure, std::ostream* out) { *out << figure.host; }

class RootedFigures : public testing::TestWithParam<Figure> {};

TEST_P(RootedFigures, AreReachedOverOnePortAndAll) {
  const Graph host = *Graph::Parse(GetParam().host);
  for (const Collective kind : kRootedTasks) {
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      const CollectiveTask task{kind, IsOfBlocks(kind) ? 64 : 4096, NodeId{0}};
      const Cycle end =
          MakeProgram(CollectiveMethod::kTrees, task, host, ports, kInterface).forecast.end;
      const Cycle bound = BoundOf(task, host, ports, kInterface).cycles();
      EXPECT_LE(static_cast<double>(end) / static_cast<double>(bound),
                IsOfBlocks(kind) ? GetParam().blocks : GetParam().vectors)
          << ToString(kind) << ", " << ToString(ports);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Hosts, RootedFigures,
    testing::Values(Figure{"torus:4x4", 1.03, 1.03}, Figure{"torus:8x8", 1.07, 1.01},
                    Figure{"torus:4x4x4", 1.07, 1.01}, Figure{"torus:16x4", 1.07, 1.01},
                    Figure{"torus:5x7", 1.04, 1.01}, Figure{"mesh:8x8", 1.07, 1.01}),
    [](const auto& test) {
      std::string name = test.param.host;
      std::ranges::replace(name, ':', '_');
      return name;
    });

}  // namespace
}  // namespace toroid::collective_rooted_test
