// tao's dilation beside the least dilation, for every pair of at most 16 nodes.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "tests/oracle/least_dilation.h"
#include "tests/property/tao_testing.h"

namespace toroid::tao::tao_optimum_test {
namespace {

// Every graph with this number of nodes once: lengths rising, and meshes of twos not repeated as
// tori.
std::vector<Graph> GraphsOf(const std::vector<Lengths>& shapes) {
  std::vector<Graph> graphs;
  for (const Lengths& shape : shapes) {
    if (!std::ranges::is_sorted(shape)) continue;
    graphs.push_back(Graph::Create(Kind::kMesh, shape).value());
    if (shape.back() > 2) graphs.push_back(Graph::Create(Kind::kTorus, shape).value());
  }
  return graphs;
}

// The whole list, also in docs/spec/tao.md, O3.5.
TEST(TaoOptimum, AllPairsOfUpTo16NodesHaveTheLeastDilationButThese) {
  std::vector<std::string> above;
  std::vector<std::string> refused;
  int pairs = 0;
  int up_to_12 = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    if (size > 16) break;
    const std::vector<Graph> graphs = GraphsOf(shapes);
    for (const Graph& guest : graphs) {
      for (const Graph& host : graphs) {
        ++pairs;
        up_to_12 += size <= 12 ? 1 : 0;
        const int least = oracle::LeastDilation(guest, host);
        const auto construction = Construct(guest, host);
        const std::string text = PairText(guest, host) + ": ";
        if (!construction) {
          refused.push_back(text + std::to_string(least));
          continue;
        }
        ASSERT_GE(construction->dilation, least) << text;
        if (construction->dilation != least) {
          above.push_back(text + std::to_string(*construction->dilation) + ", least " +
                          std::to_string(least));
        }
      }
    }
  }
  EXPECT_EQ(pairs, 280);
  EXPECT_EQ(up_to_12, 163);
  EXPECT_EQ(above, (std::vector<std::string>{
                       "torus:3x3 in mesh:9: 6, least 5", "mesh:2x2x2x2 in mesh:16: 8, least 7",
                       "torus:2x2x4 in mesh:16: 8, least 7", "torus:4x4 in mesh:16: 8, least 7"}));
  EXPECT_EQ(refused,
            (std::vector<std::string>{"mesh:2x6 in mesh:3x4: 2", "torus:2x6 in mesh:3x4: 2",
                                      "mesh:2x8 in mesh:4x4: 2", "torus:2x8 in mesh:4x4: 2"}));
  std::cout << pairs << " pairs compared\n";
}

// ---- the search itself ----

int ByAllPermutations(const Graph& guest, const Graph& host) {
  std::vector<std::uint32_t> places(host.size());
  std::iota(places.begin(), places.end(), 0U);
  int least = static_cast<int>(host.size());
  do {
    int longest = 0;
    for (std::uint32_t n = 0; n < guest.size(); ++n) {
      for (int a = 0; a < guest.axes(); ++a) {
        const auto next = guest.Neighbour(NodeId{n}, Axis{a}, Direction::kPlus);
        if (next) {
          const NodeId from{places[n]};
          longest = std::max(longest, host.Distance(from, NodeId{places[next->index()]}));
        }
      }
    }
    least = std::min(least, longest);
  } while (std::ranges::next_permutation(places).found);
  return least;
}

TEST(LeastDilation, IsThatOfTheBestPermutationUpToSixNodes) {
  int pairs = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    if (size > 6) break;
    const std::vector<Graph> graphs = GraphsOf(shapes);
    for (const Graph& guest : graphs) {
      for (const Graph& host : graphs) {
        ASSERT_EQ(oracle::LeastDilation(guest, host), ByAllPermutations(guest, host))
            << PairText(guest, host);
        ++pairs;
      }
    }
  }
  EXPECT_EQ(pairs, 34);
}

// On a line it is the bandwidth: of a mesh of two axes the shorter (Chvatalova, 1975), of a
// hypercube Harper's sum of middle binomials (1966).
TEST(LeastDilation, OnALineIsTheBandwidth) {
  const auto on_line = [](const std::string& text) {
    const Graph guest = Graph::Parse(text).value();
    const Graph line = Graph::Create(Kind::kMesh, {static_cast<int>(guest.size())}).value();
    return oracle::LeastDilation(guest, line);
  };
  EXPECT_EQ(on_line("mesh:3x4"), 3);
  EXPECT_EQ(on_line("mesh:2x7"), 2);
  EXPECT_EQ(on_line("hypercube:3"), 1 + 1 + 2);
  EXPECT_EQ(on_line("hypercube:4"), 1 + 1 + 2 + 3);
}

}  // namespace
}  // namespace toroid::tao::tao_optimum_test
