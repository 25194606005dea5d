// Schedules on small hosts: CALMANT's figures, the timing of steps, and bad input.
// gen_schedule_verify_test.cc tests the checks on spoilt schedules.
#include "gen/schedule/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/property/schedule_testing.h"

namespace toroid::gen_schedule_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

// (node, cube dimension) -> step
std::map<std::pair<std::uint32_t, int>, int> StepsOf(const Schedule& schedule) {
  std::map<std::pair<std::uint32_t, int>, int> steps;
  for (const ScheduledMessage& m : schedule.messages)
    steps[{m.node.value(), m.cube_dimension.value()}] = *m.step;
  return steps;
}

// ---- CALMANT's figures ----

TEST(ScheduleCalmant, FigureFourPairOnALineOfSixteen) {
  const Embedding line = EmbeddingOn("line:16", EmbeddingKind::kStandard);
  const Schedule schedule = ScheduleOf(ScheduleKind::kCalmant, line, {.first = 1, .count = 2});
  EXPECT_EQ(StepCount(schedule), 4);
  const auto steps = StepsOf(schedule);
  ASSERT_EQ(steps.size(), 32U);
  for (std::uint32_t m = 0; m < 16; ++m) {
    const int start = m % 2 == 0 ? 0 : 2;  // the white group, then the gray one
    const bool equal = (m >> 1 & 1) == (m >> 2 & 1);
    EXPECT_EQ(steps.at({m, 2}), equal ? start : start + 1) << m;
    EXPECT_EQ(steps.at({m, 1}), equal ? start + 1 : start) << m;
  }
}

TEST(ScheduleCalmant, FigureFiveSingleOnALineOfSixteen) {
  const Embedding line = EmbeddingOn("line:16", EmbeddingKind::kStandard);
  const Schedule schedule = ScheduleOf(ScheduleKind::kCalmant, line, {.first = 2, .count = 1});
  EXPECT_EQ(StepCount(schedule), 4);
  const auto steps = StepsOf(schedule);
  ASSERT_EQ(steps.size(), 16U);
  for (std::uint32_t m = 0; m < 16; ++m) EXPECT_EQ(steps.at({m, 2}), static_cast<int>(m % 4)) << m;
}

// Figure 7 by group: the step in which axis 0 and axis 1 begin, for g_0 = 0..3 (columns) and g_1 =
// 0, 1 (rows).
TEST(ScheduleCalmant, FigureSevenPairsOnAMeshOfSixteenBySixteen) {
  constexpr int kAxis0[2][4] = {{0, 2, 4, 6}, {2, 4, 6, 0}};
  constexpr int kAxis1[2][4] = {{6, 0, 2, 4}, {0, 2, 4, 6}};
  const Embedding mesh = EmbeddingOn("mesh:16x16", EmbeddingKind::kStandard);
  const Schedule schedule = ScheduleOf(ScheduleKind::kCalmant, mesh, {.first = 3, .count = 4});
  EXPECT_EQ(StepCount(schedule), 8);
  ASSERT_EQ(schedule.messages.size(), 4U * 256U);
  for (const ScheduledMessage& m : schedule.messages) {
    const int g0 = mesh.host().Coordinate(m.node, Axis{0}) % 4;
    const int g1 = mesh.host().Coordinate(m.node, Axis{1}) % 2;
    const int begin = m.axis == Axis{0} ? kAxis0[g1][g0] : kAxis1[g1][g0];
    EXPECT_EQ(*m.step / 2 * 2, begin) << mesh.host().NodeText(m.node);
  }
}

TEST(ScheduleCalmant, WindowsRunLowestFirst) {
  const Embedding line = EmbeddingOn("line:64", EmbeddingKind::kStandard);
  const Schedule schedule = ScheduleOf(ScheduleKind::kCalmant, line, {.first = 1, .count = 5});
  ASSERT_EQ(StepCount(schedule), 2 + 8 + 32);  // <1,1>, <2,2>, <4,2>
  for (const ScheduledMessage& m : schedule.messages) {
    const int k = m.cube_dimension.value();
    const int window = m.step < 2 ? 0 : m.step < 10 ? 1 : 2;
    EXPECT_EQ(window, k == 1 ? 0 : k <= 3 ? 1 : 2);
  }
}

