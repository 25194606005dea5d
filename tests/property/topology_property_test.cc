// Graphs against neighbour lists and breadth-first search from the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gen/topology/graph.h"
#include "tests/oracle/oracle.h"

namespace toroid::topology_property_test {
namespace {

std::vector<std::uint32_t> Neighbours(const Graph& graph, NodeId node) {
  std::vector<std::uint32_t> list;
  for (int a = 0; a < graph.axes(); ++a) {
    for (const Direction d : {Direction::kPlus, Direction::kMinus}) {
      if (const auto next = graph.Neighbour(node, Axis{a}, d)) list.push_back(next->value());
    }
  }
  std::ranges::sort(list);
  return list;
}

// The nodes of a route; empty if a hop does not start where the one before ended or leaves the
// graph.
std::vector<std::uint32_t> NodesOf(const Graph& graph, NodeId from, NodeId to) {
  std::vector<std::uint32_t> nodes = {from.value()};
  for (const Hop& hop : graph.Route(from, to)) {
    const auto next = graph.Neighbour(hop.node, hop.axis, hop.direction);
    if (!next || hop.node.value() != nodes.back()) return {};
    nodes.push_back(next->value());
  }
  return nodes;
}

struct Counts {
  int graphs = 0;
  int routes = 0;
};

void CompareWithOracle(const Graph& graph, Counts& counts) {
  const auto adjacency = oracle::Adjacency(graph);
  for (std::uint32_t n = 0; n < graph.size(); ++n) {
    const NodeId from{n};
    ASSERT_EQ(graph.NodeAt(graph.CoordinatesOf(from)), from);
    ASSERT_EQ(Neighbours(graph, from), adjacency[n]) << graph.ToString() << " node " << n;
    const std::vector<int> distances = oracle::BfsDistances(adjacency, n);
    for (std::uint32_t m = 0; m < graph.size(); ++m) {
      ASSERT_EQ(graph.Distance(from, NodeId{m}), distances[m])
          << graph.ToString() << " " << n << " to " << m;
      const auto nodes = NodesOf(graph, from, NodeId{m});
      ASSERT_EQ(nodes, oracle::WalkPath(graph, n, m, oracle::Tie::kParity))
          << graph.ToString() << " " << n << " to " << m;
      ASSERT_EQ(static_cast<int>(nodes.size()), distances[m] + 1);
      ++counts.routes;
    }
  }
  ++counts.graphs;
}

TEST(TopologyProperty, EveryShapeUpTo36NodesAgreesWithBreadthFirstSearch) {
  std::vector<int> lengths;
  for (int l = 2; l <= 36; ++l) lengths.push_back(l);
  Counts counts;
  for (const auto& shape : oracle::AllShapes(5, 36, lengths)) {
    for (const Kind kind : {Kind::kTorus, Kind::kMesh})
      CompareWithOracle(Graph::Create(kind, shape).value(), counts);
    if (HasFatalFailure()) return;
  }
  for (int d = 1; d <= 5; ++d) {
    CompareWithOracle(
        Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(d), 2)).value(),
        counts);
  }
  EXPECT_GT(counts.graphs, 200);
  EXPECT_GT(counts.routes, 100000);
  RecordProperty("graphs", counts.graphs);
  RecordProperty("routes", counts.routes);
}

TEST(TopologyProperty, LargerShapesAgreeWithBreadthFirstSearch) {
  Counts counts;
  for (const char* text : {"torus:8x9", "mesh:11x7", "torus:4x5x6", "torus:3x3x3x3", "mesh:2x5x2x5",
                           "torus:101", "hypercube:7"}) {
    CompareWithOracle(Graph::Parse(text).value(), counts);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(counts.graphs, 7);
  EXPECT_GT(counts.routes, 7000);
}

}  // namespace
}  // namespace toroid::topology_property_test
