// Spanning trees of survivors: as many as a slow search over all partitions allows, without a
// common link, shallow; DG6.3 to DG6.6. And turns of links and ports, DG6.7.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gen/collective/rhythm.h"
#include "gen/degraded/degraded_host.h"
#include "gen/support/random.h"
#include "gen/trees/link_graph.h"
#include "gen/trees/rooted_tree.h"
#include "tests/property/survivor_testing.h"

namespace toroid::survivor_trees_test {
namespace {

using trees::Link;
using trees::LinkGraph;
using trees::Packing;
using trees::RootedTree;

// Every tree joins all nodes with one link less, and no link is in more of them than it has copies.
void ExpectTrees(const LinkGraph& graph, const Packing& packing) {
  std::map<std::uint32_t, std::uint32_t> uses;
  for (const auto& links : packing.trees) {
    ASSERT_EQ(links.size() + 1, graph.size());
    std::vector<std::uint32_t> part(graph.size());
    for (std::uint32_t n = 0; n < graph.size(); ++n) part[n] = n;
    for (const std::uint32_t link : links) {
      EXPECT_LE(++uses[link], packing.copies);
      const auto [low, high] = graph.links[link];
      ASSERT_NE(part[low], part[high]) << "a circle";
      const std::uint32_t gone = part[high];
      std::ranges::replace(part, gone, part[low]);
    }
  }
}

std::size_t TreesWithout(const char* host, const degraded::Dead& dead) {
  const LinkGraph graph = trees::LinksOf(Without(host, dead));
  const Packing packing = PackTrees(graph, 1);
  ExpectTrees(graph, packing);
  return packing.trees.size();
}

// The theorem of DG6.3.
TEST(SurvivorTrees, TwoFitBesideAnyDeadLinkOrNodeOfATorus) {
  for (const char* host : {"torus:8x8", "torus:3x3", "torus:5x7"}) {
    EXPECT_EQ(TreesWithout(host, {}), 2U);
    for (const auto& link : LinksBothWays(host)) EXPECT_EQ(TreesWithout(host, {link, {}}), 2U);
    for (std::uint32_t n = 0; n < Graph::Parse(host)->size(); ++n)
      EXPECT_EQ(TreesWithout(host, {{}, {NodeId{n}}}), 2U) << host << ", node " << n;
  }
}

TEST(SurvivorTrees, ThreeFitBesideThreeDeadLinks) {
  const auto links = LinksBothWays("torus:4x4x4");
  Random random(41);
  for (int i = 0; i < 200; ++i) {
    std::set<std::size_t> drawn;
    while (drawn.size() < 3) drawn.insert(random.Below(links.size()));
    degraded::Dead dead;
    for (const std::size_t link : drawn)
      dead.links.insert(dead.links.end(), links[link].begin(), links[link].end());
    EXPECT_EQ(TreesWithout("torus:4x4x4", dead), 3U) << i;
  }
  for (std::uint32_t n = 0; n < 64; ++n)
    EXPECT_EQ(TreesWithout("torus:4x4x4", {{}, {NodeId{n}}}), 3U) << n;
}

TEST(ProofSurvivorTrees, TwoFitBesideAnyTwoDeadLinks) {
  for (const char* host : {"torus:8x8", "torus:5x7", "torus:4x6"}) {
    const auto links = LinksBothWays(host);
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        degraded::Dead dead{links[i], {}};
        dead.links.insert(dead.links.end(), links[j].begin(), links[j].end());
        ASSERT_EQ(TreesWithout(host, dead), 2U) << host << ", links " << j << " and " << i;
      }
    }
  }
}

// Nash-Williams and Tutte: the least of q * (links between parts) / (parts - 1), rounded down, over
// all partitions of the nodes.
std::size_t MostByPartitions(const LinkGraph& graph, std::uint32_t copies) {
  std::vector<std::uint32_t> part(graph.size(), 0);
  std::size_t most = graph.links.size() * copies;
  const auto visit = [&](auto again, std::uint32_t node, std::uint32_t parts) -> void {
    if (node == graph.size()) {
      if (parts < 2) return;
      const auto between = static_cast<std::size_t>(std::ranges::count_if(
          graph.links, [&](const Link& link) { return part[link.low] != part[link.high]; }));
      most = std::min(most, copies * between / (parts - 1));
      return;
    }
    for (std::uint32_t p = 0; p <= parts; ++p) {
      part[node] = p;
      again(again, node + 1, std::max(parts, p + 1));
    }
  };
  visit(visit, 0, 0);
  return most;
}

