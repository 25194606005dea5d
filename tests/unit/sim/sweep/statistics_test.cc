// Means, intervals and zero-load latencies against values computed by hand (docs/spec/sweep.md, 1
// and 3).

#include <gtest/gtest.h>

#include <cmath>

#include "sim/sweep/grid.h"
#include "sim/sweep/measured.h"

namespace toroid::sim_sweep_statistics_test {
namespace {

// From a printed table of the distribution.
TEST(Statistics, QuantilesAreThoseOfTheTable) {
  EXPECT_NEAR(StudentT(1), 12.7062, 1e-4);
  EXPECT_NEAR(StudentT(9), 2.2622, 1e-4);
  EXPECT_NEAR(StudentT(30), 2.0423, 1e-4);
  EXPECT_NEAR(StudentT(31), 2.0395, 1e-4);
  EXPECT_NEAR(StudentT(60), 2.0003, 1e-4);
  EXPECT_NEAR(StudentT(120), 1.9799, 1e-4);
  EXPECT_NEAR(StudentT(100000), 1.9600, 1e-4);
}

// Mean 5, squares of the deviations 32 in all, so a standard error of sqrt(32 / 7 / 8).
TEST(Statistics, AnIntervalReachesStudentsStandardErrors) {
  const Estimate estimate = EstimateOf(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_DOUBLE_EQ(estimate.mean, 5);
  EXPECT_NEAR(*estimate.half_width, 2.3646 * 0.755929, 1e-5);
}

TEST(Statistics, OneValueHasNoInterval) {
  EXPECT_EQ(EstimateOf(std::vector<double>{3}).half_width, std::nullopt);
  EXPECT_DOUBLE_EQ(EstimateOf(std::vector<double>{3}).mean, 3);
  EXPECT_EQ(EstimateOf({}).half_width, std::nullopt);
}

// Batches of 10, 30 and 0 packets: the mean is over packets, 4.5; the interval over the batches'
// means 3 and 5, whose standard error is 1.
TEST(Statistics, LatencyIsThatOfPacketsWithAnIntervalOfBatches) {
  const Estimate latency = LatencyOf({{.packets = 10, .delivered = 10, .latency = 30},
                                      {.packets = 30, .delivered = 30, .latency = 150},
                                      {.packets = 0}});
  EXPECT_DOUBLE_EQ(latency.mean, 4.5);
  EXPECT_NEAR(*latency.half_width, 12.7062, 1e-4);
}

double ZeroLoad(const std::string& host, const std::string& traffic, double hotspot = 0.1,
                int flits = 1, int link_stages = 0) {
  const Plan plan =
      Plan::Create(*Graph::Parse(host), std::nullopt, {.links = {.stages = link_stages}}).value();
  auto request = std::get<PatternRequest>(*ParseTraffic(traffic));
  request.hotspot = hotspot;
  request.packet_flits = flits;
  return ZeroLoadLatencyOf(plan, request, 1);
}

TEST(ZeroLoad, IsTheMeanOverWhatAPatternSends) {
  EXPECT_DOUBLE_EQ(ZeroLoad("ring:4", "uniform"), 2 + 4 / 3.);  // to 1, 2 and 1 hops
  EXPECT_DOUBLE_EQ(ZeroLoad("torus:8x8", "neighbor"), 4);
  EXPECT_DOUBLE_EQ(ZeroLoad("torus:8x8", "neighbor", 0, 5), 8);
  EXPECT_DOUBLE_EQ(ZeroLoad("mesh:2x2", "transpose"), 4);  // the diagonal is silent
  EXPECT_DOUBLE_EQ(ZeroLoad("torus:8x8", "neighbor", 0, 5, 3), 4 * 2 + 2 + 4);
}

// Computed pair by pair, while the formula goes axis by axis.
TEST(ZeroLoad, IsThatOfAllPairs) {
  for (const char* host : {"mesh:3x5", "torus:4x6", "hypercube:3", "mesh:2x3x4"}) {
    const Graph graph = *Graph::Parse(host);
    const std::uint32_t nodes = graph.size();
    Coordinates middle = graph.lengths();
    for (int& x : middle) x /= 2;
    const NodeId hot = graph.NodeAt(middle);
    double uniform = 0;
    double to_hot = 0;
    double from_hot = 0;
    for (std::uint32_t a = 0; a < nodes; ++a) {
      to_hot += graph.Distance(NodeId{a}, hot);
      for (std::uint32_t b = 0; b < nodes; ++b) {
        uniform += graph.Distance(NodeId{a}, NodeId{b});
        if (NodeId{a} == hot) from_hot += graph.Distance(hot, NodeId{b});
      }
    }
    uniform /= nodes * (nodes - 1.0);
    from_hot /= nodes - 1.0;
    EXPECT_NEAR(ZeroLoad(host, "uniform"), 2 + uniform, 1e-9) << host;
    // The node in the middle sends to any other alone.
    EXPECT_NEAR(ZeroLoad(host, "hotspot", 0.3),
                2 + 0.7 * uniform + 0.3 * (to_hot + from_hot) / nodes, 1e-9)
        << host;
  }
}

}  // namespace
}  // namespace toroid::sim_sweep_statistics_test
