// `exact` takes as few steps as the lower bound, and when the solver says that something does not
// exist, plain search agrees.
#include <gtest/gtest.h>

#include <iostream>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "gen/schedule/exact_search.h"
#include "gen/schedule/exact_tables.h"
#include "gen/support/random.h"
#include "tests/property/schedule_testing.h"
#include "tests/support/long_run.h"

namespace toroid::schedule_exact_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

Result<Schedule> Exact(const Embedding& embedding, Task task, const ExactOptions& options,
                       int message_flits = 1) {
  return MakeSchedule(ScheduleKind::kExact, embedding, task, Ports::kOne, message_flits, options);
}

const ExactOptions kNoSolver{.steps = 0, .seconds = 0};

// ---- the search, against trying everything ----

bool Fits(const StepProblem& problem, const std::vector<int>& steps) {
  for (const std::vector<int>& group : problem.groups) {
    std::set<int> taken;
    for (const int item : group) {
      if (static_cast<std::size_t>(item) < steps.size() &&
          !taken.insert(steps[static_cast<std::size_t>(item)]).second)
        return false;
    }
  }
  for (const int follower : problem.followers) {
    const auto f = static_cast<std::size_t>(follower);
    if (f < steps.size() && steps[f] != (steps[f - 1] + 1) % problem.steps) return false;
  }
  return true;
}

// Whether the first items, at these steps, can be completed.
bool HasSolution(const StepProblem& problem, std::vector<int>& steps) {
  if (!Fits(problem, steps)) return false;
  if (static_cast<int>(steps.size()) == problem.items) return true;
  for (int step = 0; step < problem.steps; ++step) {
    steps.push_back(step);
    if (HasSolution(problem, steps)) return true;
    steps.pop_back();
  }
  return false;
}

StepProblem RandomProblem(Random& random) {
  StepProblem problem{.items = 3 + static_cast<int>(random.Below(6)),
                      .steps = 2 + static_cast<int>(random.Below(3)),
                      .groups = {},
                      .followers = {}};
  const std::uint64_t groups = 2 + random.Below(7);
  for (std::uint64_t g = 0; g < groups; ++g) {
    std::vector<int> group;
    for (int item = 0; item < problem.items; ++item) {
      if (random.Below(3) == 0 && static_cast<int>(group.size()) <= problem.steps)
        group.push_back(item);
    }
    problem.groups.push_back(group);
  }
  for (int item = 1; item < problem.items && random.Below(2) == 0; item += 2)
    problem.followers.push_back(item);
  return problem;
}

TEST(ScheduleExact, TheSearchAgreesWithTryingEverything) {
  if (!HasStepSolver()) GTEST_SKIP() << "built without the solver";
  Random random(1);
  int found = 0;
  int none = 0;
  for (int i = 0; i < 600; ++i) {
    const StepProblem problem = RandomProblem(random);
    std::vector<int> tried;
    const bool expected = HasSolution(problem, tried);
    StepSearch search(problem);
    const StepVerdict verdict = search.Continue(1'000'000, [] { return false; });
    ASSERT_EQ(verdict, expected ? StepVerdict::kFound : StepVerdict::kNone) << "problem " << i;
    if (expected) {
      const std::vector<int> steps = search.Steps();
      ASSERT_EQ(steps.size(), static_cast<std::size_t>(problem.items));
      EXPECT_TRUE(Fits(problem, steps)) << "problem " << i;
    }
    ++(expected ? found : none);
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(none, 100);
}

TEST(ScheduleExact, EnoughStepsAreEnough) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    StepProblem problem = RandomProblem(random);
    problem.followers.clear();
    problem.steps = static_cast<int>(problem.EnoughSteps());
    std::vector<int> steps;
    EXPECT_TRUE(HasSolution(problem, steps)) << "problem " << i;
  }
}

TEST(ScheduleExact, TheSizeOfAProblemCountsEveryItemAndStepAndDoesNotWrap) {
  EXPECT_EQ((StepProblem{.items = 5, .steps = 7, .groups = {{0, 1, 2}}, .followers = {}}).Clauses(),
            5U * 7U + 3U * 7U);
  StepProblem large{
      .items = 1 << 20, .steps = std::numeric_limits<int>::max(), .groups = {}, .followers = {}};
  EXPECT_EQ(large.Clauses(), (std::uint64_t{1} << 20) * std::numeric_limits<int>::max());
  large.groups.emplace_back(std::size_t{1} << 20, 0);
  EXPECT_EQ(large.Clauses(), std::numeric_limits<std::uint64_t>::max());
}

