// Every task of every small line, mesh, ring and torus: the lockstep schedules are free of
// conflicts, step by step and flit by flit, and take the number of steps that
// docs/spec/schedules.md states.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <tuple>

#include "tests/property/schedule_testing.h"

namespace toroid::schedule_lockstep_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

struct Family {
  std::string host_kind;
  EmbeddingKind embedding;
  int axes;
  int levels;
  std::string Host() const { return HostText(host_kind, axes, levels); }
  int dimensions() const { return axes * levels; }
};

std::vector<Family> Families(const std::string& host_kind, EmbeddingKind embedding) {
  std::vector<Family> families;
  const int least = host_kind == "torus" ? 2 : 1;
  for (int levels = least; levels <= 10; ++levels)
    families.push_back({host_kind, embedding, 1, levels});
  for (int levels = least; levels <= 5; ++levels)
    families.push_back({host_kind, embedding, 2, levels});
  for (int levels = least; levels <= 3; ++levels)
    families.push_back({host_kind, embedding, 3, levels});
  return families;
}

struct Checked {
  int schedules = 0;
  std::uint64_t messages = 0;
  std::uint64_t links = 0;

  void Add(const Verification& verification) {
    messages += verification.messages_checked;
    links += verification.links_checked;
  }
};

// Steps and flits of one task for messages of 1, 3 and 8 flits.
void ProveTask(ScheduleKind kind, const Embedding& embedding, Task task, Checked& checked) {
  for (const int flits : {1, 3, 8}) {
    const Schedule schedule = ScheduleOf(kind, embedding, task, flits);
    const std::string where =
        embedding.host().ToString() + " " + TaskText(task) + " flits " + std::to_string(flits);
    if (flits == 1) {
      const Verification steps = VerifySteps(schedule, embedding);
      ASSERT_EQ(steps.conflicts, 0U) << where << ": " << steps.first_conflict;
      checked.Add(steps);
    }
    const Verification by_flits = VerifyFlits(schedule, embedding);
    ASSERT_EQ(by_flits.conflicts, 0U) << where << ": " << by_flits.first_conflict;
    ASSERT_EQ(by_flits.messages_checked,
              embedding.host().size() * static_cast<std::uint64_t>(task.count))
        << where;
    checked.Add(by_flits);
    ++checked.schedules;
  }
}

Checked Prove(ScheduleKind kind, const std::vector<Family>& families) {
  Checked checked;
  for (const Family& family : families) {
    const Embedding embedding = EmbeddingOn(family.Host(), family.embedding);
    ForEachTask(family.dimensions(), [&](Task task) { ProveTask(kind, embedding, task, checked); });
  }
  std::cout << ToString(kind) << ": " << checked.schedules << " schedules, " << checked.messages
            << " messages, " << checked.links << " link occupations checked\n";
  return checked;
}

TEST(ScheduleLockstep, CalmantIsFreeOfConflictsOnMeshes) {
  const Checked checked = Prove(ScheduleKind::kCalmant, Families("mesh", EmbeddingKind::kStandard));
  EXPECT_EQ(checked.schedules, 3 * (220 + 125 + 72));
}

TEST(ScheduleLockstep, OffsetIsFreeOfConflictsOnMeshes) {
  const Checked checked = Prove(ScheduleKind::kOffset, Families("mesh", EmbeddingKind::kStandard));
  EXPECT_EQ(checked.schedules, 3 * (220 + 125 + 72));
}

TEST(ScheduleLockstep, OffsetIsFreeOfConflictsOnXorTori) {
  const Checked checked = Prove(ScheduleKind::kOffset, Families("torus", EmbeddingKind::kXor));
  EXPECT_EQ(checked.schedules, 3 * (219 + 122 + 66));
}

// Two nodes an axis, where a torus has no wrap link, and four axes, where CALMANT's windows of c <
// x < 2c can be too short.
TEST(ScheduleLockstep, OffsetIsFreeOfConflictsOnFourAxesAndOnLengthTwo) {
  const Checked checked = Prove(ScheduleKind::kOffset, {{"mesh", EmbeddingKind::kStandard, 4, 2},
                                                        {"torus", EmbeddingKind::kXor, 4, 2},
                                                        {"torus", EmbeddingKind::kXor, 1, 1},
                                                        {"torus", EmbeddingKind::kXor, 3, 1}});
  EXPECT_EQ(checked.schedules, 3 * (36 + 36 + 1 + 6));
}

