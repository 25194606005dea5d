// What the scoreboard makes of beats: those that come again after their packet was delivered, and
// those that change while they wait for their sink.
#include <gtest/gtest.h>

#include <array>

#include "sim/bench/scoreboard.h"

namespace toroid {
namespace {

constexpr std::uint64_t kSeed = 5;

class ScoreboardTest : public testing::Test {
 protected:
  // A packet from node 0 to node 1, sent.
  std::uint32_t Send(std::uint32_t flits) {
    const std::uint32_t slot =
        table_.Add({.source = NodeId{0}, .destination = NodeId{1}, .flits = flits}, 0);
    scoreboard_.Sent(slot);
    return slot;
  }
  // Its beat as it must arrive.
  Scoreboard::Beat BeatOf(std::uint32_t slot, std::uint32_t index) {
    payload_.Write(table_[slot].packet, index, words_.data());
    return {.source = plan_.WireAddressOf(NodeId{0}),
            .last = index + 1 == table_[slot].packet.flits,
            .payload = words_.data()};
  }
  bool Arrive(const Scoreboard::Beat& beat) {
    FlitRef flit;
    return scoreboard_.Arrived(1, beat, flit);
  }

  Plan plan_ = Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {.flit_width = 40}).value();
  PacketTable table_;
  PayloadMaker payload_{plan_, kSeed};
  Scoreboard scoreboard_{plan_, table_, kSeed};
  std::array<std::uint32_t, 16> words_{};
};

TEST_F(ScoreboardTest, ALastBeatThatComesAgainIsADuplicate) {
  const std::uint32_t slot = Send(3);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_TRUE(Arrive(BeatOf(slot, i)));
  scoreboard_.Forget(slot);
  EXPECT_FALSE(scoreboard_.faults().any());
  EXPECT_FALSE(Arrive(BeatOf(slot, 2)));
  EXPECT_EQ(ToString(scoreboard_.faults()), "1 duplicated");
}

TEST_F(ScoreboardTest, AnyOtherBeatThatComesAgainIsNoPacketsHead) {
  const std::uint32_t slot = Send(3);
  for (std::uint32_t i = 0; i < 3; ++i) Arrive(BeatOf(slot, i));
  scoreboard_.Forget(slot);
  EXPECT_FALSE(Arrive(BeatOf(slot, 1)));
  EXPECT_EQ(ToString(scoreboard_.faults()), "1 corrupted");
}

TEST_F(ScoreboardTest, ABeatMayWaitForItsSink) {
  const std::uint32_t slot = Send(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    scoreboard_.Withheld(1, BeatOf(slot, i));
    scoreboard_.Withheld(1, BeatOf(slot, i));
    EXPECT_TRUE(Arrive(BeatOf(slot, i)));
  }
  EXPECT_FALSE(scoreboard_.faults().any());
}

TEST_F(ScoreboardTest, ABeatThatChangesWhileItWaitsIsCorrupted) {
  const auto alter = {
      +[](Scoreboard::Beat& beat, std::uint32_t* words) { words[1] ^= 1, (void)beat; },
      +[](Scoreboard::Beat& beat, std::uint32_t*) { beat.source ^= 2; },
      +[](Scoreboard::Beat& beat, std::uint32_t*) { beat.id ^= 1; },
      +[](Scoreboard::Beat& beat, std::uint32_t*) { beat.last = !beat.last; }};
  std::uint64_t expected = 0;
  for (const auto& change : alter) {
    const std::uint32_t slot = Send(1);
    Scoreboard::Beat altered = BeatOf(slot, 0);
    change(altered, words_.data());
    scoreboard_.Withheld(1, altered);
    EXPECT_TRUE(Arrive(BeatOf(slot, 0))) << "what is taken is right";
    scoreboard_.Forget(slot);
    table_.Release(slot);
    EXPECT_EQ(scoreboard_.faults().corrupted, ++expected);
  }
}

}  // namespace
}  // namespace toroid