// As published, 4.2.3 has two pair slots for three axes, so a node sends on two axes in one step.
// The check must find this.
TEST(ScheduleCalmant, FourCubeDimensionsOnThreeAxesAsPublishedBreakTheOnePortRule) {
  const Embedding mesh = EmbeddingOn("mesh:8x8x8", EmbeddingKind::kStandard);
  for (int first = 2; first <= 5; ++first) {  // below 2 the published k is negative
    Schedule published = ScheduleOf(ScheduleKind::kCalmant, mesh, {.first = first, .count = 4});
    for (ScheduledMessage& m : published.messages) {
      int sum = 0;
      for (int k = first - 2; k <= first; ++k)
        sum += mesh.host().Coordinate(m.node, Axis{k % 3}) % (1 << (k / 3));
      const bool upper = m.cube_dimension.value() > first;
      const int k = upper ? m.cube_dimension.value() - 3 : first;
      const int coordinate = mesh.host().Coordinate(m.node, m.axis);
      const bool equal = (coordinate >> (k / 3) & 1) == (coordinate >> (k / 3 + 1) & 1);
      m.step = 2 * ((sum + k) % 2) + (equal == upper ? 0 : 1);
    }
    EXPECT_GT(VerifySteps(published, mesh).conflicts, 0U) << first;
  }
}

// The repair keeps its 4 steps.
TEST(ScheduleCalmant, FourCubeDimensionsOnThreeAxesTakeFourSteps) {
  const Embedding mesh = EmbeddingOn("mesh:8x8x8", EmbeddingKind::kStandard);
  for (int first = 0; first <= 5; ++first) {
    const Schedule schedule =
        ScheduleOf(ScheduleKind::kCalmant, mesh, {.first = first, .count = 4});
    EXPECT_EQ(StepCount(schedule), 4) << first;
    EXPECT_EQ(VerifySteps(schedule, mesh).conflicts, 0U) << first;
  }
}

// ---- offset ----

TEST(ScheduleOffset, RingPairSendsPlusFirstThenMinus) {
  const Embedding ring = EmbeddingOn("ring:8", EmbeddingKind::kXor);
  const Schedule schedule = ScheduleOf(ScheduleKind::kOffset, ring, {.first = 1, .count = 2});
  EXPECT_EQ(StepCount(schedule), 2);
  ASSERT_EQ(schedule.messages.size(), 16U);
  for (const ScheduledMessage& m : schedule.messages) {
    const int turn = static_cast<int>(m.node.value() % 2);
    EXPECT_EQ(m.step, (turn + (m.direction == Direction::kPlus ? 0 : 1)) % 2) << m.node.value();
    EXPECT_EQ(ring.host().Distance(m.node, m.to), 2);
  }
}

// ---- timing, order, bounds ----

TEST(Schedule, StepsLastLongEnoughForTheLongestRouteOfTheirWindow) {
  const Embedding line = EmbeddingOn("line:16", EmbeddingKind::kStandard);
  const Schedule schedule = ScheduleOf(ScheduleKind::kCalmant, line, {.first = 0, .count = 4}, 5);
  ASSERT_EQ(StepCount(schedule), 2 + 8);  // <0,2> with routes of 2, <2,2> with routes of 8
  Cycle start = 0;
  for (int s = 0; s < StepCount(schedule); ++s) {
    const Step& step = schedule.steps[static_cast<std::size_t>(s)];
    EXPECT_EQ(step.start, start);
    EXPECT_EQ(step.length, s < 2 ? 5 + 2 - 1 : 5 + 8 - 1);
    start += step.length;
  }
  EXPECT_EQ(start, 2 * 6 + 8 * 12);
  for (const ScheduledMessage& m : schedule.messages)
    EXPECT_EQ(m.cycle, schedule.steps[static_cast<std::size_t>(*m.step)].start);
  EXPECT_TRUE(schedule.claims_conflict_free());
}