// Random messages on small hosts: links, senders and receivers as a slow reading of the rules has
// them.
bool Meet(const ScheduledMessage& a, const ScheduledMessage& b, const Graph& host) {
  if (a.node == b.node || a.to == b.to) return true;
  for (const Hop& one : host.Route(a.node, a.to)) {
    for (const Hop& other : host.Route(b.node, b.to)) {
      if (one == other) return true;
    }
  }
  return false;
}

TEST(ScheduleExact, EveryMessageByItselfAgreesWithTryingEverything) {
  if (!HasStepSolver()) GTEST_SKIP() << "built without the solver";
  Random random(2);
  int ruled_out = 0;
  int above_bound = 0;  // ruled out though no link and no port is too busy
  for (int i = 0; i < 400; ++i) {
    const Graph host = Graph::Parse(i % 2 == 0 ? "ring:5" : "mesh:3x2").value();
    std::vector<ScheduledMessage> messages;
    while (messages.size() < 7) {
      const NodeId from{static_cast<std::uint32_t>(random.Below(host.size()))};
      const NodeId to{static_cast<std::uint32_t>(random.Below(host.size()))};
      if (from != to)
        messages.push_back(
            {.node = from, .to = to, .cube_dimension = {}, .axis = {}, .direction = {}});
    }
    StepProblem pairs{.items = 7, .steps = 3, .groups = {}, .followers = {}};
    for (int a = 0; a < 7; ++a) {
      for (int b = 0; b < a; ++b) {
        if (Meet(messages[static_cast<std::size_t>(a)], messages[static_cast<std::size_t>(b)],
                 host))
          pairs.groups.push_back({a, b});
      }
    }
    std::vector<int> tried;
    const ExactCandidate candidate = EveryMessageByItself(messages, host, 3);
    const ExactAnswer answer = SearchExact({candidate}, 60);
    ASSERT_EQ(answer.found == 0, HasSolution(pairs, tried)) << i;
    ASSERT_EQ(answer.ruled_out.front(), answer.found < 0) << i;
    if (answer.found == 0) {
      EXPECT_TRUE(Fits(pairs, answer.steps)) << i;
    }
    ruled_out += answer.ruled_out.front();
    above_bound += answer.ruled_out.front() && candidate.problem.LargestGroup() <= 3;
  }
  EXPECT_GT(ruled_out, 20);
  EXPECT_LT(ruled_out, 380);
  EXPECT_GT(above_bound, 0);
}

// Messages that meet, their routes followed link by link, are of one sending or of two that the
// problem keeps apart: the two directions of a ring's pair too, which it does not keep apart from
// each other.
TEST(ScheduleExact, SendingsThatMeetAreKeptApart) {
  std::uint64_t met = 0;
  for (const auto& [host, levels, rings] :
       {std::tuple{"line:16", 4, false}, {"ring:16", 4, true}, {"torus:8x8", 3, true}}) {
    const Embedding embedding = EmbeddingOn(host, EmbeddingKind::kXor);
    const int axes = embedding.host().axes();
    ForEachTask(axes * levels, [&](Task task) {
      const PeriodicForm form({.axes = axes, .levels = levels, .rings = rings}, task,
                              LinesBy::kSum);
      std::set<std::pair<int, int>> apart;
      for (const std::vector<int>& group : form.Problem(8, false).groups) {
        for (const int a : group) {
          for (const int b : group) apart.emplace(a, b);
        }
      }
      const auto messages = ScheduleOf(ScheduleKind::kNone, embedding, task).messages;
      const auto sending_of = [&](const ScheduledMessage& message) {
        return form.SendingOf(embedding.host().CoordinatesOf(message.node),
                              message.cube_dimension.value());
      };
      for (const ScheduledMessage& a : messages) {
        if (a.node.value() % 3 != 0) continue;  // enough of them
        for (const ScheduledMessage& b : messages) {
          if (!Meet(a, b, embedding.host()) || sending_of(a) == sending_of(b)) continue;
          ++met;
          EXPECT_TRUE(apart.contains({sending_of(a), sending_of(b)})) << host << TaskText(task);
        }
      }
    });
  }
  EXPECT_GT(met, 1000U);
}

