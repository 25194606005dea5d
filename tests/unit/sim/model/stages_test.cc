// The reference model with link stages (docs/spec/router.md, section 9). Buffers may be smaller
// than the program allows: a link is then slower, and otherwise as specified.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "sim/model/model.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_model_stages_test {
namespace {

HardwareOptions With(int stages, int depth, Ports ports = Ports::kOne) {
  return {.ports = ports, .buffered = {.depth = depth}, .links = {.stages = stages}};
}

TEST(LinkStages, AHopTakesOneMoreCycleForEach) {  // R9.2, R9.4
  std::size_t compared = 0;
  for (const int stages : {1, 3, 8}) {
    Rig rig(PlanOf("torus:3x2x5", With(stages, 2 * stages + 2)));
    for (std::uint32_t to = 1; to < rig.plan.host().size(); ++to) {
      const Cycle start = rig.now;
      const auto slot = rig.Send(start, 0, to, 2);
      ASSERT_NO_FATAL_FAILURE(rig.Drain(200));
      const std::vector<Crossing> route = ExpectedRoute(rig.plan, 0, to);
      for (Cycle i = 0; i < 2; ++i) {
        const Life& life = rig.packets[slot].flits[static_cast<std::size_t>(i)];
        ASSERT_EQ(life.route, route);
        Cycle sent = start + i + 1;
        for (const Cycle hop : life.hops) {
          ASSERT_EQ(hop, sent);
          sent += stages + 1;
          ++compared;
        }
        ASSERT_EQ(life.eject, sent + 1);
        ASSERT_EQ(life.eject - life.inject, rig.plan.ZeroLoadLatency(NodeId{0}, NodeId{to}));
      }
    }
  }
  EXPECT_GT(compared, 300U);
}

// Cycles in which flits of one long packet leave over the first link of a line.
std::vector<Cycle> Sent(int stages, int depth, std::uint32_t flits) {
  Rig rig(PlanOf("line:3", With(stages, depth)));
  rig.Send(0, 0, 2, flits);
  rig.Drain();
  std::vector<Cycle> cycles;
  for (const Seen& seen : rig.crossed.at({0, 0})) cycles.push_back(seen.cycle);
  return cycles;
}

TEST(LinkStages, ABufferOfDFlitsSendsThatManyInARoundTrip) {  // R9.5
  int measured = 0;
  for (int stages = 0; stages <= kMostLinkStages; ++stages) {
    const Cycle round_trip = 2 * stages + 2;
    EXPECT_EQ(FullRateDepth(stages), round_trip);
    for (int depth = kLeastBufferDepth; depth <= round_trip + 3; ++depth) {
      const std::vector<Cycle> cycles = Sent(stages, depth, 120);
      ASSERT_EQ(cycles.size(), 120U);
      const Cycle of_round_trip = std::min<Cycle>(depth, round_trip);
      // any window of that length within the packet
      for (Cycle from = cycles.front(); from + round_trip <= cycles.back(); ++from) {
        const auto begin = std::ranges::lower_bound(cycles, from);
        const auto end = std::ranges::lower_bound(cycles, from + round_trip);
        ASSERT_EQ(end - begin, of_round_trip) << stages << " stages, depth " << depth;
        ++measured;
      }
    }
  }
  EXPECT_GT(measured, 1000);
}

// If sinks take nothing, a flit waits in every place of the buffers and none in a stage: a flit
// without a place would be lost.
TEST(LinkStages, HoldNoFlitThatHasNoPlace) {  // R9.3
  for (const int depth : {2, 5, 18}) {
    Rig rig(PlanOf("line:2", With(8, depth)));
    bool open = false;
    rig.sink = [&](std::uint32_t, Cycle) { return open; };
    const auto slot = rig.Send(0, 0, 1, 60);
    rig.RunUntil(400);
    EXPECT_EQ(rig.crossed.at({0, 0}).size(), static_cast<std::size_t>(depth + 2));
    open = true;
    rig.Drain();
    std::vector<Cycle> ejects = rig.Ejects(slot);
    EXPECT_EQ(ejects.size(), 60U);
    EXPECT_TRUE(std::ranges::is_sorted(ejects));
  }
}

// R9.6: a flit is in the stages of the receiver, a credit in those of the sender; and the network
// is not empty while a flit is in one.
TEST(LinkStages, KeepTheirNodeBusy) {
  Rig rig(PlanOf("line:2", With(3, 8)));
  rig.Send(0, 0, 1);
  std::vector<std::vector<std::uint32_t>> busy;
  std::vector<bool> empty;
  while (rig.now < 14) {
    busy.push_back(rig.model.BusyNodes());
    empty.push_back(rig.model.Empty());
    rig.Cycle1();
  }
  using Nodes = std::vector<std::uint32_t>;
  // Injected in 0, sent in 1, in the buffer from 5 on; to the eject queue, and its credit given, in
  // 5; taken in 6; the credit in stages until 8.
  const std::vector<Nodes> expected = {{},  {0}, {1}, {1}, {1}, {1}, {0, 1},
                                       {0}, {0}, {},  {},  {},  {},  {}};
  EXPECT_EQ(busy, expected);
  for (std::size_t cycle = 0; cycle < empty.size(); ++cycle)
    EXPECT_EQ(empty[cycle], cycle == 0 || cycle > 6) << cycle;
}

TEST(LinkStages, AllArriveUnderHeavyTrafficWhateverTheDepth) {
  for (const auto& [host, stages, depth] : {std::tuple{"torus:4x5", 2, 2},
                                            {"ring:9", 8, 2},
                                            {"mesh:3x4", 1, 3},
                                            {"torus:2x8", 5, 12}}) {
    Rig rig(PlanOf(host, With(stages, depth, Ports::kAll)));
    Random random(5);
    rig.sink = [&](std::uint32_t, Cycle) { return random.Below(3) != 0; };
    const std::uint32_t nodes = rig.plan.host().size();
    for (std::uint32_t i = 0; i < 40 * nodes; ++i) {
      const auto step = 1 + static_cast<std::uint32_t>(random.Below(nodes - 1));
      rig.Send(0, i % nodes, (i + step) % nodes, 1 + i % 6);
    }
    ASSERT_NO_FATAL_FAILURE(rig.Drain()) << host;
    EXPECT_TRUE(rig.model.Empty());
    std::size_t flits = 0;
    for (const SentPacket& packet : rig.packets) {
      const std::vector<Crossing> route = ExpectedRoute(rig.plan, packet.from, packet.to);
      for (const Life& life : packet.flits) {
        ASSERT_EQ(life.route, route);
        ++flits;
      }
    }
    EXPECT_GT(flits, 1000U);
  }
}

}  // namespace
}  // namespace toroid::sim_model_stages_test
