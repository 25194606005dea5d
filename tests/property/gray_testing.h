// A slow examination of embeddings in hypercubes, from the definitions alone: neighbours by
// comparing coordinates, loads in a map.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/gray/cube_embedding.h"
#include "gen/gray/plan.h"

namespace toroid::gray_testing {

struct Examined {
  std::string fault;  // the first thing wrong with the embedding; empty if nothing is
  int load_factor = 0;
  int dilation = 0;
  int congestion = 0;
  std::uint64_t edges = 0;
  std::uint64_t total_dilation = 0;
  std::vector<int> axis_congestion;
  double AverageDilation() const {
    return edges == 0 ? 0 : static_cast<double>(total_dilation) / static_cast<double>(edges);
  }
  // Average over all edges of a cube with `dimensions` dimensions.
  double AverageCongestion(int dimensions) const {
    double cube_edges = dimensions;
    for (int d = 1; d < dimensions; ++d) cube_edges *= 2;
    return dimensions == 0 ? 0 : static_cast<double>(total_dilation) / cube_edges;
  }
};

inline std::vector<std::vector<int>> AllCoordinates(const std::vector<int>& lengths) {
  std::vector<std::vector<int>> all{{}};
  for (const int length : lengths) {
    std::vector<std::vector<int>> longer;
    for (const auto& prefix : all) {
      for (int x = 0; x < length; ++x) {
        longer.push_back(prefix);
        longer.back().push_back(x);
      }
    }
    all = std::move(longer);
  }
  return all;  // in the order of node indices: the last coordinate runs fastest
}

// The axis on which `b` is the upper neighbour of `a`, or -1.
inline int AxisUp(const std::vector<int>& a, const std::vector<int>& b,
                  const std::vector<int>& lengths, bool torus) {
  int axis = -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    const bool up =
        b[i] == a[i] + 1 || (torus && lengths[i] > 2 && a[i] == lengths[i] - 1 && b[i] == 0);
    if (axis >= 0 || !up) return -1;
    axis = static_cast<int>(i);
  }
  return axis;
}

// Calls visit(lower node, upper node, axis) for every edge. Candidates differ from a node in one
// coordinate.
template <class Visit>
void ForEachEdge(const std::vector<int>& lengths, bool torus, Visit visit) {
  const auto nodes = AllCoordinates(lengths);
  std::map<std::vector<int>, std::uint32_t> index;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) index[nodes[i]] = i;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      for (const int x : {(nodes[i][a] + 1) % lengths[a]}) {
        std::vector<int> other = nodes[i];
        other[a] = x;
        if (const int axis = AxisUp(nodes[i], other, lengths, torus); axis >= 0)
          visit(i, index[other], axis);
      }
    }
  }
}

inline Examined Examine(const gray::CubeEmbedding& embedding) {
  Examined result;
  const std::vector<int>& lengths = embedding.guest.lengths();
  std::map<std::uint32_t, int> held;
  for (const NodeId host : embedding.map) {
    if (host.value() >> embedding.dimensions != 0)
      result.fault = "node " + std::to_string(host.value()) + " is outside the cube";
    result.load_factor = std::max(result.load_factor, ++held[host.value()]);
  }
  if (embedding.map.size() != gray::NodeCount(lengths))
    result.fault = "not one cube node for each guest node";
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> loads;
  std::vector<std::map<std::pair<std::uint32_t, std::uint32_t>, int>> axis_loads(lengths.size());
  ForEachEdge(lengths, embedding.guest.torus(),
              [&](std::uint32_t from, std::uint32_t to, int axis) {
                const gray::CubePath& path = embedding.Path(NodeId{from}, Axis{axis});
                std::uint32_t here = embedding.map[from].value();
                for (int step = 0; step < path.length(); ++step) {
                  const std::uint32_t next = here ^ 1U << path.dimension(step);
                  if (next >> embedding.dimensions != 0) result.fault = "a path leaves the cube";
                  const auto link = std::minmax(here, next);
                  result.congestion = std::max(result.congestion, ++loads[link]);
                  ++axis_loads[static_cast<std::size_t>(axis)][link];
                  here = next;
                }
                if (here != embedding.map[to].value()) {
                  result.fault = "the path from guest node " + std::to_string(from) + " on axis " +
                                 std::to_string(axis) + " ends elsewhere";
                }
                ++result.edges;
                result.total_dilation += static_cast<std::uint64_t>(path.length());
                result.dilation = std::max(result.dilation, path.length());
              });
  for (const auto& of_axis : axis_loads) {
    int most = 0;
    for (const auto& [link, load] : of_axis) most = std::max(most, load);
    result.axis_congestion.push_back(most);
  }
  return result;
}

// What the plan says holds for its embedding, edge by edge.
inline Examined ExpectHolds(const gray::Plan& plan) {
  const gray::CubeEmbedding embedding = gray::Embed(plan);
  const Examined seen = Examine(embedding);
  EXPECT_EQ(seen.fault, "") << Describe(plan);
  EXPECT_EQ(embedding.dimensions, plan.dimensions) << Describe(plan);
  EXPECT_EQ(seen.load_factor, static_cast<int>(plan.load_factor)) << Describe(plan);
  EXPECT_LE(seen.dilation, plan.dilation) << Describe(plan);
  EXPECT_LE(seen.congestion, plan.congestion.value_or(seen.congestion)) << Describe(plan);
  const gray::Averages averages = PredictAverages(plan);
  EXPECT_NEAR(averages.dilation, seen.AverageDilation(), 1e-12) << Describe(plan);
  EXPECT_NEAR(averages.congestion, seen.AverageCongestion(plan.dimensions), 1e-9) << Describe(plan);
  return seen;
}

}  // namespace toroid::gray_testing