// ---- small hosts of every kind ----

TEST(ScheduleExact, EveryTaskOfEverySmallHostTakesItsLowerBound) {
  if (!HasStepSolver()) GTEST_SKIP() << "built without the solver";
  int formulas = 0;
  int solved = 0;
  for (const std::string host :
       {"mesh:2x2", "mesh:2x2x2", "line:8", "mesh:4x2", "line:16", "mesh:4x4", "mesh:8x2",
        "mesh:2x2x4", "ring:4", "ring:8", "torus:4x2", "ring:16", "torus:4x4", "torus:2x8",
        "torus:2x2x2x2", "hypercube:3"}) {
    for (const EmbeddingKind kind : {EmbeddingKind::kStandard, EmbeddingKind::kXor}) {
      const Embedding embedding = EmbeddingOn(host, kind);
      ForEachTask(embedding.guest().axes(), [&](Task task) {
        const auto made = Exact(embedding, task, {});
        ASSERT_TRUE(made.ok()) << host << TaskText(task) << ToString(made.diagnostics().front());
        EXPECT_EQ(static_cast<std::uint64_t>(StepCount(*made)), made->lower_bound)
            << host << TaskText(task);
        EXPECT_EQ(VerifySteps(*made, embedding).conflicts, 0U) << host << TaskText(task);
        EXPECT_EQ(VerifyFlits(*Exact(embedding, task, {}, 3), embedding).conflicts, 0U)
            << host << TaskText(task);
        ++(made->origin == Origin::kFormula ? formulas : solved);
      });
    }
  }
  std::cout << formulas << " tasks by formula, " << solved << " by the solver\n";
  EXPECT_GT(formulas, 0);
  EXPECT_GT(solved, 0);
}

// ---- the kept tables ----

// Every host that a table is proved on: the smallest, and for tables of lines the next larger mesh
// and a torus.
std::vector<std::pair<std::string, EmbeddingKind>> HostsOf(const ExactTable& table) {
  if (table.ring_levels > 0)
    return {{HostText("torus", table.axes, table.ring_levels), EmbeddingKind::kXor}};
  const int levels = (table.task.first + table.task.count - 1) / table.axes + 1;
  std::vector<std::pair<std::string, EmbeddingKind>> hosts = {
      {HostText("mesh", table.axes, levels), EmbeddingKind::kStandard}};
  if (table.axes * (levels + 1) > 12 && table.task != Task{0, 12}) return hosts;
  hosts.emplace_back(HostText("mesh", table.axes, levels + 1), EmbeddingKind::kStandard);
  hosts.emplace_back(HostText("torus", table.axes, levels + 1), EmbeddingKind::kXor);
  return hosts;
}

// The task's messages, each at the step that the table has for its sending.
Schedule FromTable(const ExactTable& table, const std::vector<int>& steps,
                   const Embedding& embedding) {
  const PeriodicForm form(
      {.axes = table.axes,
       .levels = BitsFor(static_cast<std::uint32_t>(embedding.host().length(Axis{0}))),
       .rings = table.ring_levels > 0},
      table.task, table.by);
  EXPECT_EQ(steps.size(), static_cast<std::size_t>(form.sendings()));
  Schedule schedule = ScheduleOf(ScheduleKind::kNone, embedding, table.task);
  for (ScheduledMessage& message : schedule.messages) {
    const int sending = form.SendingOf(embedding.host().CoordinatesOf(message.node),
                                       message.cube_dimension.value());
    message.step = steps[static_cast<std::size_t>(sending)];
  }
  return schedule;
}

std::string NameOf(const ExactTable& table) {
  return std::to_string(table.axes) + " axes, ring levels " + std::to_string(table.ring_levels) +
         ", " + TaskText(table.task);
}

