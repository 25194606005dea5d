// A plan with schedule units: which units exist, the timer's limit, and changes of the hardware's
// hash.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "gen/plan/plan.h"

namespace toroid::gen_plan_schedule_unit_test {
namespace {

Embedding Embedded(const std::string& host, EmbeddingKind kind, int d) {
  return Embedding::Create(kind, Graph::Parse("hypercube:" + std::to_string(d)).value(),
                           Graph::Parse(host).value(), BitOrder::kCyclic)
      .value();
}

Result<Plan> Planned(const Embedding& embedding, UnitTask task, Ports ports = Ports::kOne) {
  HardwareOptions options;
  options.ports = ports;
  options.schedule_unit.task = task;
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
    options.schedule_unit.task = task;
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
  EXPECT_NE(diagnostic(Planned(torus, {ScheduleKind::kStream, {0, 4}, 1}))
                .find("--schedule: stream: has no schedule unit for --ports one"),
            std::string::npos);
  EXPECT_NE(
      diagnostic(Planned(torus, {ScheduleKind::kCalmant, {0, 4}, 1})).find("--schedule: calmant"),
      std::string::npos);
  EXPECT_NE(diagnostic(Planned(torus, {ScheduleKind::kOffset, {0, 5}, 1})).find("--task: 0,5"),
            std::string::npos);
  HardwareOptions options;
  options.schedule_unit.task = UnitTask{ScheduleKind::kStream, {0, 4}, 1};
  EXPECT_NE(diagnostic(Plan::Create(torus.host(), {}, options))
                .find("--guest: is missing; --schedule needs --guest"),
            std::string::npos);
}

Result<Plan> PlannedTable(const Embedding& embedding, UnitTask task) {
  HardwareOptions options;
  options.router = RouterKind::kScheduled;
  options.schedule_unit.task = std::move(task);
  return Plan::Create(embedding.host(), embedding, options);
}

TEST(ScheduleTablePlan, IsOfTheTaskOrOfWhateverMessagesAreGiven) {
  const Embedding torus = Embedded("torus:4x4", EmbeddingKind::kXor, 4);
  const auto of_task = PlannedTable(torus, {ScheduleKind::kList, {1, 2}, 3});
  ASSERT_TRUE(of_task.ok());
  EXPECT_EQ(of_task->schedule_unit()->sends, 2);
  EXPECT_EQ(of_task->schedule_unit()->arrivals, 2);
  ASSERT_NE(of_task->schedule_unit()->table, nullptr);
  EXPECT_EQ(of_task->schedule_unit()->table->messages.size(), 32U);

  // 0 sends to 1 and 2, and 2 to 1.
  const std::vector<GuestPair> pairs = {
      {NodeId{0}, NodeId{1}}, {NodeId{0}, NodeId{2}}, {NodeId{2}, NodeId{1}}};
  UnitTask set{ScheduleKind::kList, {}, 3};
  set.table = std::make_shared<const Schedule>(
      SchedulePairs(ScheduleKind::kList, torus, pairs, Ports::kOne, 3));
  const auto of_set = PlannedTable(torus, set);
  ASSERT_TRUE(of_set.ok());
  EXPECT_EQ(of_set->schedule_unit()->sends, 2);
  EXPECT_EQ(of_set->schedule_unit()->arrivals, 2);
  EXPECT_EQ(UnitNumbers(*set.table, 0).size(), 3U);
  EXPECT_NE(of_set->hardware_hash(), of_task->hardware_hash());
}

TEST(ScheduleTablePlan, NumbersMessagesOfATaskByCubeDimensionAndOthersByTime) {
  Schedule schedule;
  for (const auto& [node, dimension] : {std::pair(3U, 2), std::pair(0U, 1), std::pair(3U, 1)}) {
    ScheduledMessage message;
    message.node = NodeId{node};
    message.cube_dimension = CubeDim{dimension};
    schedule.messages.push_back(message);
  }
  EXPECT_EQ(UnitNumbers(schedule, 1), (std::vector<int>{0, 0, 1}));
  schedule.task = {1, 2};
  EXPECT_EQ(UnitNumbers(schedule, 1), (std::vector<int>{1, 0, 0}));
}

TEST(ScheduleTablePlan, RefusesMoreMessagesThanAreWritten) {
  const auto plan = PlannedTable(Embedded("line:16384", EmbeddingKind::kStandard, 14),
                                 {ScheduleKind::kList, {0, 5}, 1});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.diagnostics().front().what, "has 81920 messages");
  EXPECT_EQ(plan.diagnostics().front().allowed, "tables are written for at most 65536");
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

TEST(ScheduleUnitCovers, WhatFollowsAFormulaOfTheCoordinates) {
  const Embedding torus = Embedded("torus:4x4", EmbeddingKind::kXor, 4);
  const Embedding ring = Embedded("ring:16", EmbeddingKind::kXor, 4);
  const Embedding small = Embedded("ring:4", EmbeddingKind::kXor, 2);
  for (const auto kind : {ScheduleKind::kOffset, ScheduleKind::kCalmant}) {
    EXPECT_TRUE(UnitCovers(kind, Ports::kOne, {0, 4}, torus));
    EXPECT_TRUE(UnitCovers(kind, Ports::kAll, {0, 4}, torus));
  }
  EXPECT_TRUE(UnitCovers(ScheduleKind::kStream, Ports::kAll, {0, 4}, torus));
  EXPECT_FALSE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {0, 4}, torus));
  EXPECT_TRUE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {3, 1}, torus));
  EXPECT_TRUE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {0, 4}, ring));
  EXPECT_FALSE(UnitCovers(ScheduleKind::kStream, Ports::kOne, {0, 2}, small));
  EXPECT_FALSE(UnitCovers(ScheduleKind::kNone, Ports::kOne, {0, 4}, torus));
}

}  // namespace
}  // namespace toroid::gen_plan_schedule_unit_test