// CALMANT 4.2.3 has no place for five or six cube dimensions at low levels on four axes; every task
// that it does have runs.
TEST(ScheduleLockstep, CalmantOnFourAxesIsFreeOfConflictsOrRefused) {
  const Embedding embedding = EmbeddingOn("mesh:4x4x4x4", EmbeddingKind::kStandard);
  Checked checked;
  int refused = 0;
  ForEachTask(8, [&](Task task) {
    const auto made = MakeSchedule(ScheduleKind::kCalmant, embedding, task, Ports::kOne, 1);
    if (made.ok()) return ProveTask(ScheduleKind::kCalmant, embedding, task, checked);
    EXPECT_TRUE(task.count == 5 || task.count == 6) << TaskText(task);
    EXPECT_NE(made.diagnostics().front().allowed.find("--schedule offset"), std::string::npos);
    ++refused;
  });
  EXPECT_EQ(refused, 4 + 3);
  EXPECT_EQ(checked.schedules, 3 * (36 - refused));
}

TEST(ScheduleLockstep, EveryTaskOnSixteenCubedIsFreeOfConflictsByStep) {
  Checked checked;
  const auto prove = [&](ScheduleKind kind, const Family& family) {
    const Embedding embedding = EmbeddingOn(family.Host(), family.embedding);
    ForEachTask(12, [&](Task task) {
      const Verification steps = VerifySteps(ScheduleOf(kind, embedding, task), embedding);
      ASSERT_EQ(steps.conflicts, 0U)
          << family.Host() << TaskText(task) << ": " << steps.first_conflict;
      checked.Add(steps);
      ++checked.schedules;
    });
  };
  prove(ScheduleKind::kCalmant, {"mesh", EmbeddingKind::kStandard, 3, 4});
  prove(ScheduleKind::kOffset, {"mesh", EmbeddingKind::kStandard, 3, 4});
  prove(ScheduleKind::kOffset, {"torus", EmbeddingKind::kXor, 3, 4});
  EXPECT_EQ(checked.schedules, 3 * 78);
  EXPECT_EQ(checked.messages, 3U * 364U * 4096U);
}

TEST(ScheduleLockstep, LargestHostIsFreeOfConflicts) {
  for (const std::string host : {"line:4096", "mesh:16x16x16"}) {
    const Embedding embedding = EmbeddingOn(host, EmbeddingKind::kStandard);
    const Schedule schedule =
        ScheduleOf(ScheduleKind::kCalmant, embedding, {.first = 0, .count = 12}, 4);
    const Verification flits = VerifyFlits(schedule, embedding);
    EXPECT_EQ(flits.conflicts, 0U) << flits.first_conflict;
    EXPECT_EQ(flits.messages_checked, 12U * 4096U);
  }
}

// ---- step counts ----

TEST(ScheduleLockstep, LinesTakeExactlyTheirLoad) {
  int compared = 0;
  for (int d = 1; d <= 10; ++d) {
    const Embedding line = EmbeddingOn(HostText("mesh", 1, d), EmbeddingKind::kStandard);
    compared += ForEachTask(d, [&](Task task) {
      for (const auto kind : {ScheduleKind::kCalmant, ScheduleKind::kOffset}) {
        const Schedule schedule = ScheduleOf(kind, line, task);
        EXPECT_EQ(StepCount(schedule), LineLoad(task)) << TaskText(task);
        EXPECT_EQ(schedule.lambda, static_cast<std::uint64_t>(LineLoad(task)));
        EXPECT_EQ(schedule.lower_bound, schedule.lambda);
      }
    });
  }
  EXPECT_EQ(compared, 220);
}

TEST(ScheduleLockstep, MeshLoadsAreTheoremThree) {
  int compared = 0;
  for (const Family& family : Families("mesh", EmbeddingKind::kStandard)) {
    const Embedding mesh = EmbeddingOn(family.Host(), EmbeddingKind::kStandard);
    compared += ForEachTask(family.dimensions(), [&](Task task) {
      const Schedule none = ScheduleOf(ScheduleKind::kNone, mesh, task);
      EXPECT_EQ(none.lambda, static_cast<std::uint64_t>(MeshLoad(task, family.axes)))
          << family.Host() << TaskText(task);
      EXPECT_EQ(none.lower_bound, std::max(none.lambda, static_cast<std::uint64_t>(task.count)));
    });
  }
  EXPECT_EQ(compared, 220 + 125 + 72);
}