TEST(ScheduleExact, KeptTablesAreFreeOfConflictsAndTakeTheLowerBound) {
  ASSERT_FALSE(ExactTables().empty());
  std::uint64_t messages = 0;
  for (const ExactTable& table : ExactTables()) {
    for (const auto& [host, kind] : HostsOf(table)) {
      const Embedding embedding = EmbeddingOn(host, kind);
      if (embedding.host().size() > LongOr(1U << 20, 1024U)) continue;
      const auto made = Exact(embedding, table.task, kNoSolver);
      ASSERT_TRUE(made.ok()) << NameOf(table);
      EXPECT_EQ(made->origin, Origin::kTable) << NameOf(table);
      EXPECT_EQ(StepCount(*made), table.steps) << NameOf(table);
      EXPECT_EQ(made->lower_bound, static_cast<std::uint64_t>(table.steps)) << NameOf(table);
      EXPECT_GT(StepCount(ScheduleOf(ScheduleKind::kOffset, embedding, table.task)), table.steps)
          << NameOf(table);
      const Verification steps = VerifySteps(*made, embedding);
      EXPECT_EQ(steps.conflicts, 0U)
          << NameOf(table) << " on " << host << ": " << steps.first_conflict;
      if (embedding.host().size() <= 4096) {
        EXPECT_EQ(VerifyFlits(*made, embedding).conflicts, 0U) << NameOf(table);
      }
      messages += steps.messages_checked;
    }
  }
  std::cout << ExactTables().size() << " tables, " << messages << " messages\n";
}

// Any sending moved into the step of another one of the same node.
TEST(ScheduleExact, AnAlteredEntryOfATableIsCaught) {
  for (const ExactTable& table : ExactTables()) {
    const auto [host, kind] = HostsOf(table).front();
    const Embedding embedding = EmbeddingOn(host, kind);
    if (embedding.host().size() > LongOr(4096U, 512U)) continue;
    std::vector<int> steps = StepsOf(table);
    EXPECT_EQ(VerifySteps(FromTable(table, steps, embedding), embedding).conflicts, 0U)
        << NameOf(table);
    for (const std::size_t altered : {std::size_t{0}, steps.size() / 2, steps.size() - 1}) {
      const int before = steps[altered];
      std::uint64_t caught = 0;
      for (int step = 0; step < table.steps; ++step) {
        steps[altered] = step;
        const bool conflict =
            VerifySteps(FromTable(table, steps, embedding), embedding).conflicts > 0;
        caught += conflict;
        EXPECT_TRUE(step != before || !conflict);
      }
      EXPECT_GE(caught, static_cast<std::uint64_t>(table.task.count) - 1)
          << NameOf(table) << " entry " << altered;
      steps[altered] = before;
    }
  }
}

// ---- low parts from tables, the windows above them as offset has them ----

TEST(ScheduleExact, EveryTaskOfEqualLengthsUpToSixLevelsTakesItsLowerBoundWithoutTheSolver) {
  int by_table = 0;
  const auto prove = [&](const std::string& host, EmbeddingKind kind, int axes, int levels) {
    const Embedding embedding = EmbeddingOn(HostText(host, axes, levels), kind);
    ForEachTask(axes * levels, [&](Task task) {
      const auto made = Exact(embedding, task, kNoSolver);
      ASSERT_TRUE(made.ok()) << embedding.host().ToString() << TaskText(task);
      EXPECT_EQ(static_cast<std::uint64_t>(StepCount(*made)), made->lower_bound)
          << embedding.host().ToString() << TaskText(task);
      if (made->origin != Origin::kTable) return;
      ++by_table;
      const Verification steps = VerifySteps(*made, embedding);
      EXPECT_EQ(steps.conflicts, 0U)
          << embedding.host().ToString() << TaskText(task) << ": " << steps.first_conflict;
    });
  };
  for (const auto& [host, kind] :
       {std::pair("mesh", EmbeddingKind::kStandard), std::pair("torus", EmbeddingKind::kXor)}) {
    for (int levels = 2; levels <= 6; ++levels) prove(host, kind, 2, levels);
    for (int levels = 2; levels <= 4; ++levels) prove(host, kind, 3, levels);
  }
  EXPECT_EQ(by_table, (3 + 4 + 7) + 9 + (4 + 7) + 3);
}

// ---- asking for another number, and no time ----

TEST(ScheduleExact, FewerStepsThanTheBoundAreDisprovedAndMoreAreTaken) {
  const Embedding mesh = EmbeddingOn("mesh:16x16", EmbeddingKind::kStandard);
  const auto refused = Exact(mesh, {0, 8}, {.steps = 9, .seconds = 0});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics().front().fault, Fault::kDisproved);
  EXPECT_EQ(refused.diagnostics().front().what,
            "no schedule of 9 steps exists: the lower bound is 10");
  EXPECT_EQ(Exact(mesh, {0, 8}, {.steps = 11, .seconds = 0})->origin, Origin::kTable);
  const Schedule formula = Exact(mesh, {0, 8}, {.steps = 15, .seconds = 0}).value();
  EXPECT_EQ(formula.origin, Origin::kFormula);
  EXPECT_EQ(StepCount(formula), 12);
}

