// Destinations of a pattern's packets (docs/spec/patterns.md).
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "sim/traffic/traffic.h"

namespace toroid::sim_traffic_pattern_test {
namespace {

// Packets of each source and destination.
using Counts = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

Counts CountPackets(PatternOptions options) {
  const Plan plan = Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {}).value();
  const auto traffic = MakePatternTraffic(plan, std::move(options));
  Counts counts;
  for (Cycle now = 0; !traffic->Exhausted(); ++now) {
    std::vector<Packet> packets;
    traffic->Offer(now, packets);
    for (const Packet& packet : packets)
      ++counts[{packet.source.value(), packet.destination.value()}];
  }
  return counts;
}

TEST(PatternTraffic, GoesWhereThePatternSaysAndNowhereElse) {
  const Counts counts = CountPackets(
      {.destinations = {NodeId{1}, NodeId{1}, NodeId{0}, NodeId{2}}, .rate = 1, .cycles = 50});
  EXPECT_EQ(counts, (Counts{{{0, 1}, 50}, {{2, 0}, 50}, {{3, 2}, 50}}));  // node 1 is silent
}

// Three of four nodes send a quarter of their packets to node 2, in addition to a third of the
// others.
TEST(PatternTraffic, MixesAShareIntoUniformTraffic) {
  const std::vector<NodeId> to_two(4, NodeId{2});
  Counts counts =
      CountPackets({.destinations = to_two, .followed = 0.25, .rate = 1, .cycles = 4000});
  for (const std::uint32_t source : {0U, 1U, 3U}) {
    EXPECT_NEAR((counts[{source, 2}]), 4000 * (0.25 + 0.75 / 3), 160) << source;
    EXPECT_EQ((counts[{source, source}]), 0);
  }
  for (const std::uint32_t other : {0U, 1U, 3U})
    EXPECT_NEAR((counts[{2, other}]), 4000 / 3., 160) << other;
}

TEST(PatternTraffic, OfWhichNothingFollowsIsUniform) {
  const std::vector<NodeId> to_two(4, NodeId{2});
  const Counts counts = CountPackets({.destinations = to_two, .followed = 0, .rate = 1});
  EXPECT_EQ(counts.size(), 12U);
}

// Where nodes may send to themselves, only addresses of no node are refused; here 3 and 7, of 2
// coordinates. In a ring of 4 all codes are nodes', and none is refused.
TEST(PatternTraffic, HasNoRefusedPacketToTheNodeItselfWhereThatGoesToAll) {
  for (const char* host : {"mesh:2x3", "ring:4"}) {
    const Plan plan =
        Plan::Create(*Graph::Parse(host), std::nullopt, {.in_network = InNetwork::kMulticast})
            .value();
    const auto traffic = MakePatternTraffic(plan, {.rate = 1, .cycles = 200, .refused = 0.5});
    std::map<std::uint32_t, int> refused;  // by address
    for (Cycle now = 0; !traffic->Exhausted(); ++now) {
      std::vector<Packet> packets;
      traffic->Offer(now, packets);
      for (const Packet& packet : packets) {
        EXPECT_EQ(packet.misaddressed, packet.source == packet.destination);
        if (packet.misaddressed) ++refused[packet.address];
      }
    }
    if (host == std::string("ring:4")) {
      EXPECT_TRUE(refused.empty());
      continue;
    }
    EXPECT_EQ(refused.size(), 2U);
    EXPECT_GT(refused[3], 100);
    EXPECT_GT(refused[7], 100);
  }
}

}  // namespace
}  // namespace toroid::sim_traffic_pattern_test
