// What a task and a pipelined cube cost by formula is what their schedules take, on every small host; CALMANT's closed forms, and the best
// pipelining degree by formula against a search. docs/spec/cost.md.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <map>
#include <tuple>

#include "gen/schedule/cost.h"
#include "gen/schedule/task_cost.h"
#include "tests/property/schedule_testing.h"

namespace toroid {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

struct Family {
  std::string host_kind;
  int axes;
  int levels;
  std::string Host() const { return HostText(host_kind, axes, levels); }
  int dimensions() const { return axes * levels; }
  Embedding MakeEmbedding() const { return EmbeddingOn(Host(), host_kind == "torus" ? EmbeddingKind::kXor : EmbeddingKind::kStandard); }
  Layout MakeLayout() const { return {.axes = axes, .levels = levels, .rings = host_kind == "torus" && levels >= 2}; }
};

std::vector<Family> Families() {
  std::vector<Family> families;
  for (const std::string kind : {"mesh", "torus"}) {
    for (int levels = 1; levels <= 8; ++levels) families.push_back({kind, 1, levels});
    for (int levels = 1; levels <= 4; ++levels) families.push_back({kind, 2, levels});
    for (int levels = 1; levels <= 3; ++levels) families.push_back({kind, 3, levels});
    for (int levels = 1; levels <= 2; ++levels) families.push_back({kind, 4, levels});
    families.push_back({kind, 5, 1});
  }
  return families;
}

struct Variant {
  ScheduleKind kind;
  Ports ports;
};
constexpr Variant kVariants[] = {{ScheduleKind::kCalmant, Ports::kOne},
                                 {ScheduleKind::kOffset, Ports::kOne},
                                 {ScheduleKind::kStream, Ports::kOne},
                                 {ScheduleKind::kStream, Ports::kAll}};

// ---- one task ----

TEST(Cost, OfATaskIsThatOfItsSchedule) {
  std::map<ScheduleKind, int> compared;
  for (const Family& family : Families()) {
    const Embedding embedding = family.MakeEmbedding();
    ForEachTask(family.dimensions(), [&](Task task) {
      for (const Variant& variant : kVariants) {
        for (const int flits : {1, 2, 7}) {
          const auto made = MakeSchedule(variant.kind, embedding, task, variant.ports, flits);
          if (!made.ok()) continue;
          const Schedule& schedule = *made;
          const TaskCost cost = CostOfTask(variant.kind, LayoutOf(embedding), task, flits);
          const std::string where = family.Host() + " " + TaskText(task) + " " + std::string(ToString(variant.kind));
          const std::uint64_t steps = schedule.steps.empty() ? schedule.lambda : schedule.steps.size();
          ASSERT_EQ(cost.steps, steps) << where;
          ASSERT_EQ(cost.lambda, schedule.lambda) << where;
          ASSERT_EQ(cost.end, schedule.end()) << where << " flits " << flits;
          ++compared[variant.kind];
        }
      }
    });
  }
  // Every task of every family, less what a schedule does not have: toruses for calmant, seven tasks of 4x4x4x4, one port for stream.
  EXPECT_EQ(compared[ScheduleKind::kOffset], 3 * 2 * (120 + 70 + 72 + 46 + 15));
  EXPECT_GT(compared[ScheduleKind::kCalmant], 3 * 300);
  EXPECT_GT(compared[ScheduleKind::kStream], compared[ScheduleKind::kOffset]);
}

TEST(Cost, WindowsByFormulaAreTheMeasuredOnes) {
  int compared = 0;
  for (const Family& family : Families()) {
    const Embedding embedding = family.MakeEmbedding();
    ForEachTask(family.dimensions(), [&](Task task) {
      const std::vector<Window> measured = SplitIntoWindows(embedding, task);
      const std::vector<Window> formula = WindowsByFormula(family.MakeLayout(), task);
      ASSERT_EQ(formula.size(), measured.size());
      for (std::size_t w = 0; w < formula.size(); ++w, ++compared) {
        EXPECT_EQ(formula[w].task, measured[w].task);
        EXPECT_EQ(formula[w].demand.load, measured[w].demand.load) << family.Host() << TaskText(task);
        EXPECT_EQ(formula[w].demand.longest, measured[w].demand.longest) << family.Host() << TaskText(task);
      }
    });
  }
  EXPECT_EQ(compared, 844);
}

// ---- all iterations ----

struct Sums {
  std::uint64_t steps = 0;
  std::uint64_t lambda = 0;
  Cycle ends = 0;
  int iterations = 0;
};

// Iteration by iteration, from the schedules themselves.
Sums SumsOfSchedules(const Variant& variant, const Embedding& embedding, int q, int flits) {
  Sums sums;
  for (const Iteration& iteration : PipelinedIterations(embedding.guest().axes(), q)) {
    const Schedule schedule = MakeSchedule(variant.kind, embedding, iteration.task, variant.ports, flits).value();
    sums.steps += schedule.steps.empty() ? schedule.lambda : schedule.steps.size();
    sums.lambda += schedule.lambda;
    sums.ends += schedule.end();
    ++sums.iterations;
  }
  return sums;
}

TEST(Cost, OfAPipelinedCubeIsTheSumOfItsIterations) {
  constexpr Machine kMachine{.startup = 2.5, .per_flit = 0.5, .barrier = 11};
  constexpr Cycle kInterface = 2;
  int compared = 0;
  for (const Family& family : {Family{"mesh", 1, 3}, Family{"torus", 1, 4}, Family{"mesh", 2, 2}, Family{"torus", 2, 2},
                               Family{"torus", 2, 3}, Family{"mesh", 3, 2}, Family{"torus", 3, 1}}) {
    const Embedding embedding = family.MakeEmbedding();
    for (const Variant& variant : kVariants) {
      for (int q = 1; q <= 2 * family.dimensions() + 1; ++q) {
        if (!CostComplaints(variant.kind, embedding, variant.ports, q).empty()) continue;
        const int flits = 3;
        const Program program{variant.kind, family.MakeLayout(), q * flits, kMachine, kInterface};
        const PipelinedCost cost = CostOf(program, q);
        const Sums sums = SumsOfSchedules(variant, embedding, q, flits);
        EXPECT_EQ(cost.message_flits, flits);
        EXPECT_EQ(cost.iterations, sums.iterations);
        EXPECT_EQ(cost.steps, sums.steps) << family.Host() << " Q " << q;
        EXPECT_EQ(cost.closed_form, sums.lambda) << family.Host() << " Q " << q;
        EXPECT_EQ(cost.cycles, sums.ends + sums.iterations * (kInterface + kMachine.barrier)) << family.Host() << " Q " << q;
        const bool stream = variant.kind == ScheduleKind::kStream;
        const Cycle fill = stream ? sums.ends - static_cast<Cycle>(sums.steps) * flits : 0;
        const double steps = static_cast<double>(sums.steps) * (2.5 + 0.5 * flits);
        EXPECT_DOUBLE_EQ(cost.cost, steps + static_cast<double>(fill + 11 * sums.iterations));
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 184);
}

// Without startup, one cycle a flit: the cost of a stream is what the router takes but for its interface.
TEST(Cost, OfAStreamIsTheRoutersButForTheInterface) {
  for (const Family& family : {Family{"mesh", 2, 3}, Family{"torus", 2, 4}, Family{"torus", 1, 6}}) {
    const Program program{ScheduleKind::kStream, family.MakeLayout(), 240, {.barrier = 7}, 2};
    for (const int q : Divisors(240)) {
      const PipelinedCost cost = CostOf(program, q);
      EXPECT_DOUBLE_EQ(cost.cost, static_cast<double>(cost.cycles - 2 * cost.iterations)) << family.Host() << q;
    }
  }
}

// ---- closed forms ----

std::uint64_t SumOfLoads(const Layout& layout, int q) {
  std::uint64_t sum = 0;
  for (const Iteration& iteration : PipelinedIterations(layout.axes * layout.levels, q)) sum += TaskLoad(layout, iteration.task);
  return sum;
}

// CALMANT, appendix A.3, "On a Line", written down on its own.
std::int64_t PrintedOnALine(int d, std::int64_t q) {
  std::int64_t rest = 0;
  if (q < d) {
    const std::int64_t power = std::int64_t{1} << (d - q + 2);
    rest = q % 2 == 0 ? -power - 9 * q : power - 9 * q - 9;
  } else {
    rest = d % 2 == 0 ? 3 * d - 12 * q - 4 : -3 * d - 6 * q - 5;
  }
  return ((3 * q + 1) * (std::int64_t{1} << (d + 2)) + rest) / 18;
}

TEST(Cost, ClosedFormsOnLinesAreTheStepsOfBothLockstepSchedules) {
  constexpr int kManyDivisors = 720720;
  int compared = 0;
  for (int d = 1; d <= 12; ++d) {
    const Layout line{.axes = 1, .levels = d};
    std::vector<int> degrees = Divisors(kManyDivisors);
    for (int q = 1; q <= 4 * d; ++q) degrees.push_back(q);
    for (const int q : degrees) {
      for (const ScheduleKind kind : {ScheduleKind::kCalmant, ScheduleKind::kOffset}) {
        const Program program{kind, line, kManyDivisors % q == 0 ? kManyDivisors : q, {}, 0};
        const PipelinedCost cost = CostOf(program, q);
        ASSERT_EQ(cost.closed_form, cost.steps) << d << " " << q;
        ASSERT_EQ(static_cast<std::int64_t>(cost.steps), PrintedOnALine(d, q)) << d << " " << q;
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 2 * (12 * 240 + 4 * 78));
}

TEST(Cost, ClosedFormsAreTheSumOfTheLoads) {
  int compared = 0;
  for (const bool rings : {false, true}) {
    for (int c = 1; c <= 5; ++c) {
      for (int levels = rings ? 2 : 1; c * levels <= 15; ++levels) {
        const Layout layout{.axes = c, .levels = levels, .rings = rings};
        for (int q = 1; q <= 4 * c * levels; ++q, ++compared) {
          ASSERT_EQ(ClosedFormSteps(layout, q), SumOfLoads(layout, q)) << c << " " << levels << " " << q << " " << rings;
        }
      }
    }
  }
  EXPECT_GT(compared, 1500);
}

// ---- deep pipelining ----

TEST(Cost, DeepPipeliningTakesALinearNumberOfSteps) {
  int compared = 0;
  for (const Family& family : Families()) {
    const Embedding embedding = family.MakeEmbedding();
    const int d = family.dimensions();
    for (const Variant& variant : kVariants) {
      if (!CostComplaints(variant.kind, embedding, variant.ports, d).empty()) continue;
      for (int q = d; q <= 3 * d; ++q, ++compared) {
        const Program program{variant.kind, family.MakeLayout(), q, {}, 0};
        const LinearSteps line = StepsOfDeepPipelining(program);
        ASSERT_EQ(static_cast<std::int64_t>(CostOf(program, q).steps), line.slope * q + line.offset) << family.Host() << " " << q;
      }
    }
  }
  EXPECT_GT(compared, 500);
}

// docs/spec/cost.md, C3.2: A and B of all ports in closed form.
TEST(Cost, AllPortsSlopeAndOffsetAreTheClosedForms) {
  for (const bool rings : {false, true}) {
    for (std::int64_t c = 1; c <= 6; ++c) {
      for (std::int64_t levels = 2; c * levels <= 24; ++levels) {
        const std::int64_t d = c * levels;
        const std::int64_t power = std::int64_t{1} << (levels + 2);
        const std::int64_t quarter = rings ? std::int64_t{1} << (levels - 2) : 0;
        const std::int64_t load = (power / 2 - (levels % 2 == 0 ? 2 : 1)) / 3;
        const std::int64_t rest = levels % 2 == 0 ? 3 * d - 16 * c + 12 : -3 * d - 11 * c + 6;
        const Layout layout{.axes = static_cast<int>(c), .levels = static_cast<int>(levels), .rings = rings};
        const LinearSteps line = StepsOfDeepPipelining({ScheduleKind::kStream, layout, 1, {}, 0});
        EXPECT_EQ(line.slope, load - quarter) << c << " " << levels;
        EXPECT_EQ(18 * line.offset, (4 * c - 3) * power + rest - 18 * (c - 1) * quarter) << c << " " << levels;
      }
    }
  }
}

}  // namespace
}  // namespace toroid
