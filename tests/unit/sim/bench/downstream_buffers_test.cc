#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/support/integers.h"
#include "gen/support/random.h"
#include "gen/topology/graph.h"
#include "sim/bench/credit_counts.h"

namespace toroid::sim_bench_buffers_fed_test {
namespace {

constexpr std::uint32_t kNobody = UINT32_MAX;

// By output port: two for each axis, "+" and "-".
std::vector<std::uint32_t> DownstreamOf(const Graph& host) {
  std::vector<std::uint32_t> downstream;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    for (int a = 0; a < host.axes(); ++a) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const auto to = host.Neighbour(NodeId{n}, Axis{a}, direction);
        downstream.push_back(to ? to->value() : kNobody);
      }
    }
  }
  return downstream;
}

// Compared with handling one bit after the other; few bits and many bits take different code paths.
void Compare(const std::vector<std::uint32_t>& downstream, std::uint32_t link_ports,
             std::uint32_t nodes, const std::string& name) {
  DownstreamBuffers fed(downstream, link_ports, nodes);
  Random random(nodes);
  for (const double share : {0.0, 0.001, 0.02, 0.1, 0.5, 1.0}) {
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint64_t> outputs(BitmapWords(2 * downstream.size()));
      std::vector<std::uint64_t> expected(BitmapWords(std::size_t{nodes} * link_ports * 2));
      std::uint64_t count = 0;
      for (std::size_t output = 0; output < 2 * downstream.size(); ++output) {
        if (!Chance(random.Next(), share)) continue;
        Mark(outputs.data(), output);
        ++count;
        const std::uint32_t to = downstream[output / 2];
        ASSERT_EQ(fed.HasLink(output), to < nodes) << name;
        if (to < nodes)
          Mark(expected.data(),
               (std::size_t{to} * link_ports + output / 2 % link_ports) * 2 + output % 2);
      }
      const auto buffers = fed.Of(outputs, count);
      ASSERT_GE(buffers.size(), expected.size());
      expected.resize(buffers.size());
      ASSERT_EQ(std::vector<std::uint64_t>(buffers.begin(), buffers.end()), expected)
          << name << " " << share;
    }
  }
}

TEST(DownstreamBuffers, AreThoseThatOutputsLeadTo) {
  for (const char* text : {"torus:8x8", "torus:3x5", "mesh:2x8", "torus:4x4x4", "hypercube:5",
                           "mesh:7", "torus:20x13"}) {
    const Graph host = *Graph::Parse(text);
    Compare(DownstreamOf(host), static_cast<std::uint32_t>(2 * host.axes()), host.size(), text);
  }
}

// Outputs of four nodes into the buffers of six, the last two of which are in another process.
TEST(DownstreamBuffers, TakeThoseOfAHalo) { Compare({1, kNobody, 2, 5, 3, 0, 4, 1}, 2, 6, "halo"); }

}  // namespace
}  // namespace toroid::sim_bench_buffers_fed_test
