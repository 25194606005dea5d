// Costs by formula of a task and a pipelined cube equal those of their schedules, on every small
// host; CALMANT's closed forms, and the best pipelining degree by formula against a search.
// docs/spec/cost.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <tuple>

#include "gen/schedule/cost.h"
#include "tests/property/schedule_testing.h"
#include "tests/support/checkout.h"

namespace toroid::cost_property_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

struct Family {
  std::string host_kind;
  int axes;
  int levels;
  std::string Host() const { return HostText(host_kind, axes, levels); }
  int dimensions() const { return axes * levels; }
  Embedding MakeEmbedding() const {
    return EmbeddingOn(Host(),
                       host_kind == "torus" ? EmbeddingKind::kXor : EmbeddingKind::kStandard);
  }
  Layout MakeLayout() const {
    return {.axes = axes, .levels = levels, .rings = host_kind == "torus" && levels >= 2};
  }
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
constexpr Variant kVariants[] = {
    {ScheduleKind::kCalmant, Ports::kOne}, {ScheduleKind::kCalmant, Ports::kAll},
    {ScheduleKind::kOffset, Ports::kOne},  {ScheduleKind::kOffset, Ports::kAll},
    {ScheduleKind::kStream, Ports::kOne},  {ScheduleKind::kStream, Ports::kAll}};

bool HasFormula(const Variant& variant, const Layout& layout, Task task) {
  return variant.kind != ScheduleKind::kStream || StreamHasFormula(layout, task, variant.ports);
}

// ---- one task ----

TEST(Cost, OfATaskIsThatOfItsSchedule) {
  std::map<std::pair<ScheduleKind, Ports>, int> compared;
  for (const Family& family : Families()) {
    const Embedding embedding = family.MakeEmbedding();
    ForEachTask(family.dimensions(), [&](Task task) {
      for (const Variant& variant : kVariants) {
        for (const int flits : {1, 2, 7}) {
          const auto made = MakeSchedule(variant.kind, embedding, task, variant.ports, flits);
          if (!made.ok() || !HasFormula(variant, LayoutOf(embedding), task)) continue;
          const Schedule& schedule = *made;
          const TaskCost cost =
              CostOfTask(variant.kind, LayoutOf(embedding), task, flits, variant.ports);
          const std::string where =
              family.Host() + " " + TaskText(task) + " " + std::string(ToString(variant.kind));
          const std::uint64_t steps =
              schedule.steps.empty() ? schedule.lambda : schedule.steps.size();
          ASSERT_EQ(cost.steps, steps) << where;
          ASSERT_EQ(cost.lambda, schedule.lambda) << where;
          ASSERT_EQ(cost.end, schedule.end()) << where << " flits " << flits;
          if (!schedule.steps.empty()) {
            const MessageRoutes slow(embedding.host(), nullptr, 4);
            ASSERT_EQ(
                CostOfTask(variant.kind, LayoutOf(embedding), task, flits, variant.ports, 4).end,
                OverLinksOf(slow, schedule).end())
                << where << " flits " << flits;
          }
          ++compared[{variant.kind, variant.ports}];
        }
      }
    });
  }
  // Every task of every family, less what has no schedule (calmant: tori, and with one port
  // seven tasks of 4x4x4x4) or no formula (stream with one port on several axes).
  constexpr int kTasks = 120 + 70 + 72 + 46 + 15;  // of the hosts of one kind
  EXPECT_EQ((compared[{ScheduleKind::kOffset, Ports::kOne}]), 3 * 2 * kTasks);
  EXPECT_EQ((compared[{ScheduleKind::kOffset, Ports::kAll}]), 3 * 2 * kTasks);
  EXPECT_EQ((compared[{ScheduleKind::kStream, Ports::kAll}]), 3 * 2 * kTasks);
  EXPECT_EQ((compared[{ScheduleKind::kCalmant, Ports::kAll}]), 3 * kTasks);
  EXPECT_EQ((compared[{ScheduleKind::kCalmant, Ports::kOne}]), 3 * (kTasks - 7));
  EXPECT_GT((compared[{ScheduleKind::kStream, Ports::kOne}]), 3 * 2 * 120);
}

// CO1.2: checks the axes' own streams flit by flit, as if each node had one port.
TEST(Cost, StreamHasAFormulaOnOnePortWhereItsAxesDoNotMeet) {
  int without = 0;
  int on_one_axis = 0;
  for (const Family& family : Families()) {
    const Embedding embedding = family.MakeEmbedding();
    ForEachTask(family.dimensions(), [&](Task task) {
      const bool has = StreamHasFormula(LayoutOf(embedding), task, Ports::kOne);
      for (const int flits : {1, 2, 7}) {
        Schedule schedule =
            MakeSchedule(ScheduleKind::kStream, embedding, task, Ports::kAll, flits).value();
        schedule.ports = Ports::kOne;
        ASSERT_EQ(VerifyFlits(schedule, embedding).conflicts == 0, has)
            << family.Host() << " " << TaskText(task) << " flits " << flits;
      }
      const bool ring_of_4 = family.Host() == "torus:4" && task == Task{.first = 0, .count = 2};
      ASSERT_EQ(has, task.count == 1 || (family.axes == 1 && !ring_of_4)) << family.Host();
      without += has ? 0 : 1;
      on_one_axis += !has && family.axes == 1 ? 1 : 0;
    });
  }
  EXPECT_EQ(on_one_axis, 1);
  // 55 of the 203 tasks of several axes have one dimension, on meshes and on tori
  EXPECT_EQ(without, 2 * (203 - 55) + 1);
}

TEST(Cost, WindowsByFormulaAreTheMeasuredOnes) {
  int compared = 0;
  for (const Family& family : Families()) {
    const Embedding embedding = family.MakeEmbedding();
    ForEachTask(family.dimensions(), [&](Task task) {
      const std::vector<Window> measured = SplitIntoWindows(embedding, task);
      const std::vector<Window> formula = WindowsByFormula(family.MakeLayout(), task, Ports::kOne);
      ASSERT_EQ(formula.size(), measured.size());
      for (std::size_t w = 0; w < formula.size(); ++w, ++compared) {
        EXPECT_EQ(formula[w].task, measured[w].task);
        EXPECT_EQ(formula[w].demand.load, measured[w].demand.load)
            << family.Host() << TaskText(task);
        EXPECT_EQ(formula[w].demand.longest, measured[w].demand.longest)
            << family.Host() << TaskText(task);
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
    const Schedule schedule =
        MakeSchedule(variant.kind, embedding, iteration.task, variant.ports, flits).value();
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
  for (const Family& family :
       {Family{"mesh", 1, 3}, Family{"torus", 1, 4}, Family{"mesh", 2, 2}, Family{"torus", 2, 2},
        Family{"torus", 2, 3}, Family{"mesh", 3, 2}, Family{"torus", 3, 1}}) {
    const Embedding embedding = family.MakeEmbedding();
    for (const Variant& variant : kVariants) {
      for (int q = 1; q <= 2 * family.dimensions() + 1; ++q) {
        if (!CostDiagnostics(variant.kind, embedding, variant.ports, q).empty()) continue;
        const int flits = 3;
        const PipelinedCube program{variant.kind, variant.ports, family.MakeLayout(),
                                    q * flits,    kMachine,      kInterface};
        const PipelinedCost cost = CostOf(program, q);
        const Sums sums = SumsOfSchedules(variant, embedding, q, flits);
        EXPECT_EQ(cost.message_flits, flits);
        EXPECT_EQ(cost.iterations, sums.iterations);
        EXPECT_EQ(cost.steps, sums.steps) << family.Host() << " Q " << q;
        EXPECT_EQ(cost.closed_form, sums.lambda) << family.Host() << " Q " << q;
        // a source that idles 2.5 cycles, rounded up, before each message
        const Sums idling = SumsOfSchedules(variant, embedding, q, flits + 3);
        EXPECT_EQ(cost.cycles, idling.ends + sums.iterations * (kInterface + kMachine.barrier))
            << family.Host() << " Q " << q;
        const bool stream = variant.kind == ScheduleKind::kStream;
        const Cycle fill = stream ? sums.ends - static_cast<Cycle>(sums.steps) * flits : 0;
        const double steps = static_cast<double>(sums.steps) * (2.5 + 0.5 * flits);
        EXPECT_DOUBLE_EQ(cost.cost, steps + static_cast<double>(fill + 11 * sums.iterations));
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 280);
}

// Without startup, one cycle a flit: the cost of a stream is the router's time without its
// interface.
TEST(Cost, OfAStreamIsTheRoutersButForTheInterface) {
  for (const Family& family :
       {Family{"mesh", 2, 3}, Family{"torus", 2, 4}, Family{"torus", 1, 6}}) {
    const PipelinedCube program{
        ScheduleKind::kStream, Ports::kAll, family.MakeLayout(), 240, {.barrier = 7}, 2};
    for (const int q : Divisors(240)) {
      const PipelinedCost cost = CostOf(program, q);
      EXPECT_DOUBLE_EQ(cost.cost, static_cast<double>(cost.cycles - 2 * cost.iterations))
          << family.Host() << q;
    }
  }
}

// ---- closed forms ----

std::uint64_t SumOfLoads(const Layout& layout, int q) {
  std::uint64_t sum = 0;
  for (const Iteration& iteration : PipelinedIterations(layout.axes * layout.levels, q))
    sum += TaskLoad(layout, iteration.task);
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
        const PipelinedCube program{
            kind, Ports::kOne, line, kManyDivisors % q == 0 ? kManyDivisors : q, {}, 0};
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
          ASSERT_EQ(ClosedFormSteps(layout, q), SumOfLoads(layout, q))
              << c << " " << levels << " " << q << " " << rings;
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
      if (!CostDiagnostics(variant.kind, embedding, variant.ports, d).empty()) continue;
      for (int q = d; q <= 3 * d; ++q, ++compared) {
        const PipelinedCube program{variant.kind, variant.ports, family.MakeLayout(), q, {}, 0};
        const LinearSteps line = StepsOfDeepPipelining(program).value();
        ASSERT_EQ(static_cast<std::int64_t>(CostOf(program, q).steps), line.slope * q + line.offset)
            << family.Host() << " " << q;
      }
    }
  }
  EXPECT_GT(compared, 500);
}

// docs/spec/cost.md, CO3.2: A and B of all ports in closed form.
TEST(Cost, AllPortsSlopeAndOffsetAreTheClosedForms) {
  for (const bool rings : {false, true}) {
    for (std::int64_t c = 1; c <= 6; ++c) {
      for (std::int64_t levels = 2; c * levels <= 24; ++levels) {
        const std::int64_t d = c * levels;
        const std::int64_t power = std::int64_t{1} << (levels + 2);
        const std::int64_t quarter = rings ? std::int64_t{1} << (levels - 2) : 0;
        const std::int64_t load = (power / 2 - (levels % 2 == 0 ? 2 : 1)) / 3;
        const std::int64_t rest = levels % 2 == 0 ? 3 * d - 16 * c + 12 : -3 * d - 11 * c + 6;
        const Layout layout{
            .axes = static_cast<int>(c), .levels = static_cast<int>(levels), .rings = rings};
        const LinearSteps line =
            StepsOfDeepPipelining({ScheduleKind::kStream, Ports::kAll, layout, 1, {}, 0}).value();
        EXPECT_EQ(line.slope, load - quarter) << c << " " << levels;
        EXPECT_EQ(18 * line.offset, (4 * c - 3) * power + rest - 18 * (c - 1) * quarter)
            << c << " " << levels;
      }
    }
  }
}

// ---- the best pipelining degree ----

struct Host {
  std::string name;
  ScheduleKind kind;
  Layout layout;
  Ports ports() const { return kind == ScheduleKind::kStream ? Ports::kAll : Ports::kOne; }
};
const std::vector<Host>& Hosts() {
  static const std::vector<Host> hosts = {
      {"calmant on line:64", ScheduleKind::kCalmant, {1, 6, false}},
      {"calmant on mesh:16x16", ScheduleKind::kCalmant, {2, 4, false}},
      {"calmant on mesh:16x16x16", ScheduleKind::kCalmant, {3, 4, false}},
      {"offset on torus:8x8x8", ScheduleKind::kOffset, {3, 3, true}},
      {"offset on torus:16x16", ScheduleKind::kOffset, {2, 4, true}},
      {"stream on mesh:16x16", ScheduleKind::kStream, {2, 4, false}},
      {"stream on torus:16x16", ScheduleKind::kStream, {2, 4, true}},
      {"stream on torus:32x32", ScheduleKind::kStream, {2, 5, true}}};
  return hosts;
}

// The cheapest divisor from `least` on; the smallest if some cost the same.
int BestBySearch(const PipelinedCube& program, int least) {
  int best = 0;
  double lowest = 0;
  for (const int q : Divisors(program.elements)) {
    if (q < least) continue;
    const double cost = CostOf(program, q).cost;
    if (best == 0 || cost < lowest) std::tie(best, lowest) = std::pair(q, cost);
  }
  return best;
}

// Startup in units of the time of a flit, as CALMANT 5.2 has it for a generic machine of its time,
// Cray T3D, IBM SP2 and Intel Paragon. Q* = 10.92 lies between 8, which is below d = 10, and 16.
TEST(Cost, BestDivisorByFormulaIsDeep) {
  const PipelinedCube program{
      ScheduleKind::kOffset, Ports::kOne, {2, 5, false}, 16384, {.startup = 200}, 2};
  EXPECT_NEAR(*BestPipeliningByFormula(program), 10.92, 0.01);
  EXPECT_EQ(BestDivisorByFormula(program), 16);
  EXPECT_EQ(BestBySearch(program, 10), 16);
}

TEST(Cost, BestPipeliningByFormulaIsThatOfASearchOnTwelveMachines) {
  int compared = 0;
  for (const std::string host :
       {"calmant on mesh:16x16", "calmant on mesh:16x16x16", "offset on torus:16x16"}) {
    for (const double startup : {100.0, 567.0, 1400.0, 5250.0}) {
      const auto found = std::ranges::find(Hosts(), host, &Host::name);
      ASSERT_NE(found, Hosts().end());
      const PipelinedCube program{found->kind,
                                  found->ports(),
                                  found->layout,
                                  1 << 22,
                                  {.startup = startup, .per_flit = 1, .barrier = 100},
                                  2};
      const std::optional<double> formula = BestPipeliningByFormula(program);
      ASSERT_TRUE(formula);
      EXPECT_GE(*formula, program.dimensions());
      const int search = BestBySearch(program, 1);
      EXPECT_EQ(BestDivisorByFormula(program), search) << host << " startup " << startup;
      std::cout << host << ", startup " << startup << ": Q* = " << *formula << ", best " << search
                << "\n";
      ++compared;
    }
  }
  EXPECT_EQ(compared, 12);
}

// From d on the cost is convex, so a neighbour of Q* is the best divisor there. A shallow degree
// may still be cheaper, by very little; and where Q* < d no deep one is better than the first.
TEST(Cost, BestPipeliningByFormulaIsTheBestDeepOneAndAtMostAPercentFromTheBest) {
  constexpr double kMargin = 1.01;
  int deep = 0;
  int shallow = 0;
  int missed = 0;
  double worst = 1;
  for (const Host& host : Hosts()) {
    for (const int elements : {4096, 65536, 1 << 20, 720720}) {
      for (const double startup : {0.0, 100.0, 567.0, 1400.0, 5250.0}) {
        for (const Cycle barrier : {Cycle{0}, Cycle{100}}) {
          const PipelinedCube program{host.kind, host.ports(),          host.layout,
                                      elements,  {startup, 1, barrier}, 2};
          const int d = program.dimensions();
          const double formula = BestPipeliningByFormula(program).value();
          const std::optional<int> divisor = BestDivisorByFormula(program);
          ASSERT_EQ(divisor.has_value(), formula >= d);
          const std::vector<int> divisors = Divisors(elements);
          const int first_deep = *std::ranges::lower_bound(divisors, d);
          const int best_deep = BestBySearch(program, d);
          if (!divisor) {
            EXPECT_EQ(best_deep, first_deep) << host.name << " " << formula;
            ++shallow;
            continue;
          }
          EXPECT_EQ(*divisor, best_deep) << host.name << " Q* " << formula;
          const int best = BestBySearch(program, 1);
          const double ratio = CostOf(program, *divisor).cost / CostOf(program, best).cost;
          EXPECT_LE(ratio, kMargin) << host.name << " N " << elements << " startup " << startup
                                    << " Q* " << formula << " best " << best;
          worst = std::max(worst, ratio);
          missed += *divisor != best;
          ++deep;
        }
      }
    }
  }
  std::cout << deep << " machines with Q* >= d: in " << missed
            << " a shallow degree is cheaper, by a factor of up to " << worst << "; " << shallow
            << " with Q* < d\n";
  EXPECT_EQ(deep, 221);
  EXPECT_EQ(shallow, 99);
  EXPECT_EQ(missed, 3);
}

TEST(Cost, BestPipeliningStaysWithinTheElements) {
  const PipelinedCube free{ScheduleKind::kOffset,
                           Ports::kOne,
                           {2, 2, false},
                           64,
                           {.startup = 0, .per_flit = 1, .barrier = 0},
                           2};
  EXPECT_EQ(BestPipeliningByFormula(free), 64.0);
  EXPECT_EQ(BestDivisorByFormula(free), 64);
  // Four cube dimensions at distance 1 with one port: 4 steps an iteration, 16 in all at Q = 4, so
  // B = 0 and more packets never help.
  const PipelinedCube ring{ScheduleKind::kOffset,
                           Ports::kOne,
                           {2, 2, true},
                           64,
                           {.startup = 1, .per_flit = 1, .barrier = 0},
                           2};
  EXPECT_EQ(StepsOfDeepPipelining(ring)->offset, 0);
  EXPECT_EQ(BestPipeliningByFormula(ring), std::nullopt);
}

// With one port the axes of a `stream` wait for each other: only the tasks of one cube dimension,
// those of Q = 1, have a formula.
TEST(Cost, OfAStreamWithOnePortOnSeveralAxesIsOfOnePacketAlone) {
  for (const Layout layout : {Layout{4, 1, false}, Layout{2, 3, true}, Layout{1, 2, true}}) {
    PipelinedCube program{ScheduleKind::kStream, Ports::kOne, layout, 100, {.barrier = 7}, 2};
    EXPECT_EQ(StepsOfDeepPipelining(program), std::nullopt);
    EXPECT_EQ(BestPipeliningByFormula(program), std::nullopt);
    EXPECT_EQ(BestDivisorByFormula(program), std::nullopt);
    const PipelinedCost one = CostOf(program, 1);
    program.ports = Ports::kAll;  // without effect here
    EXPECT_EQ(one.cycles, CostOf(program, 1).cycles);
    EXPECT_NE(StepsOfDeepPipelining(program), std::nullopt);
  }
}

// The largest shape there is, with all divisors: no node is visited.
TEST(Cost, OfMillionsOfNodesIsComputed) {
  const PipelinedCube program{
      ScheduleKind::kOffset, Ports::kOne, {2, 12, true}, 1 << 24, {.startup = 567}, 2};
  const LinearSteps line = StepsOfDeepPipelining(program).value();
  EXPECT_EQ(Divisors(1 << 24).size(), 25U);
  for (const int q : Divisors(1 << 24)) {
    const PipelinedCost cost = CostOf(program, q);
    EXPECT_GE(cost.steps, cost.closed_form);
    const std::int64_t straight = line.slope * q + line.offset;
    EXPECT_TRUE(q < 24 || static_cast<std::int64_t>(cost.steps) == straight) << q;
  }
}

// ---- the table of docs/spec/cost.md ----

// Rows "| host | Q | closed form | sum of lambda | steps |" of the document.
TEST(Cost, TableOfTheDocumentIsTrue) {
  std::ifstream document(Checkout("docs/spec/cost.md"));
  ASSERT_TRUE(document);
  int rows = 0;
  int apart = 0;
  const std::regex row(R"(\| mesh:(\S+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|)");
  for (std::string line; std::getline(document, line);) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    const Graph host = Graph::Parse("mesh:" + cells[1].str()).value();
    const Layout layout{.axes = host.axes(),
                        .levels = BitsFor(static_cast<std::uint32_t>(host.length(Axis{0}))),
                        .rings = false};
    const int q = std::stoi(cells[2]);
    EXPECT_EQ(ClosedFormSteps(layout, q), std::stoul(cells[3])) << line;
    EXPECT_EQ(SumOfLoads(layout, q), std::stoul(cells[4])) << line;
    EXPECT_EQ(CostOf({ScheduleKind::kCalmant, Ports::kOne, layout, q, {}, 0}, q).steps,
              std::stoul(cells[5]))
        << line;
    EXPECT_EQ(CostOf({ScheduleKind::kOffset, Ports::kOne, layout, q, {}, 0}, q).steps,
              std::stoul(cells[6]))
        << line;
    apart += cells[4] != cells[5];
    ++rows;
  }
  EXPECT_GE(rows, 16);
  EXPECT_GE(apart, 8);
}

// ---- packets, startup, blocks ----

TEST(Cost, EveryDegreeHasPacketsOfOneLength) {
  for (int n = 1; n <= 200; ++n) {
    std::vector<int> least;  // degree of each length
    int last = 0;
    for (int q = 1; q <= n; ++q) {
      int flits = 0;
      while (flits * q < n) ++flits;
      EXPECT_EQ(PacketFlits(n, q), flits);
      if (flits != last) least.push_back(q);
      last = flits;
    }
    EXPECT_EQ(UsefulDegrees(n), least) << n;
  }
}

TEST(Cost, ACycleOfStartupIsAFlitMore) {
  int compared = 0;
  for (const bool rings : {false, true}) {
    const Layout layout{2, 3, rings};
    for (const ScheduleKind kind : {ScheduleKind::kOffset, ScheduleKind::kStream}) {
      for (int first = 0; first < 6; ++first) {
        for (int count = 1; first + count <= 6; ++count, ++compared) {
          const TaskCost one = CostOfTask(kind, layout, {first, count}, 2, Ports::kAll);
          const TaskCost longer = CostOfTask(kind, layout, {first, count}, 9, Ports::kAll);
          EXPECT_EQ(longer.end, one.end + 7 * static_cast<Cycle>(one.in_row));
        }
      }
    }
  }
  EXPECT_EQ(compared, 4 * 21);
  PipelinedCube program{ScheduleKind::kOffset, Ports::kOne, {2, 2, false}, 30, Machine{}, 2};
  const Cycle at_once = CostOf(program, 7).cycles;
  PipelinedCube longer = program;
  longer.elements = 7 * (CostOf(program, 7).message_flits + 11);
  program.machine.startup = 10.5;
  EXPECT_GT(CostOf(program, 7).cycles, at_once);
  EXPECT_EQ(CostOf(program, 7).cycles, CostOf(longer, 7).cycles);
}

TEST(Cost, ByBlockIsTheBestOfAllDegrees) {
  PipelinedCube program{
      ScheduleKind::kCalmant, Ports::kOne, {2, 2, false}, 1, {.startup = 50, .barrier = 10}, 2};
  const std::vector<BlockCost> rows = CostByBlock(program, 600);
  ASSERT_EQ(rows.size(), 7U);  // 8 elements a block of 1, 512 of 64
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].block_flits, 1 << i);
    EXPECT_EQ(rows[i].elements, 8 << i);
    program.elements = rows[i].elements;
    EXPECT_EQ(rows[i].unpipelined.cost, CostOf(program, 1).cost);
    double least = CostOf(program, 1).cost;
    for (int q = 2; q <= program.elements; ++q) least = std::min(least, CostOf(program, q).cost);
    EXPECT_EQ(rows[i].best.cost, least);
  }
  EXPECT_GT(rows.back().unpipelined.cost, rows.back().best.cost);
}

}  // namespace
}  // namespace toroid::cost_property_test