TEST(ScheduleLockstep, XorRingLoadsAreTheRingFormula) {
  int compared = 0;
  for (int levels = 2; levels <= 10; ++levels) {
    const Embedding ring = EmbeddingOn(HostText("torus", 1, levels), EmbeddingKind::kXor);
    compared += ForEachTask(levels, [&](Task task) {
      const Schedule schedule = ScheduleOf(ScheduleKind::kOffset, ring, task);
      EXPECT_EQ(schedule.lambda, static_cast<std::uint64_t>(RingLoad(task, levels)))
          << levels << TaskText(task);
    });
  }
  EXPECT_EQ(compared, 219);
}

// CALMANT 4.3: the sum over the windows of their lower bounds, plus one where 4.2.3 has to round up
// to an even number.
int PaperStepCount(Task task, int c) {
  int steps = 0;
  const int x = task.count % (2 * c);
  for (int first = task.first + x; first < task.first + task.count; first += 2 * c) {
    steps += std::max(MeshLoad({.first = first, .count = 2 * c}, c), 2 * c);
  }
  if (x == 0) return steps;
  const int load = MeshLoad({.first = task.first, .count = x}, c);
  const bool rounded = c < x && x % 2 == 1 && x > load;
  return steps + std::max(load, x) + (rounded ? 1 : 0);
}

// The excess of the sum of the windows' bounds over the task's (CALMANT, Lemma 2), before rounding.
int LemmaTwo(Task task, int c) {
  if (c == 2 && task.count >= 7 && task.first <= 1) return 2;
  return c == 3 && task.count >= 9 && task.first <= 4 ? 4 : 0;
}

TEST(ScheduleLockstep, CalmantTakesThePapersStepsOnMeshes) {
  int compared = 0;
  int above_bound = 0;
  std::vector<Family> families = Families("mesh", EmbeddingKind::kStandard);
  families.push_back({"mesh", EmbeddingKind::kStandard, 3, 4});
  for (const Family& family : families) {
    const Embedding mesh = EmbeddingOn(family.Host(), EmbeddingKind::kStandard);
    compared += ForEachTask(family.dimensions(), [&](Task task) {
      const Schedule schedule = ScheduleOf(ScheduleKind::kCalmant, mesh, task);
      EXPECT_EQ(StepCount(schedule), PaperStepCount(task, family.axes))
          << family.Host() << TaskText(task);
      const int excess = StepCount(schedule) - static_cast<int>(schedule.lower_bound);
      EXPECT_GE(excess, 0);
      EXPECT_LE(excess, LemmaTwo(task, family.axes) + 1) << family.Host() << TaskText(task);
      above_bound += excess > 0;
    });
  }
  EXPECT_EQ(compared, 220 + 125 + 72 + 78);
  EXPECT_GT(above_bound, 0);
}

// The load of a task by closed form: the largest of its axes' loads, each a line's or a ring's.
int LoadByAxis(Task task, const Family& family) {
  int load = 0;
  for (int a = 0; a < family.axes; ++a) {
    Task levels{.first = -1, .count = 0};
    for (int k = task.first; k < task.first + task.count; ++k) {
      if (k % family.axes != a) continue;
      if (levels.count++ == 0) levels.first = k / family.axes;
    }
    if (levels.count == 0) continue;
    load = std::max(
        load, family.host_kind == "torus" ? RingLoad(levels, family.levels) : LineLoad(levels));
  }
  return load;
}

// Windows of 2c cube dimensions from the top, each max(its cube dimensions, its load) steps.
int OffsetStepsByFormula(Task task, const Family& family) {
  int steps = 0;
  while (task.count > 0) {
    const int count = std::min(task.count, 2 * family.axes);
    task.count -= count;
    steps +=
        std::max(count, LoadByAxis({.first = task.first + task.count, .count = count}, family));
  }
  return steps;
}