// docs/spec/schedules.md S6.3: the lockstep cycles of the full task, 64 nodes on one axis, 8x8,
// 16x16 and 8x8x8.
TEST(Schedule, FullTasksTakeTheTabledCycles) {
  const std::vector<std::tuple<std::string, int, Cycle>> rows = {
      {"line:64", 16, 1722},   {"line:64", 4, 1218},    {"mesh:8x8", 16, 108},
      {"mesh:8x8", 4, 36},     {"mesh:16x16", 16, 252}, {"mesh:16x16", 4, 108},
      {"mesh:8x8x8", 16, 162}, {"mesh:8x8x8", 4, 54}};
  for (const auto& [host, flits, cycles] : rows) {
    const Embedding embedding = EmbeddingOn(host, EmbeddingKind::kStandard);
    const Schedule schedule = ScheduleOf(ScheduleKind::kCalmant, embedding,
                                         {.first = 0, .count = embedding.guest().axes()}, flits);
    EXPECT_EQ(schedule.steps.back().start + schedule.steps.back().length, cycles)
        << host << " flits " << flits;
  }
}

// The last link crossing of a window is not always in the last cycle of its last step. Without
// steps there is only the makespan.
TEST(Schedule, MakespanEndsWithTheLastLinkCrossing) {
  const Embedding line = EmbeddingOn("line:4", EmbeddingKind::kStandard);
  const Task full{.first = 0, .count = 2};
  // L = 3. A message of distance 2 that starts in cycle 0 ends in cycle 3.
  EXPECT_EQ(ScheduleOf(ScheduleKind::kNone, line, full, 3).makespan, 4);
  // Two steps of 3 + 2 - 1 cycles, with a message of distance 2 in the last.
  EXPECT_EQ(ScheduleOf(ScheduleKind::kCalmant, line, full, 3).makespan, 8);
  // Two slots of 3 cycles, and one more cycle to drain.
  EXPECT_EQ(MakeSchedule(ScheduleKind::kStream, line, full, Ports::kAll, 3)->makespan, 7);
  EXPECT_EQ(ScheduleOf(ScheduleKind::kOffset, line, {.first = 1, .count = 1}, 3).makespan, 8);
}

// The example at the top of gen/schedule/stream.cc.
TEST(ScheduleStreamExample, SecondNodeFollowsRightBehindTheTailOfTheFirst) {
  const Embedding line = EmbeddingOn("line:4", EmbeddingKind::kStandard);
  const Schedule schedule =
      MakeSchedule(ScheduleKind::kStream, line, {.first = 1, .count = 1}, Ports::kAll, 3).value();
  std::map<std::uint32_t, Cycle> offered;
  for (const ScheduledMessage& m : schedule.messages) offered[m.node.value()] = m.cycle;
  EXPECT_EQ(offered, (std::map<std::uint32_t, Cycle>{{0, 0}, {1, 4}, {2, 4}, {3, 0}}));
  EXPECT_TRUE(schedule.claims_conflict_free());
}

TEST(Schedule, MessagesAreSortedByCycleNodeAndCubeDimension) {
  const Embedding torus = EmbeddingOn("torus:4x4", EmbeddingKind::kXor);
  for (const auto kind : {ScheduleKind::kNone, ScheduleKind::kOffset, ScheduleKind::kStream}) {
    const Ports ports = kind == ScheduleKind::kStream ? Ports::kAll : Ports::kOne;
    const Schedule schedule = MakeSchedule(kind, torus, {.first = 0, .count = 4}, ports, 2).value();
    ASSERT_EQ(schedule.messages.size(), 64U);
    for (std::size_t i = 1; i < schedule.messages.size(); ++i) {
      const ScheduledMessage& a = schedule.messages[i - 1];
      const ScheduledMessage& b = schedule.messages[i];
      EXPECT_LT(std::tuple(a.cycle, a.node, a.cube_dimension),
                std::tuple(b.cycle, b.node, b.cube_dimension));
    }
  }
}