// Here there is neither formula nor table.
TEST(ScheduleExact, ManyMoreStepsThanMessagesAreNoLargerQuestion) {
  if (!HasStepSolver()) GTEST_SKIP() << "built without the solver";
  const Embedding torus = EmbeddingOn("torus:2x32", EmbeddingKind::kXor);
  for (const Task task : {Task{0, 1}, Task{0, 3}}) {
    const auto made = Exact(torus, task, {.steps = 1 << 20, .seconds = 60});
    ASSERT_TRUE(made.ok()) << ToString(made.diagnostics().front());
    EXPECT_EQ(made->origin, Origin::kSolver);
    EXPECT_LE(static_cast<std::size_t>(StepCount(*made)), made->messages.size());
    EXPECT_EQ(VerifySteps(*made, torus).conflicts, 0U);
  }
}

TEST(ScheduleExact, PortsAreRefusedWithWhateverElseIsWrong) {
  const Embedding mesh = EmbeddingOn("mesh:4x4", EmbeddingKind::kStandard);
  const auto refused = MakeSchedule(ScheduleKind::kExact, mesh, {0, 5}, Ports::kAll, 1);
  ASSERT_FALSE(refused.ok());
  ASSERT_EQ(refused.diagnostics().size(), 2U);
  EXPECT_EQ(refused.diagnostics().front().field, "--task");
  EXPECT_EQ(refused.diagnostics().back().what, "does not exist for --ports all");
}

TEST(ScheduleExact, OnlySchedulesThatExistThereAreAdvised) {
  const auto advice = [](const std::string& host, EmbeddingKind kind) {
    return MakeSchedule(ScheduleKind::kExact, EmbeddingOn(host, kind), {0, 3}, Ports::kAll, 1)
        .diagnostics()
        .front()
        .allowed;
  };
  EXPECT_EQ(advice("mesh:4x4", EmbeddingKind::kStandard),
            "exact takes --ports one; with all ports stream meets the bound");
  EXPECT_EQ(advice("mesh:4x2", EmbeddingKind::kStandard),
            "exact takes --ports one; --schedule list takes all");
}

// With time left, only cancellation ends the search.
TEST(ScheduleExact, TheSearchEndsWhenItIsCancelled) {
  if (!HasStepSolver()) GTEST_SKIP() << "built without the solver";
  int asked = 0;
  const ExactOptions options{.steps = 0, .seconds = 1e6, .cancelled = [&] { return ++asked > 5; }};
  const auto refused = Exact(EmbeddingOn("line:64", EmbeddingKind::kXor), {0, 6}, options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics().front().fault, Fault::kUnable);
  EXPECT_NE(refused.diagnostics().front().what.find("was cancelled"), std::string::npos);
}

TEST(ScheduleExact, NoTimeLeavesTheSolverOut) {
  if (!HasStepSolver()) GTEST_SKIP() << "built without the solver";
  const Embedding mesh = EmbeddingOn("mesh:4x2", EmbeddingKind::kStandard);
  const auto refused = Exact(mesh, {0, 3}, kNoSolver);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics().front().field, "--time-limit");
  EXPECT_EQ(refused.diagnostics().front().fault, Fault::kUnable);
  EXPECT_EQ(refused.diagnostics().front().what,
            "was over before a schedule of 3 steps was found or ruled out");
}

TEST(ScheduleExact, TooManyMessagesAreNotGivenToTheSolver) {
  if (!HasStepSolver()) GTEST_SKIP() << "built without the solver";
  const Embedding line = EmbeddingOn("line:256", EmbeddingKind::kXor);
  const auto refused = Exact(line, {0, 8}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics().front().fault, Fault::kUnable);
  EXPECT_NE(refused.diagnostics().front().what.find("is too large"), std::string::npos);
  EXPECT_EQ(refused.diagnostics().front().allowed,
            "ask for another number of --steps, or for --schedule list");
}

}  // namespace
}  // namespace toroid::schedule_exact_test
