// What the independent checks find in spoilt schedules.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gen/schedule/schedule.h"
#include "tests/property/schedule_testing.h"

namespace toroid::gen_schedule_verify_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

class SpoiltSchedule : public testing::Test {
 protected:
  // Both checks find the spoilt message list, with this text.
  void ExpectFound(const std::string& text) const {
    for (const Verification& found :
         {VerifySteps(schedule_, line_), VerifyFlits(schedule_, line_)}) {
      EXPECT_GT(found.conflicts, 0U);
      EXPECT_NE(found.first_conflict.find(text), std::string::npos) << found.first_conflict;
      EXPECT_EQ(found.messages_checked, schedule_.messages.size());
    }
  }

  Embedding line_ = EmbeddingOn("line:8", EmbeddingKind::kStandard);
  Schedule schedule_ = ScheduleOf(ScheduleKind::kCalmant, line_, {.first = 0, .count = 3}, 2);
};

TEST_F(SpoiltSchedule, UnspoiltHasNoConflict) {
  EXPECT_EQ(VerifySteps(schedule_, line_).conflicts, 0U);
  EXPECT_EQ(VerifyFlits(schedule_, line_).conflicts, 0U);
  EXPECT_TRUE(VerifyFlits(schedule_, line_).first_conflict.empty());
  EXPECT_EQ(VerifyFlits(schedule_, line_).links_checked, 8U * (1 + 2 + 4));
}

TEST_F(SpoiltSchedule, MissingMessageIsFound) {
  schedule_.messages.pop_back();
  ExpectFound("missing");
}

TEST_F(SpoiltSchedule, MessageSentTwiceIsFound) {
  schedule_.messages.push_back(schedule_.messages.front());
  schedule_.messages.back().step = StepCount(schedule_);
  schedule_.messages.back().cycle = 1000;
  ExpectFound("twice");
  EXPECT_EQ(VerifySteps(schedule_, line_).conflicts, 1U);
}

TEST_F(SpoiltSchedule, WrongReceiverIsFound) {
  schedule_.messages.front().to = NodeId{7};
  ExpectFound("not of the task");
}

TEST_F(SpoiltSchedule, ReceiverOutsideTheHostOrTheSenderItselfIsFound) {
  schedule_.messages.front().to = NodeId{1000};
  ExpectFound("not of the task");
  schedule_.messages.front().to = schedule_.messages.front().node;
  ExpectFound("not of the task");
}

TEST_F(SpoiltSchedule, CubeDimensionOutsideTheTaskIsFound) {
  schedule_.messages.front().cube_dimension = CubeDim{3};
  ExpectFound("not of the task");
}

TEST_F(SpoiltSchedule, WrongDirectionIsFound) {
  schedule_.messages.front().direction = Opposite(schedule_.messages.front().direction);
  ExpectFound("not of the task");
}

TEST_F(SpoiltSchedule, TwoMessagesOfANodeInOneStepAreFound) {
  const auto second = std::ranges::find(schedule_.messages, NodeId{0}, &ScheduledMessage::node);
  const auto third = std::find_if(second + 1, schedule_.messages.end(),
                                  [](const ScheduledMessage& m) { return m.node == NodeId{0}; });
  ASSERT_NE(third, schedule_.messages.end());
  third->step = second->step;
  third->cycle = second->cycle;
  ExpectFound("injector of node (0)");
}

TEST_F(SpoiltSchedule, StepsTooShortForTheirMessagesAreFoundByTheFlitCheckAlone) {
  // one cycle a step, two flits a message
  for (ScheduledMessage& m : schedule_.messages) m.cycle = *m.step;
  EXPECT_EQ(VerifySteps(schedule_, line_).conflicts, 0U);
  EXPECT_GT(VerifyFlits(schedule_, line_).conflicts, 0U);
}

// With all ports a node may send on two links at once; the links still count.
TEST(ScheduleVerify, AllPortsAllowSeveralMessagesOfANodeAtOnce) {
  const Embedding mesh = EmbeddingOn("mesh:2x2", EmbeddingKind::kStandard);
  const Task task{.first = 0, .count = 2};
  const Schedule all = MakeSchedule(ScheduleKind::kNone, mesh, task, Ports::kAll, 3).value();
  EXPECT_EQ(VerifySteps(all, mesh).conflicts, 0U);
  EXPECT_EQ(VerifyFlits(all, mesh).conflicts, 0U);
  const Schedule one = MakeSchedule(ScheduleKind::kNone, mesh, task, Ports::kOne, 3).value();
  EXPECT_EQ(VerifySteps(one, mesh).conflicts, 8U);
  EXPECT_EQ(VerifyFlits(one, mesh).conflicts, 8U);
  EXPECT_NE(VerifyFlits(one, mesh).first_conflict.find("cube dimension"), std::string::npos);
}

// hypercube:4 on line:4: processes 4n to 4n+3 on node n.
class SpoiltTurns : public testing::Test {
 protected:
  void ExpectFound(const std::string& text) const {
    const Verification found = VerifyFlits(schedule_, line_);
    EXPECT_GT(found.conflicts, 0U);
    EXPECT_NE(found.first_conflict.find(text), std::string::npos) << found.first_conflict;
  }

  Embedding line_ = Embedding::Create(EmbeddingKind::kTao, *Graph::Parse("hypercube:4"),
                                      *Graph::Parse("line:4"), BitOrder::kCyclic)
                        .value();
  Schedule schedule_ = ScheduleOf(ScheduleKind::kStream, line_, {.first = 1, .count = 3}, 2);
};

TEST_F(SpoiltTurns, IsFoundRightAsItIs) {
  const Verification found = VerifyFlits(schedule_, line_);
  EXPECT_EQ(found.conflicts, 0U) << found.first_conflict;
  EXPECT_EQ(found.messages_checked, 48U);
  EXPECT_EQ(schedule_.local.size(), 16U);
}

TEST_F(SpoiltTurns, SeesAWrongProcessOfTheRightNode) {
  schedule_.messages.front().to_rank ^= 1U;
  ExpectFound("a message that is not of the task");
}

TEST_F(SpoiltTurns, SeesALocalMessageThatIsMissing) {
  schedule_.local.pop_back();
  ExpectFound("a message is missing: cube dimension 1, guest node 15");
}

TEST_F(SpoiltTurns, SeesALocalMessageThatIsNone) {
  schedule_.local.back().second = NodeId{3};
  ExpectFound("a message that is not of the task: from guest node 15 to 3 within a node");
}

TEST_F(SpoiltTurns, SeesALocalMessageSentTwice) {
  schedule_.local.push_back(schedule_.local.front());
  ExpectFound("a message sent twice");
}

}  // namespace
}  // namespace toroid::gen_schedule_verify_test