// A startup of 3 before messages of 4 flits: the last 4 flits of messages of 7.
TEST(Schedule, StartupsAreTheFirstCyclesOfLongerMessages) {
  const auto longer =
      MakeSchedule(ScheduleKind::kOffset, EmbeddingOn("ring:8", EmbeddingKind::kXor),
                   {.first = 0, .count = 3}, Ports::kOne, 7)
          .value();
  const Schedule schedule = WithStartup(longer, 3);
  EXPECT_EQ(schedule.message_flits, 4);
  EXPECT_EQ(schedule.makespan, longer.makespan - 3);
  ASSERT_EQ(schedule.messages.size(), longer.messages.size());
  for (std::size_t i = 0; i < longer.messages.size(); ++i)
    EXPECT_EQ(schedule.messages[i].cycle, longer.messages[i].cycle + 3);
}

TEST(ScheduleNone, OffersEverythingAtTheStartOnAnyHost) {
  const Embedding block = Embedding::Create(EmbeddingKind::kXor, *Graph::Parse("hypercube:5"),
                                            *Graph::Parse("torus:4x8"), BitOrder::kBlock)
                              .value();
  const Embedding weighed =
      Embedding::Create(EmbeddingKind::kByWeight, *Graph::Parse("hypercube:4"),
                        *Graph::Parse("line:16"), BitOrder::kBlock)
          .value();
  const Embedding cube = Embedding::Create(EmbeddingKind::kIdentity, *Graph::Parse("hypercube:4"),
                                           *Graph::Parse("hypercube:4"), BitOrder::kBlock)
                             .value();
  for (const Embedding* embedding : {&block, &weighed, &cube}) {
    const int d = embedding->guest().axes();
    const Schedule schedule =
        MakeSchedule(ScheduleKind::kNone, *embedding, {.first = 0, .count = d}, Ports::kAll, 3)
            .value();
    EXPECT_EQ(schedule.messages.size(), embedding->host().size() * static_cast<std::size_t>(d));
    EXPECT_TRUE(schedule.steps.empty());
    EXPECT_FALSE(schedule.claims_conflict_free());
    EXPECT_EQ(schedule.lower_bound, schedule.lambda);
    for (const ScheduledMessage& m : schedule.messages) {
      EXPECT_EQ(m.cycle, 0);
      const Hop first = embedding->host().Route(m.node, m.to).front();
      EXPECT_EQ(first.axis, m.axis);
      EXPECT_EQ(first.direction, m.direction);
    }
  }
  EXPECT_EQ(
      MakeSchedule(ScheduleKind::kNone, cube, {.first = 0, .count = 4}, Ports::kAll, 3)->lambda,
      1U);
  EXPECT_EQ(MakeSchedule(ScheduleKind::kNone, cube, {.first = 0, .count = 4}, Ports::kOne, 3)
                ->lower_bound,
            4U);
}

TEST(ScheduleNone, HasConflictsThatTheChecksCount) {
  const Embedding line = EmbeddingOn("line:4", EmbeddingKind::kStandard);
  const Schedule schedule = ScheduleOf(ScheduleKind::kNone, line, {.first = 0, .count = 2}, 2);
  // 8 messages; 4 injectors and 4 ejectors used twice; links 0-1, 2-3 carry 2 messages each way,
  // link 1-2 two each way.
  EXPECT_EQ(VerifySteps(schedule, line).conflicts, 4U + 4U + 6U);
  EXPECT_GT(VerifyFlits(schedule, line).conflicts, 0U);
  EXPECT_EQ(VerifySteps(schedule, line).links_checked, 12U);
}

