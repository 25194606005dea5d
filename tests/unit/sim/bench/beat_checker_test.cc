// Beats that arrive again after their packet was delivered, and beats that change while they wait
// for their sink.
#include "sim/bench/beat_checker.h"

#include <gtest/gtest.h>

#include <array>

namespace toroid::sim_bench_beat_checker_test {
namespace {

constexpr std::uint64_t kSeed = 5;

class BeatCheckerTest : public testing::Test {
 protected:
  // A packet from node 0 to node 1, sent.
  std::uint32_t Send(std::uint32_t flits) {
    const std::uint32_t slot =
        table_.Add({.source = NodeId{0}, .destination = NodeId{1}, .flits = flits});
    checker_.Sent(slot);
    return slot;
  }
  // Its beat as it must arrive.
  EjectedBeat BeatOf(std::uint32_t slot, std::uint32_t index) {
    payload_.Write(table_[slot].packet, index, words_.data());
    return {.source = plan_.WireAddressOf(NodeId{0}),
            .last = index + 1 == table_[slot].packet.flits,
            .payload = words_.data()};
  }
  bool Arrive(const EjectedBeat& beat) {
    FlitRef flit;
    return checker_.Arrived(1, beat, flit);
  }

  Plan plan_ = Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {.flit_width = 40}).value();
  PacketTable table_;
  PayloadMaker payload_{plan_, kSeed};
  BeatChecker checker_{plan_, table_, kSeed};
  std::array<std::uint32_t, 16> words_{};
};

TEST_F(BeatCheckerTest, ALastBeatThatComesAgainIsADuplicate) {
  const std::uint32_t slot = Send(3);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_TRUE(Arrive(BeatOf(slot, i)));
  checker_.Forget(slot);
  EXPECT_FALSE(checker_.faults().any());
  EXPECT_FALSE(Arrive(BeatOf(slot, 2)));
  EXPECT_EQ(ToString(checker_.faults()), "1 duplicated");
}

TEST_F(BeatCheckerTest, AnyOtherBeatThatComesAgainIsNoPacketsHead) {
  const std::uint32_t slot = Send(3);
  for (std::uint32_t i = 0; i < 3; ++i) Arrive(BeatOf(slot, i));
  checker_.Forget(slot);
  EXPECT_FALSE(Arrive(BeatOf(slot, 1)));
  EXPECT_EQ(ToString(checker_.faults()), "1 corrupted");
}

TEST_F(BeatCheckerTest, ABeatMayWaitForItsSink) {
  const std::uint32_t slot = Send(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    checker_.Withheld(1, BeatOf(slot, i));
    checker_.Withheld(1, BeatOf(slot, i));
    EXPECT_TRUE(Arrive(BeatOf(slot, i)));
  }
  EXPECT_FALSE(checker_.faults().any());
}

TEST_F(BeatCheckerTest, ABeatThatChangesWhileItWaitsIsCorrupted) {
  const auto alter = {+[](EjectedBeat& beat, std::uint32_t* words) { words[1] ^= 1, (void)beat; },
                      +[](EjectedBeat& beat, std::uint32_t*) { beat.source ^= 2; },
                      +[](EjectedBeat& beat, std::uint32_t*) { beat.id ^= 1; },
                      +[](EjectedBeat& beat, std::uint32_t*) { beat.last = !beat.last; }};
  std::uint64_t expected = 0;
  for (const auto& change : alter) {
    const std::uint32_t slot = Send(1);
    EjectedBeat altered = BeatOf(slot, 0);
    change(altered, words_.data());
    checker_.Withheld(1, altered);
    EXPECT_TRUE(Arrive(BeatOf(slot, 0))) << "what is taken is right";
    checker_.Forget(slot);
    table_.Release(slot);
    EXPECT_EQ(checker_.faults().corrupted, ++expected);
  }
}

}  // namespace
}  // namespace toroid::sim_bench_beat_checker_test