TEST(SurvivorTrees, AreAsManyAsAllPartitionsAllow) {
  for (const char* host : {"line:2", "ring:3", "ring:7", "torus:2x2", "mesh:2x3", "torus:2x4",
                           "torus:3x3", "mesh:3x3", "hypercube:3", "torus:2x2x2"}) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const auto degraded = DrawDegraded(host, seed);
      if (!degraded) continue;
      const LinkGraph graph = trees::LinksOf(*degraded);
      if (!trees::IsConnected(graph)) continue;
      for (const std::uint32_t copies : {1U, 2U, 3U, 8U}) {
        const Packing packing = PackTrees(graph, copies);
        ExpectTrees(graph, packing);
        EXPECT_EQ(packing.trees.size(), MostByPartitions(graph, copies))
            << host << degraded->Options() << ", " << copies << " copies";
      }
    }
  }
}

// torus:2x8 has 24 links; two trees would take 30.
TEST(SurvivorTrees, OfAxesOfLengthTwoAreAsManyAsThereAre) {
  const LinkGraph graph = trees::LinksOf(Without("torus:2x8", {}));
  EXPECT_EQ(graph.links.size(), 24U);
  EXPECT_EQ(PackTrees(graph, 1).trees.size(), 1U);
  EXPECT_EQ(PackTrees(graph, 2).trees.size(), 3U);
}

struct Shallow {
  const char* host;
  const char* nodes;
  std::uint32_t copies;
  int depth;  // no tree is deeper
};

// Packed alone they are up to 109 links deep.
TEST(SurvivorTrees, AreShallow) {
  for (const Shallow& shallow :
       {Shallow{"torus:8x8", "", 1, 8}, Shallow{"torus:8x8", "9", 1, 9},
        Shallow{"torus:4x4x4", "", 1, 7}, Shallow{"torus:5x7", "", 1, 6},
        Shallow{"mesh:8x8", "", 4, 8}, Shallow{"torus:16x16", "", 1, 18}}) {
    degraded::Dead dead;
    const Graph host = *Graph::Parse(shallow.host);
    if (*shallow.nodes != '\0') dead.nodes = *degraded::ParseDeadNodes(shallow.nodes, host);
    const LinkGraph graph = trees::LinksOf(Without(shallow.host, dead));
    Packing packing{shallow.copies, {}};
    for (const RootedTree& tree : ShallowTrees(graph, shallow.copies)) {
      EXPECT_LE(tree.Depth(), shallow.depth) << shallow.host;
      packing.trees.push_back(tree.Links());
      EXPECT_EQ(tree.Order().size() + 1, graph.size());
      for (const std::uint32_t n : tree.Order())
        EXPECT_EQ(tree.DepthOf(n), tree.DepthOf(tree.ParentOf(n)) + 1);
    }
    ExpectTrees(graph, packing);
    EXPECT_EQ(packing.trees.size(), PackTrees(graph, shallow.copies).trees.size());
  }
}

TEST(Turns, OfPortsAreAsFewAsTheBusiestPortNeeds) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.Below(9));
    std::vector<PortUse> messages(1 + random.Below(60));
    std::map<std::pair<bool, std::uint32_t>, std::uint32_t> uses;
    std::uint32_t most = 0;
    for (PortUse& message : messages) {
      message = {static_cast<std::uint32_t>(random.Below(nodes)),
                 static_cast<std::uint32_t>(random.Below(nodes))};
      most = std::max({most, ++uses[{false, message.from}], ++uses[{true, message.to}]});
    }
    const std::vector<std::uint32_t> turns = TurnsOfPorts(messages, nodes);
    std::set<std::tuple<bool, std::uint32_t, std::uint32_t>> taken;
    for (std::size_t m = 0; m < messages.size(); ++m) {
      EXPECT_LT(turns[m], most);
      EXPECT_TRUE(taken.emplace(false, messages[m].from, turns[m]).second);
      EXPECT_TRUE(taken.emplace(true, messages[m].to, turns[m]).second);
    }
  }
}