// S7.1 counts steps: `none` has one step, `list` has no steps.
TEST(ScheduledMessages, HaveAStepWhereTheScheduleHas) {
  const Embedding line = EmbeddingOn("line:4", EmbeddingKind::kStandard);
  const std::vector<GuestPair> pairs = {{NodeId{0}, NodeId{3}}, {NodeId{2}, NodeId{1}}};
  for (const auto& [kind, step] : {std::pair(ScheduleKind::kNone, std::optional<int>(0)),
                                   std::pair(ScheduleKind::kList, std::optional<int>())}) {
    for (const Schedule& schedule : {ScheduleOf(kind, line, {.first = 0, .count = 2}, 2),
                                     SchedulePairs(kind, line, pairs, Ports::kOne, 2)}) {
      ASSERT_FALSE(schedule.messages.empty());
      for (const ScheduledMessage& m : schedule.messages) EXPECT_EQ(m.step, step);
    }
  }
  for (const ScheduledMessage& m :
       ScheduleOf(ScheduleKind::kCalmant, line, {.first = 0, .count = 2}, 2).messages)
    EXPECT_TRUE(m.step.has_value());
}

// ---- bad input ----

struct BadSchedule {
  ScheduleKind kind;
  EmbeddingKind embedding;
  std::string host;
  BitOrder order = BitOrder::kCyclic;
  Ports ports = Ports::kOne;
  std::size_t diagnostics = 1;
};

TEST(ScheduleErrors, SchedulesThatDoNotExistNameList) {
  using S = ScheduleKind;
  using E = EmbeddingKind;
  const std::vector<BadSchedule> bad = {
      {.kind = S::kCalmant, .embedding = E::kStandard, .host = "torus:4x4"},
      {.kind = S::kCalmant, .embedding = E::kXor, .host = "torus:4x4"},
      {.kind = S::kCalmant, .embedding = E::kXor, .host = "mesh:4x4"},
      {.kind = S::kCalmant, .embedding = E::kByWeight, .host = "line:16"},
      {.kind = S::kCalmant, .embedding = E::kXor, .host = "hypercube:4"},
      {.kind = S::kCalmant, .embedding = E::kStandard, .host = "mesh:2x8"},
      {.kind = S::kCalmant,
       .embedding = E::kStandard,
       .host = "mesh:4x4",
       .order = BitOrder::kBlock},
      {.kind = S::kCalmant, .embedding = E::kStandard, .host = "mesh:2x8", .ports = Ports::kAll},
      {.kind = S::kCalmant, .embedding = E::kXor, .host = "torus:4x4", .ports = Ports::kAll},
      {.kind = S::kOffset, .embedding = E::kStandard, .host = "ring:16"},
      {.kind = S::kOffset, .embedding = E::kXor, .host = "line:16"},
      {.kind = S::kOffset, .embedding = E::kXor, .host = "torus:2x8"},
      {.kind = S::kOffset,
       .embedding = E::kStandard,
       .host = "torus:2x8",
       .order = BitOrder::kBlock,
       .ports = Ports::kAll,
       .diagnostics = 3},
      {.kind = S::kStream, .embedding = E::kStandard, .host = "torus:4x4", .ports = Ports::kAll},
      {.kind = S::kStream, .embedding = E::kXor, .host = "mesh:4x4", .ports = Ports::kAll},
      {.kind = S::kStream, .embedding = E::kTao, .host = "hypercube:4", .ports = Ports::kAll},
      {.kind = S::kStream, .embedding = E::kXor, .host = "torus:2x8", .ports = Ports::kAll},
      {.kind = S::kStream,
       .embedding = E::kXor,
       .host = "torus:4x4",
       .order = BitOrder::kBlock,
       .ports = Ports::kAll},
      {.kind = S::kStream, .embedding = E::kStandard, .host = "torus:4x4"},
      {.kind = S::kStream, .embedding = E::kXor, .host = "torus:4x4", .order = BitOrder::kBlock},
  };
  const Graph guest = Graph::Parse("hypercube:4").value();
  for (const BadSchedule& one : bad) {
    const Embedding embedding =
        Embedding::Create(one.embedding, guest, *Graph::Parse(one.host), one.order).value();
    const auto made = MakeSchedule(one.kind, embedding, {.first = 0, .count = 4}, one.ports, 1);
    ASSERT_FALSE(made.ok()) << one.host;
    EXPECT_EQ(made.diagnostics().size(), one.diagnostics) << one.host;
    for (const Diagnostic& diagnostic : made.diagnostics()) {
      EXPECT_EQ(diagnostic.field, "--schedule");
      EXPECT_EQ(diagnostic.value, ToString(one.kind));
      EXPECT_NE(diagnostic.allowed.find("--schedule list"), std::string::npos);
    }
  }
}

