// The scoreboard alone: its counts. sim_bench_beat_checker_test.cc tests its checks of beats.
#include "sim/bench/scoreboard.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "tests/unit/sim/bench/rig.h"

namespace toroid::sim_bench_scoreboard_test {
namespace {

class ScoreboardTest : public testing::Test {
 protected:
  void Build(bool checks, Cycle window = 0) {
    scoreboard_ = std::make_unique<Scoreboard>("scoreboard", plan_, packets_, 1, window, checks);
  }
  // A packet between neighbours, which needs 3 cycles.
  std::uint32_t Add(std::uint32_t flits) {
    return packets_.Add(
        {.source = NodeId{0}, .destination = NodeId{1}, .flits = flits, .created = 1});
  }
  std::optional<FlitRef> Eject(Cycle now, std::uint32_t local, const EjectedBeat& beat) {
    FlitRef flit;
    return scoreboard_->Ejected(now, local, beat, flit) ? std::optional(flit) : std::nullopt;
  }
  static EjectedBeat Of(std::uint32_t slot, std::uint32_t index, bool tail) {
    return {.last = tail, .flit = FlitRef{slot, index, tail}};
  }

  Plan plan_ = bench_rig::SmallPlan();
  PacketTable packets_;
  Kernel kernel_;
  std::unique_ptr<Scoreboard> scoreboard_;
};

// Two flits that enter in cycles 3 and 4 need 6 cycles in all; they leave in 6 and 8.
TEST_F(ScoreboardTest, CountsWhatFlitsWaitedFor) {
  Build(false);
  const std::uint32_t slot = Add(2);
  scoreboard_->Injected(3, {slot, 0, false});
  scoreboard_->Injected(4, {slot, 1, true});
  EXPECT_EQ(Eject(6, 1, Of(slot, 0, false)), (FlitRef{slot, 0, false}));
  EXPECT_EQ(Eject(8, 1, Of(slot, 1, true)), (FlitRef{slot, 1, true}));
  EXPECT_TRUE(scoreboard_->Delivered(8, slot));
  const RunTotals& totals = scoreboard_->totals();
  EXPECT_EQ(totals.sent, 1U);
  EXPECT_EQ(totals.delivered, 1U);
  EXPECT_EQ(totals.conflicts, 1U);
  EXPECT_EQ(totals.stalled_flit_cycles, 1);
  EXPECT_EQ(totals.last_eject, 8);
  EXPECT_EQ(totals.latencies.max(), 8 - 1) << "from the offer to the tail";
}

TEST_F(ScoreboardTest, APacketThatNothingDelaysIsNoConflict) {
  Build(false);
  const std::uint32_t slot = Add(1);
  scoreboard_->Injected(3, {slot, 0, true});
  Eject(6, 1, Of(slot, 0, true));
  EXPECT_FALSE(scoreboard_->Delivered(6, slot));
  EXPECT_EQ(scoreboard_->totals().conflicts, 0U);
}

TEST_F(ScoreboardTest, ThroughputCountsWithinTheWindow) {
  Build(false, 7);
  const std::uint32_t slot = Add(2);
  Eject(6, 1, Of(slot, 0, false));
  Eject(7, 1, Of(slot, 1, true));
  EXPECT_EQ(scoreboard_->totals().accepted_flits_in_window, 1U);
}

TEST_F(ScoreboardTest, AFlitOfNoPacketUnderWayIsNone) {
  Build(false);
  const std::uint32_t slot = Add(1);
  packets_.Release(slot);
  EXPECT_FALSE(Eject(6, 1, Of(slot, 0, true)));
  EXPECT_FALSE(Eject(6, 1, Of(slot + 1, 0, true)));
  EXPECT_EQ(scoreboard_->totals().last_eject, 0);
}

TEST_F(ScoreboardTest, APacketThatMustBeRefusedIsNotSent) {
  Build(true);
  const std::uint32_t slot =
      packets_.Add({.source = NodeId{0}, .destination = NodeId{0}, .misaddressed = true});
  scoreboard_->Injected(3, {slot, 0, true});
  EXPECT_EQ(scoreboard_->totals().sent, 0U);
}

// Node 2 sends two flits to all, in cycles 3 and 4. To nodes 0 and 1 they need 4 and 3 cycles, and
// go by node 3 and from node 2.
TEST(ScoreboardOfCopies, CountsWhatEachCopyWaitedFor) {
  const Plan plan =
      Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {.in_network = InNetwork::kMulticast})
          .value();
  PacketTable packets;
  Kernel kernel;
  Scoreboard scoreboard("scoreboard", plan, packets, 1, 0, false);
  const Packet packet{.source = NodeId{2}, .destination = NodeId{2}, .flits = 2, .leaves = false};
  const std::uint32_t enters = packets.Add(packet);
  std::array<std::uint32_t, 2> leaves{};
  for (std::uint32_t n = 0; n < 2; ++n) {
    leaves[n] =
        packets.Add({.source = NodeId{2}, .destination = NodeId{n}, .flits = 2, .enters = false});
    scoreboard.Injected(0, {leaves[n], 0, false});  // expected from cycle 0 on
  }
  scoreboard.Injected(3, {enters, 0, false});
  scoreboard.Injected(4, {enters, 1, true});
  const std::array<std::array<Cycle, 2>, 2> arrivals = {{{7, 8}, {6, 12}}};
  for (std::uint32_t n = 0; n < 2; ++n) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      FlitRef flit;
      const EjectedBeat beat{.last = true, .flit = {leaves[n], i, i == 1}};
      ASSERT_TRUE(scoreboard.Ejected(arrivals[n][i], n, beat, flit));
    }
    EXPECT_EQ(scoreboard.Delivered(arrivals[n][1], leaves[n]), n == 1);
  }
  EXPECT_EQ(scoreboard.totals().sent, 2U);
  EXPECT_EQ(scoreboard.totals().stalled_flit_cycles, 12 - 7);
  EXPECT_EQ(scoreboard.links()->Loaded(),
            (std::vector<LinkLoad>{{NodeId{2}, NodeId{1}, 2}, {NodeId{3}, NodeId{0}, 2}}));
}

// A flit of the hardware is identified by its payload, and faults are counted.
TEST_F(ScoreboardTest, FindsTheFlitOfABeat) {
  Build(true);
  const std::uint32_t slot = Add(1);
  scoreboard_->Injected(3, {slot, 0, true});
  std::array<std::uint32_t, kMostPayloadWords> words{};
  PayloadMaker(plan_, 1).Write(packets_[slot].packet, 0, words.data());
  const EjectedBeat beat{
      .source = plan_.WireAddressOf(NodeId{0}), .last = true, .payload = words.data()};
  EXPECT_FALSE(Eject(6, 2, beat)) << "another node's sink";
  EXPECT_EQ(ToString(scoreboard_->faults()), "1 misrouted");
  EXPECT_EQ(Eject(6, 1, beat), (FlitRef{slot, 0, true}));
  scoreboard_->Delivered(6, slot);
  EXPECT_FALSE(Eject(7, 1, beat));
  EXPECT_EQ(ToString(scoreboard_->faults()), "1 duplicated, 1 misrouted");
}

TEST_F(ScoreboardTest, ABeatMustNotChangeWhileItWaits) {
  Build(true);
  const std::uint32_t word = 5;
  scoreboard_->Withheld(1, {.payload = &word});
  scoreboard_->Withheld(1, {.last = true, .payload = &word});
  EXPECT_EQ(ToString(scoreboard_->faults()), "1 corrupted");
}

}  // namespace
}  // namespace toroid::sim_bench_scoreboard_test