TEST(ScheduleLockstep, OffsetTakesTheSumOfItsWindowsBounds) {
  int compared = 0;
  std::vector<Family> families = Families("mesh", EmbeddingKind::kStandard);
  for (const Family& family : Families("torus", EmbeddingKind::kXor)) families.push_back(family);
  families.push_back({"torus", EmbeddingKind::kXor, 3, 4});
  families.push_back({"mesh", EmbeddingKind::kStandard, 3, 4});
  for (const Family& family : families) {
    const Embedding embedding = EmbeddingOn(family.Host(), family.embedding);
    compared += ForEachTask(family.dimensions(), [&](Task task) {
      const Schedule schedule = ScheduleOf(ScheduleKind::kOffset, embedding, task);
      EXPECT_EQ(StepCount(schedule), OffsetStepsByFormula(task, family))
          << family.Host() << TaskText(task);
      EXPECT_EQ(schedule.lambda, static_cast<std::uint64_t>(LoadByAxis(task, family)))
          << family.Host() << TaskText(task);
    });
  }
  EXPECT_EQ(compared, 220 + 125 + 72 + 219 + 122 + 66 + 78 + 78);
}

// (c, first, count) -> (steps, lower bound)
using Exceptions = std::map<std::tuple<int, int, int>, std::pair<int, int>>;

// Every task in which offset takes more steps than the lower bound.
Exceptions OffsetExceptions(const std::vector<Family>& families, int& compared) {
  Exceptions found;
  for (const Family& family : families) {
    const Embedding embedding = EmbeddingOn(family.Host(), family.embedding);
    compared += ForEachTask(family.dimensions(), [&](Task task) {
      const Schedule schedule = ScheduleOf(ScheduleKind::kOffset, embedding, task);
      const int bound = static_cast<int>(schedule.lower_bound);
      if (StepCount(schedule) == bound) return;
      const auto [entry, added] =
          found.try_emplace({family.axes, task.first, task.count}, StepCount(schedule), bound);
      EXPECT_EQ(entry->second, std::pair(StepCount(schedule), bound))
          << family.Host() << TaskText(task);
    });
  }
  return found;
}

TEST(ScheduleLockstep, OffsetMeetsTheLowerBoundOnMeshesButForTheListedTasks) {
  int compared = 0;
  std::vector<Family> families = Families("mesh", EmbeddingKind::kStandard);
  families.push_back({"mesh", EmbeddingKind::kStandard, 3, 4});
  const Exceptions found = OffsetExceptions(families, compared);
  EXPECT_EQ(compared, 220 + 125 + 72 + 78);
  const Exceptions expected = {
      {{2, 0, 7}, {11, 10}},  {{2, 1, 7}, {11, 10}},  {{2, 0, 8}, {12, 10}},
      {{2, 0, 10}, {22, 21}}, {{3, 0, 10}, {12, 10}}, {{3, 0, 11}, {13, 11}},
      {{3, 0, 12}, {14, 12}}, {{3, 1, 9}, {11, 10}},  {{3, 1, 10}, {12, 10}},
      {{3, 1, 11}, {13, 11}}, {{3, 2, 9}, {11, 10}},  {{3, 2, 10}, {12, 10}},
      {{3, 3, 9}, {11, 10}}};
  EXPECT_EQ(found, expected);
}

TEST(ScheduleLockstep, OffsetMeetsTheLowerBoundOnXorToriButForTheListedTasks) {
  int compared = 0;
  std::vector<Family> small = Families("torus", EmbeddingKind::kXor);
  small.push_back({"torus", EmbeddingKind::kXor, 3, 4});
  const auto large =
      std::ranges::find_if(small, [](const Family& f) { return f.axes == 2 && f.levels == 5; });
  const Exceptions of_large = OffsetExceptions({*large}, compared);
  const Exceptions expected = {
      {{2, 0, 7}, {11, 10}}, {{2, 1, 7}, {11, 10}}, {{2, 0, 8}, {12, 10}}, {{2, 0, 10}, {14, 13}}};
  EXPECT_EQ(of_large, expected);
  small.erase(large);
  // 16x16x16
  const Exceptions of_cube = {{{3, 3, 7}, {8, 7}}, {{3, 4, 7}, {8, 7}}, {{3, 5, 7}, {8, 7}}};
  EXPECT_EQ(OffsetExceptions(small, compared), of_cube);
  EXPECT_EQ(compared, 219 + 122 + 66 + 78);
}

// ---- the table of S5.4: the full task <0,d> ----