// A task with too few steps for one port runs with all ports, where no axis waits for another.
TEST(ScheduleErrors, CalmantOnFourAxesNamesWhatTakesTheTask) {
  const Embedding mesh = EmbeddingOn("mesh:4x4x4x4", EmbeddingKind::kStandard);
  const Task task{.first = 0, .count = 5};
  const auto refused = MakeSchedule(ScheduleKind::kCalmant, mesh, task, Ports::kOne, 1);
  ASSERT_FALSE(refused.ok());
  ASSERT_EQ(refused.diagnostics().size(), 1U);
  EXPECT_EQ(refused.diagnostics().front().allowed, "--schedule offset takes it");
  EXPECT_TRUE(MakeSchedule(ScheduleKind::kCalmant, mesh, task, Ports::kAll, 1).ok());
  EXPECT_TRUE(MakeSchedule(ScheduleKind::kOffset, mesh, task, Ports::kOne, 1).ok());
}

TEST(ScheduleErrors, BlockAndCyclicAreTheSameOnOneAxis) {
  const Embedding line = Embedding::Create(EmbeddingKind::kStandard, *Graph::Parse("hypercube:4"),
                                           *Graph::Parse("line:16"), BitOrder::kBlock)
                             .value();
  EXPECT_EQ(StepCount(ScheduleOf(ScheduleKind::kCalmant, line, {.first = 0, .count = 4})), 10);
}

TEST(ScheduleErrors, TasksOutsideTheCubeAreRefused) {
  const Embedding line = EmbeddingOn("line:16", EmbeddingKind::kStandard);
  for (const Task task : {Task{-1, 2}, Task{0, 0}, Task{0, 5}, Task{4, 1}, Task{2, 3},
                          Task{1, 2147483647}, Task{2147483647, 1}, Task{0, -3}}) {
    const auto made = MakeSchedule(ScheduleKind::kNone, line, task, Ports::kOne, 1);
    ASSERT_FALSE(made.ok()) << TaskText(task);
    EXPECT_EQ(made.diagnostics().front().field, "--task");
    EXPECT_EQ(made.diagnostics().front().value,
              std::to_string(task.first) + "," + std::to_string(task.count));
    EXPECT_NE(made.diagnostics().front().allowed.find("i + M <= 4"), std::string::npos);
  }
  const Embedding ring = EmbeddingOn("ring:16", EmbeddingKind::kXor);
  const auto both =
      MakeSchedule(ScheduleKind::kCalmant, ring, {.first = 4, .count = 1}, Ports::kAll, 1);
  ASSERT_FALSE(both.ok());
  EXPECT_EQ(both.diagnostics().size(), 2U);
}

TEST(ScheduleErrors, GuestsThatAreNoHypercubeAreRefused) {
  const Graph torus = Graph::Parse("torus:4x4").value();
  const Embedding embedding =
      Embedding::Create(EmbeddingKind::kIdentity, torus, torus, BitOrder::kBlock).value();
  const auto made =
      MakeSchedule(ScheduleKind::kNone, embedding, {.first = 0, .count = 1}, Ports::kOne, 1);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.diagnostics().front().field, "--guest");
}

