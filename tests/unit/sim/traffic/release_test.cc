// What the messages of a schedule wait for (docs/spec/schedules.md, section 10), without a network.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gen/program/event_graph.h"
#include "sim/traffic/traffic.h"
#include "tests/property/schedule_testing.h"

namespace toroid::sim_traffic_release_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

Plan PlanOn(const std::string& host) {
  const Embedding embedding = EmbeddingOn(host, EmbeddingKind::kStandard);
  return Plan::Create(embedding.host(), embedding, {.ports = Ports::kOne}).value();
}

std::shared_ptr<const Program> Released(const Plan& plan, const Schedule& schedule,
                                        Release release) {
  return ProgramOf(plan, PlacesOf(plan), schedule, {.release = release, .startup = 5});
}

// The sends, in the order of the schedule.
std::vector<std::uint32_t> SendsOf(const Program& program) {
  std::vector<std::uint32_t> sends;
  for (std::uint32_t i = 0; i < program.operations.size(); ++i)
    if (program.operations[i].kind == OperationKind::kSend) sends.push_back(i);
  return sends;
}

Schedule OfPair() {  // two steps, a message of each node in each
  return ScheduleOf(ScheduleKind::kCalmant, EmbeddingOn("line:4", EmbeddingKind::kStandard),
                    {0, 2});
}

TEST(Release, ByOrderOneMessageOfASourceFollowsAnother) {
  const auto program = Released(PlanOn("line:4"), OfPair(), Release::kOrder);
  const std::vector<std::uint32_t> sends = SendsOf(*program);
  ASSERT_EQ(sends.size(), 8U);
  for (std::size_t m = 0; m < 8; ++m) {
    const Operation& send = program->operations[sends[m]];
    EXPECT_EQ(send.not_before, 0);
    EXPECT_EQ(send.delay, 5);
    ASSERT_EQ(send.afters, m < 4 ? 0U : 1U);
    if (m < 4) continue;
    const Event before = program->AfterOf(send)[0];
    EXPECT_FALSE(before.is_start());
    EXPECT_EQ(before.operation(), sends[m - 4]);
    EXPECT_EQ(program->operations[before.operation()].from, send.from);
  }
}

TEST(Release, ByExchangeANodeAlsoWaitsForWhatItReceives) {
  const auto program = Released(PlanOn("line:4"), OfPair(), Release::kExchange);
  const std::vector<std::uint32_t> sends = SendsOf(*program);
  ASSERT_EQ(sends.size(), 8U);
  for (std::size_t m = 0; m < 8; ++m) {
    const Operation& send = program->operations[sends[m]];
    ASSERT_EQ(send.afters, m < 4 ? 0U : 1U);
    if (m < 4) continue;
    const Operation& gate = program->operations[program->AfterOf(send)[0].operation()];
    ASSERT_EQ(gate.kind, OperationKind::kJoin);
    ASSERT_EQ(gate.afters, 2U);
    for (const Event event : program->AfterOf(gate)) {
      EXPECT_FALSE(event.is_start());
      EXPECT_EQ(program->operations[event.operation()].by(), send.from);
    }
  }
}

// Whichever event happens next, all happen in the end.
TEST(Release, NeverStopsForGood) {
  std::size_t sent = 0;
  for (const Release release : {Release::kOrder, Release::kExchange}) {
    for (const ScheduleKind kind :
         {ScheduleKind::kCalmant, ScheduleKind::kOffset, ScheduleKind::kStream}) {
      const Schedule schedule =
          ScheduleOf(kind, EmbeddingOn("mesh:4x4", EmbeddingKind::kStandard), {0, 4}, 3);
      const auto program = Released(PlanOn("mesh:4x4"), schedule, release);
      const EventGraph graph(*program);
      for (const EventOrder::Next next : {EventOrder::Next::kOldest, EventOrder::Next::kNewest})
        EXPECT_EQ(graph.InOrder({next}).size(), 2 * program->operations.size());
      EXPECT_TRUE(graph.Cycle().empty());
      EXPECT_EQ(program->messages(), schedule.messages.size());
      sent += program->messages();
    }
  }
  EXPECT_EQ(sent, 2U * 3 * 64);
}

}  // namespace
}  // namespace toroid::sim_traffic_release_test