struct TableRow {
  int axes;
  int levels;
  int mesh_steps;
  int mesh_load;
  int standard_torus_load;
  int xor_steps;
  int xor_load;
};

TEST(ScheduleLockstep, FullTasksTakeTheTabledSteps) {
  const std::vector<TableRow> rows = {
      {1, 3, 5, 5, 4, 3, 3},      {1, 4, 10, 10, 9, 6, 6},    {1, 5, 21, 21, 18, 13, 13},
      {1, 6, 42, 42, 37, 26, 26}, {1, 7, 85, 85, 74, 53, 53}, {1, 8, 170, 170, 149, 106, 106},
      {2, 2, 4, 2, 2, 4, 1},      {2, 3, 6, 5, 4, 6, 3},      {2, 4, 12, 10, 9, 8, 6},
      {2, 5, 22, 21, 18, 14, 13}, {3, 2, 6, 2, 2, 6, 1},      {3, 3, 9, 5, 4, 9, 3},
      {3, 4, 14, 10, 9, 12, 6},
  };
  for (const TableRow& row : rows) {
    const Task full{.first = 0, .count = row.axes * row.levels};
    const Embedding mesh =
        EmbeddingOn(HostText("mesh", row.axes, row.levels), EmbeddingKind::kStandard);
    const Embedding standard =
        EmbeddingOn(HostText("torus", row.axes, row.levels), EmbeddingKind::kStandard);
    const Embedding xor_torus =
        EmbeddingOn(HostText("torus", row.axes, row.levels), EmbeddingKind::kXor);
    const std::string where =
        std::to_string(row.axes) + " axes, " + std::to_string(row.levels) + " levels";
    EXPECT_EQ(StepCount(ScheduleOf(ScheduleKind::kCalmant, mesh, full)), row.mesh_steps) << where;
    EXPECT_EQ(StepCount(ScheduleOf(ScheduleKind::kOffset, mesh, full)), row.mesh_steps) << where;
    EXPECT_EQ(StepCount(ScheduleOf(ScheduleKind::kOffset, xor_torus, full)), row.xor_steps)
        << where;
    const auto load = [&](const Embedding& e) {
      return MakeSchedule(ScheduleKind::kNone, e, full, Ports::kAll, 1).value().lower_bound;
    };
    EXPECT_EQ(load(mesh), static_cast<std::uint64_t>(row.mesh_load)) << where;
    EXPECT_EQ(load(standard), static_cast<std::uint64_t>(row.standard_torus_load)) << where;
    EXPECT_EQ(load(xor_torus), static_cast<std::uint64_t>(row.xor_load)) << where;
  }
}

// A hypercube as host is the mesh of its twos, in either bit order and with its axes in either:
// the same schedules, proved again on its own links.
TEST(ScheduleLockstep, HypercubesAreMeshesOfTwos) {
  int compared = 0;
  for (int d = 1; d <= 6; ++d) {
    const Graph cube = Graph::Parse("hypercube:" + std::to_string(d)).value();
    const Embedding mesh = EmbeddingOn(HostText("mesh", d, 1), EmbeddingKind::kStandard);
    for (const EmbeddingKind embedding : {EmbeddingKind::kStandard, EmbeddingKind::kIdentity}) {
      for (const BitOrder order : {BitOrder::kBlock, BitOrder::kCyclic}) {
        const Embedding own = Embedding::Create(embedding, cube, cube, order).value();
        for (const ScheduleKind kind :
             {ScheduleKind::kCalmant, ScheduleKind::kOffset, ScheduleKind::kStream}) {
          for (const Ports ports : {Ports::kOne, Ports::kAll}) {
            ForEachTask(d, [&](Task task) {
              const Schedule schedule = ScheduleOf(kind, own, task, 3, ports);
              EXPECT_EQ(VerifyFlits(schedule, own).conflicts, 0U);
              EXPECT_EQ(VerifySteps(schedule, own).conflicts, 0U);
              EXPECT_EQ(schedule.makespan, ScheduleOf(kind, mesh, task, 3, ports).makespan);
              EXPECT_EQ(schedule.makespan, 3 * (ports == Ports::kAll ? 1 : task.count));
              ++compared;
            });
          }
        }
      }
    }
  }
  EXPECT_EQ(compared, 24 * (1 + 3 + 6 + 10 + 15 + 21));
}

}  // namespace
}  // namespace toroid::schedule_lockstep_test
