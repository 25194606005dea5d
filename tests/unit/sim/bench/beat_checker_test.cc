// Beats that arrive again after their packet was delivered, and beats that change while they wait
// for their sink.
#include "sim/bench/beat_checker.h"

#include <gtest/gtest.h>

#include <array>
#include <list>
#include <vector>

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

// Node 1 gets copies of what node 0 sends to itself, and packets of node 0 for it alone.
class CopiedBeatsAtASink : public testing::Test {
 protected:
  std::uint32_t Send(std::uint32_t flits, bool copied) {
    auto& words = words_.emplace_back(flits);
    for (std::uint32_t& word : words) word = next_word_++;
    const std::uint32_t slot = table_.Add({.source = NodeId{0},
                                           .destination = NodeId{1},
                                           .flits = flits,
                                           .enters = !copied,
                                           .words = words.data()});
    checker_.Sent(slot);
    return slot;
  }
  // As the scoreboard does.
  FlitRef Arrive(std::uint32_t slot, std::uint32_t index, bool last) {
    FlitRef flit{.slot = PacketTable::kNone};
    const std::uint32_t* words = table_[slot].packet.words + index;
    if (checker_.Arrived(1, {.source = 0, .last = last, .payload = words}, flit))
      ++table_[flit.slot].ejected;
    return flit;
  }

  Plan plan_ =
      Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {.in_network = InNetwork::kMulticast})
          .value();
  PacketTable table_;
  std::list<std::vector<std::uint32_t>> words_;
  std::uint32_t next_word_ = 100;
  BeatChecker checker_{plan_, table_, kSeed};
};

TEST_F(CopiedBeatsAtASink, ComeAloneBetweenOtherPackets) {
  const std::uint32_t all = Send(3, true);
  const std::uint32_t later = Send(1, true);
  const std::uint32_t one = Send(2, false);
  EXPECT_EQ(Arrive(all, 0, true), (FlitRef{all, 0, false}));
  EXPECT_EQ(Arrive(one, 0, false), (FlitRef{one, 0, false}));
  EXPECT_EQ(Arrive(one, 1, true), (FlitRef{one, 1, true}));
  EXPECT_EQ(Arrive(all, 1, true), (FlitRef{all, 1, false}));
  EXPECT_EQ(Arrive(all, 2, true), (FlitRef{all, 2, true}));
  EXPECT_EQ(Arrive(later, 0, true), (FlitRef{later, 0, true}));
  EXPECT_FALSE(checker_.faults().any()) << ToString(checker_.faults());
}

TEST_F(CopiedBeatsAtASink, AreAllLastBeats) {
  const std::uint32_t all = Send(2, true);
  Arrive(all, 0, false);
  EXPECT_EQ(ToString(checker_.faults()), "1 corrupted");
}

TEST_F(CopiedBeatsAtASink, ComeInOrder) {
  const std::uint32_t all = Send(2, true);
  const std::uint32_t later = Send(1, true);
  Arrive(all, 0, true);
  EXPECT_EQ(Arrive(later, 0, true).slot, later);
  EXPECT_EQ(ToString(checker_.faults()), "1 out of order");
  EXPECT_EQ(Arrive(all, 0, true).slot, PacketTable::kNone) << "again";
  EXPECT_EQ(Arrive(all, 1, true), (FlitRef{all, 1, true}));
  EXPECT_EQ(ToString(checker_.faults()), "1 duplicated, 1 out of order");
}

// Two copied flits and a packet for node 1 alone have one payload.
TEST_F(CopiedBeatsAtASink, MayHaveThePayloadOfOthers) {
  const std::uint32_t all = Send(2, true);
  const std::uint32_t later = Send(1, true);
  const std::uint32_t one = Send(1, false);
  words_.back()[0] = 7;
  std::next(words_.begin())->front() = 7;
  Arrive(all, 0, true);
  EXPECT_EQ(Arrive(one, 0, true), (FlitRef{one, 0, true}));
  Arrive(all, 1, true);
  EXPECT_EQ(Arrive(later, 0, true), (FlitRef{later, 0, true}));
  EXPECT_FALSE(checker_.faults().any()) << ToString(checker_.faults());
}

}  // namespace
}  // namespace toroid::sim_bench_beat_checker_test
