// The model of the barrier compared with the formula of docs/spec/barrier.md, BA2.4, for arrivals
// in any cycles.
#include "gen/plan/barrier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <tuple>

#include "sim/model/barrier.h"

namespace toroid::sim_model_barrier_test {
namespace {

int DistanceOf(const Graph& host, NodeId node) {
  int distance = 0;
  for (int a = 0; a < host.axes(); ++a)
    distance += std::abs(host.Coordinate(node, Axis{a}) - host.length(Axis{a}) / 2);
  return distance;
}

class BarrierModel : public testing::TestWithParam<std::tuple<const char*, int>> {};

TEST_P(BarrierModel, ReleasesAllNodesInTheCycleOfTheFormula) {
  const auto& [shape, stages] = GetParam();
  const Graph host = Graph::Parse(shape).value();
  const int hop_cycles = stages + 1;
  model::Barrier barrier(host, stages);
  std::mt19937 random(1);
  for (int round = 0; round < 30; ++round) {
    std::vector<int> arrivals(host.size());
    int expected = 0;
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      arrivals[n] = round == 0 ? 0 : static_cast<int>(random() % 20);
      expected = std::max(expected, arrivals[n] + DistanceOf(host, NodeId{n}) * hop_cycles);
    }
    expected += (BarrierDepth(host) + 1) * hop_cycles;
    if (round == 0) {
      EXPECT_EQ(expected, BarrierLatency(host, hop_cycles));
    }
    for (int now = 0; now < expected; ++now) {
      for (std::uint32_t n = 0; n < host.size(); ++n) {
        if (now > 0) {
          ASSERT_FALSE(barrier.Released(NodeId{n})) << n << " in cycle " << now;
        }
        if (now == arrivals[n] || (now > arrivals[n] && random() % 2 == 0))
          barrier.Arrive(NodeId{n});
      }
      barrier.EndCycle();
    }
    for (std::uint32_t n = 0; n < host.size(); ++n) ASSERT_TRUE(barrier.Released(NodeId{n})) << n;
  }
  barrier.EndCycle();
  for (std::uint32_t n = 0; n < host.size(); ++n) EXPECT_FALSE(barrier.Busy(NodeId{n}));
}

INSTANTIATE_TEST_SUITE_P(Shapes, BarrierModel,
                         testing::Combine(testing::Values("torus:3x5", "mesh:2x8",
                                                          "torus:2x2x2x2x2x2", "ring:7", "line:2",
                                                          "mesh:4x2x3"),
                                          testing::Values(0, 1, 3)));

TEST(BarrierLatency, FollowsFromTheShape) {
  const auto latency = [](const char* host, Cycle hop_cycles = 1) {
    return BarrierLatency(Graph::Parse(host).value(), hop_cycles);
  };
  EXPECT_EQ(latency("torus:8x8"), 17);
  EXPECT_EQ(latency("mesh:8x8"), 17);
  EXPECT_EQ(latency("torus:3x5"), 7);
  EXPECT_EQ(latency("ring:64"), 65);
  EXPECT_EQ(latency("hypercube:6"), 13);
  EXPECT_EQ(latency("hypercube:6", 3), 39);
}

}  // namespace
}  // namespace toroid::sim_model_barrier_test