TEST(ScheduleNames, ParseInvertsToString) {
  for (const auto kind : {ScheduleKind::kNone, ScheduleKind::kCalmant, ScheduleKind::kOffset,
                          ScheduleKind::kStream, ScheduleKind::kExact}) {
    EXPECT_EQ(ParseScheduleKind(ToString(kind)), kind);
  }
  for (const auto ports : {Ports::kOne, Ports::kAll}) EXPECT_EQ(ParsePorts(ToString(ports)), ports);
  EXPECT_EQ(ParseScheduleKind("Calmant"), std::nullopt);
  EXPECT_EQ(ParsePorts("two"), std::nullopt);
}

// ---- pipelining ----

std::string Words(const std::vector<Iteration>& iterations) {
  std::string words;
  for (const Iteration& one : iterations)
    words += std::string(ToString(one.phase).substr(0, 1)) + TaskText(one.task);
  return words;
}

TEST(Pipelining, ShallowAndDeepExamples) {
  EXPECT_EQ(Words(PipelinedIterations(3, 2)), "p<0,1>k<0,2>k<1,2>e<2,1>");
  // CALMANT, Figure 2
  EXPECT_EQ(Words(PipelinedIterations(3, 4)), "p<0,1>p<0,2>k<0,3>k<0,3>e<1,2>e<2,1>");
  EXPECT_EQ(Words(PipelinedIterations(3, 1)), "k<0,1>k<1,1>k<2,1>");
  EXPECT_EQ(Words(PipelinedIterations(1, 3)), "k<0,1>k<0,1>k<0,1>");
}

// The phases as CALMANT 2.4 counts them, one at a time.
std::vector<Iteration> PaperIterations(int d, int q) {
  std::vector<Iteration> iterations;
  const bool shallow = q < d;
  const int widest = shallow ? q : d;
  for (int k = 1; k <= widest - 1; ++k) iterations.push_back({Phase::kPrologue, {0, k}});
  const int kernel = shallow ? d - q + 1 : q - d + 1;
  for (int k = 1; k <= kernel; ++k)
    iterations.push_back({Phase::kKernel, {shallow ? k - 1 : 0, widest}});
  for (int k = 1; k <= widest - 1; ++k) {
    const int first = shallow ? d - q + k : k;  // up to cube dimension d - 1
    iterations.push_back({Phase::kEpilogue, {first, d - first}});
  }
  return iterations;
}

TEST(Pipelining, EveryIterationIsThePapers) {
  int compared = 0;
  for (int d = 1; d <= 12; ++d) {
    for (int q = 1; q <= 30; ++q, ++compared) {
      const auto iterations = PipelinedIterations(d, q);
      EXPECT_EQ(iterations.size(), static_cast<std::size_t>(d + q - 1));
      EXPECT_EQ(Words(iterations), Words(PaperIterations(d, q))) << d << " " << q;
      std::vector<int> sent(static_cast<std::size_t>(d), 0);
      for (const Iteration& one : iterations) {
        for (int k = one.task.first; k < one.task.first + one.task.count; ++k)
          ++sent[static_cast<std::size_t>(k)];
      }
      EXPECT_TRUE(std::ranges::all_of(sent, [&](int packets) { return packets == q; }))
          << d << " " << q;
    }
  }
  EXPECT_EQ(compared, 360);
}

TEST(Pipelining, FoldingOnlyCountsTheKernel) {
  for (int d = 1; d <= 8; ++d) {
    for (int q = 1; q <= 20; ++q) {
      const auto folded = FoldedIterations(d, q);
      EXPECT_EQ(folded.size(), static_cast<std::size_t>(std::min(d, q) + d - 1)) << d << " " << q;
      std::vector<Iteration> unfolded;
      for (const auto& [iteration, times] : folded)
        unfolded.insert(unfolded.end(), static_cast<std::size_t>(times), iteration);
      EXPECT_EQ(Words(unfolded), Words(PipelinedIterations(d, q))) << d << " " << q;
    }
  }
}