TEST(Turns, OfALinkNeverMeet) {
  LinkTurns turns(1, 12, 4);
  EXPECT_EQ(turns.Take(0, 5), 5);
  EXPECT_EQ(turns.Take(0, 6), 9);
  EXPECT_EQ(turns.Take(0, 9), 13);  // the next period's 1
  EXPECT_EQ(turns.Take(0, 0), std::nullopt);
}

// Whether a path goes on from a node through all that are not reached yet.
bool HasPathFrom(const LinkGraph& graph, std::uint32_t node, std::uint32_t reached) {
  reached |= 1U << node;
  if (reached == (1U << graph.size()) - 1) return true;
  return std::ranges::any_of(graph.links_of[node], [&](std::uint32_t link) {
    const std::uint32_t next = graph.links[link].Other(node);
    return (reached >> next & 1) == 0 && HasPathFrom(graph, next, reached);
  });
}

std::vector<std::uint32_t> LinksByNode(const RootedTree& tree, const LinkGraph& graph) {
  std::vector<std::uint32_t> links(graph.size(), 0);
  for (const std::uint32_t link : tree.Links())
    for (const std::uint32_t end : {graph.links[link].low, graph.links[link].high}) ++links[end];
  return links;
}

// DG6.16: all starts are tried, as a slow search does.
TEST(NarrowTrees, AreAPathWhereThereIsOne) {
  int paths = 0;
  int others = 0;
  for (const char* host : {"line:2", "ring:5", "mesh:2x3", "mesh:3x3", "torus:3x3", "mesh:3x5",
                           "mesh:4x4", "hypercube:3", "mesh:2x2x3"}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const auto degraded = DrawDegraded(host, seed);
      if (!degraded) continue;
      const LinkGraph graph = trees::LinksOf(*degraded);
      if (graph.size() < 2 || !trees::IsConnected(graph)) continue;
      SCOPED_TRACE(host + degraded->Options());
      bool any = false;
      for (std::uint32_t root = 0; root < graph.size(); ++root) {
        const auto rooted = NarrowTrees(graph, 2, root);
        const bool path = HasPathFrom(graph, root, 0);
        ASSERT_EQ(rooted.size(), path ? 1U : 2U) << root;
        if (path) {
          ASSERT_EQ(LinksByNode(rooted[0], graph)[root], 1U);
        }
        for (const RootedTree& tree : rooted) ExpectTrees(graph, {1, {tree.Links()}});
        any |= path;
        ++(path ? paths : others);
      }
      const auto free = NarrowTrees(graph, 2);
      ASSERT_EQ(free.size(), any ? 1U : 2U);
      if (any) {
        ASSERT_EQ(std::ranges::max(LinksByNode(free[0], graph)), std::min(graph.size() - 1, 2U));
      }
    }
  }
  EXPECT_GT(paths, 60);
  EXPECT_GT(others, 60);
}

// 13 nodes of one colour and 11 of the other: no path. Eight trees branch at eight nodes.
TEST(NarrowTrees, BranchAtDifferentNodes) {
  const LinkGraph graph = trees::LinksOf(Without("mesh:5x5", {{}, {NodeId{1}}}));
  std::vector<int> branches(graph.size(), 0);
  for (const RootedTree& tree : NarrowTrees(graph, 8)) {
    const std::vector<std::uint32_t> links = LinksByNode(tree, graph);
    EXPECT_LE(std::ranges::max(links), 3U);
    for (std::uint32_t n = 0; n < graph.size(); ++n) branches[n] += links[n] > 2 ? 1 : 0;
  }
  EXPECT_EQ(std::ranges::count(branches, 1), 8);
  EXPECT_EQ(std::ranges::max(branches), 1);
}

}  // namespace
}  // namespace toroid::survivor_trees_test
