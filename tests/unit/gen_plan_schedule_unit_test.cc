// A plan with schedule units: which there are, what the timer counts to, and what changes the
// hardware's hash.
#include <gtest/gtest.h>

#include <set>

#include "gen/plan/plan.h"

namespace toroid {
namespace {

Embedding Embedded(const std::string& host, EmbeddingKind kind, int d) {
  return Embedding::Create(kind, Graph::Parse("hypercube:" + std::to_string(d)).value(),
                           Graph::Parse(host).value(), BitOrder::kCyclic)
      .value();
}

Result<Plan> Planned(const Embedding& embedding, UnitTask task, Ports ports = Ports::kOne) {
  HardwareOptions options;
  options.ports = ports;
  options.unit_task = task;
  return Plan::Create(embedding.host(), embedding, options);
}

TEST(ScheduleUnitPlan, TimerCountsToTheLastSendOfAllNodes) {
  const auto one_step =
      Planned(Embedded("line:4", EmbeddingKind::kStandard, 2), {ScheduleKind::kStream, {0, 1}, 9});
  ASSERT_TRUE(one_step.ok());
  EXPECT_EQ(one_step->schedule_unit()->last_send, 0);
  EXPECT_EQ(one_step->schedule_unit()->time_bits, 1);

  // 3 slots of 16 cycles, groups 0 and 1: the last message starts in the last slot with skew 1.
  const auto torus = Planned(Embedded("torus:8x8", EmbeddingKind::kXor, 6),
                             {ScheduleKind::kStream, {0, 6}, 16}, Ports::kAll);
  ASSERT_TRUE(torus.ok());
  EXPECT_EQ(torus->schedule_unit()->last_send, 33);
  EXPECT_EQ(torus->schedule_unit()->time_bits, 6);
}

TEST(ScheduleUnitPlan, HashTellsTasksApartAndIsTheOldOneWithout) {
  const Embedding embedding = Embedded("torus:4x4", EmbeddingKind::kXor, 4);
  const auto hash = [&](std::optional<UnitTask> task) {
    HardwareOptions options;
    options.unit_task = task;
    return Plan::Create(embedding.host(), embedding, options).value().hardware_hash();
  };
  const std::set<std::string> hashes = {hash({}), hash(UnitTask{ScheduleKind::kOffset, {0, 4}, 3}),
                                        hash(UnitTask{ScheduleKind::kOffset, {0, 3}, 3}),
                                        hash(UnitTask{ScheduleKind::kOffset, {1, 3}, 3}),
                                        hash(UnitTask{ScheduleKind::kOffset, {0, 4}, 4})};
  EXPECT_EQ(hashes.size(), 5U);
  EXPECT_EQ(hash({}), Plan::Create(embedding.host(), embedding, {}).value().hardware_hash());
}

TEST(ScheduleUnitPlan, RefusesWhatTheScheduleRefusesAndMore) {
  const Embedding torus = Embedded("torus:4x4", EmbeddingKind::kXor, 4);
  const auto diagnostic = [](const Result<Plan>& plan) {
    return plan.ok() ? std::string() : ToString(plan.diagnostics().front());
  };
  EXPECT_NE(diagnostic(Planned(torus, {ScheduleKind::kNone, {0, 4}, 1}))
                .find("--schedule: none: sends everything at once"),
            std::string::npos);
  EXPECT_NE(diagnostic(Planned(torus, {ScheduleKind::kExact, {0, 4}, 1}))
                .find("--schedule: exact: follows no formula"),
            std::string::npos);
  EXPECT_NE(diagnostic(Planned(torus, {ScheduleKind::kList, {0, 4}, 1}))
                .find("--schedule: list: follows no formula"),
            std::string::npos);
  EXPECT_NE(diagnostic(Planned(torus, {ScheduleKind::kOffset, {0, 4}, 1}, Ports::kAll))
                .find("--schedule: offset: has no schedule unit"),
            std::string::npos);
  EXPECT_NE(
      diagnostic(Planned(torus, {ScheduleKind::kCalmant, {0, 4}, 1})).find("--schedule: calmant"),
      std::string::npos);
  EXPECT_NE(diagnostic(Planned(torus, {ScheduleKind::kOffset, {0, 5}, 1})).find("--task: 0,5"),
            std::string::npos);
  HardwareOptions options;
  options.unit_task = UnitTask{ScheduleKind::kStream, {0, 4}, 1};
  EXPECT_NE(diagnostic(Plan::Create(torus.host(), {}, options))
                .find("--schedule: stream: no embedding is given"),
            std::string::npos);
}

TEST(ScheduleUnitPlan, RefusesTimesBeyondVerilogsIntegers) {
  const auto plan = Planned(Embedded("line:4", EmbeddingKind::kStandard, 2),
                            {ScheduleKind::kStream, {0, 2}, 2'000'000'000});
  ASSERT_TRUE(plan.ok());
  const auto beyond = Planned(Embedded("line:8", EmbeddingKind::kStandard, 3),
                              {ScheduleKind::kStream, {0, 3}, 2'000'000'000});
  ASSERT_FALSE(beyond.ok());
  EXPECT_EQ(beyond.diagnostics().front().field, "--message-flits");
}

TEST(ScheduleUnitCovers, OneFormOfEachSchedule) {
  const Embedding torus = Embedded("torus:4x4", EmbeddingKind::kXor, 4);
  const Embedding ring = Embedded("ring:16", EmbeddingKind::kXor, 4);
  const Embedding small = Embedded("ring:4", EmbeddingKind::kXor, 2);
  for (const auto kind : {ScheduleKind::kOffset, ScheduleKind::kCalmant}) {
    EXPECT_TRUE(UnitCovers(kind, Ports::kOne, {0, 4}, torus));
    EXPECT_FALSE(UnitCovers(kind, Ports::kAll, {0, 4}, torus));
  }
  EXPECT_TRUE(UnitCovers(ScheduleKind::kStream, Ports::kAll, {0, 4}, torus));
  EXPECT_FALSE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {0, 4}, torus));
  EXPECT_TRUE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {3, 1}, torus));
  EXPECT_TRUE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {0, 4}, ring));
  EXPECT_FALSE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {0, 2}, small));
  EXPECT_FALSE(UnitCovers(ScheduleKind::kNone, Ports::kOne, {0, 4}, torus));
}

}  // namespace
}  // namespace toroid