TEST(Pipelining, NearestDivisorsSurroundQ) {
  EXPECT_EQ(NearestDivisors(256, 7), std::pair(4, 8));
  EXPECT_EQ(NearestDivisors(256, 8), std::pair(8, 8));
  EXPECT_EQ(NearestDivisors(12, 100), std::pair(12, 12));
  int compared = 0;
  for (int n = 1; n <= 60; ++n) {
    for (int q = 1; q <= 70; ++q, ++compared) {
      int below = std::min(n, q);
      while (n % below != 0) --below;
      int above = std::min(n, q);
      while (n % above != 0) ++above;
      EXPECT_EQ(NearestDivisors(n, q), std::pair(below, above)) << n << " " << q;
    }
  }
  EXPECT_EQ(compared, 60 * 70);
}

// ---- pairs ----

TEST(Pairs, AreOfferedAtOnceInTheOrderGivenAndCountedOnTheirRoutes) {
  const Embedding ring = EmbeddingOn("ring:8", EmbeddingKind::kXor);
  std::vector<GuestPair> pairs;
  for (std::uint32_t r = 1; r < 8; ++r) {
    for (std::uint32_t n = 0; n < 8; ++n) pairs.emplace_back(NodeId{n}, NodeId{n ^ r});
  }
  const Schedule one = SchedulePairs(ScheduleKind::kNone, ring, pairs, Ports::kOne, 3);
  ASSERT_EQ(one.messages.size(), 56U);
  std::uint64_t most = 0;
  std::map<std::uint64_t, std::uint64_t> loads;
  for (std::size_t i = 0; i < one.messages.size(); ++i) {
    const ScheduledMessage& m = one.messages[i];
    EXPECT_EQ(m.cycle, 0);
    EXPECT_EQ(m.node.value(), i / 7);
    EXPECT_EQ(ring.GuestOf(m.to).value(), ring.GuestOf(m.node).value() ^ (i % 7 + 1));
    for (const Hop& hop : ring.host().Route(m.node, m.to))
      most = std::max(most, ++loads[ring.host().LinkIndex(hop)]);
  }
  EXPECT_EQ(one.lambda, most);
  EXPECT_EQ(one.lower_bound, std::max<std::uint64_t>(most, 7));  // each node sends seven
  // no node is further away than half the ring
  EXPECT_EQ(one.makespan, 4 + 3 - 1);
  EXPECT_EQ(SchedulePairs(ScheduleKind::kNone, ring, pairs, Ports::kAll, 3).lower_bound, most);
  EXPECT_FALSE(one.claims_conflict_free());
  EXPECT_EQ(SchedulePairs(ScheduleKind::kNone, ring,
                          {{NodeId{0}, NodeId{1}}, {NodeId{2}, NodeId{1}}}, Ports::kOne, 1)
                .lower_bound,
            2U);  // two into one node
}

TEST(SchedulePairs, KnowsTheGuestNodesOfAHostNodeApart) {
  const Embedding ring = Embedding::Create(EmbeddingKind::kTao, *Graph::Parse("ring:12"),
                                           *Graph::Parse("line:3"), BitOrder::kBlock)
                             .value();
  std::vector<GuestPair> pairs;
  for (std::uint32_t from = 0; from < 12; ++from) {
    for (std::uint32_t to = 0; to < 12; ++to) {
      if (ring.HostOf(NodeId{from}) != ring.HostOf(NodeId{to}))
        pairs.emplace_back(NodeId{from}, NodeId{to});
    }
  }
  for (const ScheduleKind kind : {ScheduleKind::kNone, ScheduleKind::kList}) {
    std::vector<GuestPair> seen;
    for (const ScheduledMessage& message :
         SchedulePairs(kind, ring, pairs, Ports::kAll, 2).messages) {
      seen.emplace_back(ring.GuestsOf(message.node)[message.from_rank],
                        ring.GuestsOf(message.to)[message.to_rank]);
    }
    std::ranges::sort(seen);
    EXPECT_EQ(seen, pairs);
    EXPECT_TRUE(SchedulePairs(kind, ring, {}, Ports::kOne, 2).messages.empty());
  }
}

}  // namespace
}  // namespace toroid::gen_schedule_test
