// Links that a flit takes several cycles to cross (docs/spec/schedules.md S6.1a, collectives.md
// CL3.4a): no two messages meet, none is offered before what it depends on, and lockstep steps are
// as long as they must be.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/collective/methods.h"
#include "gen/schedule/schedule.h"
#include "tests/property/schedule_testing.h"

namespace toroid::slow_links_test {
namespace {

constexpr Cycle kInterface = 2;

MessageRoutes RoutesOver(const Graph& host, Cycle hop_cycles) {
  return {host, nullptr, hop_cycles};
}

// The example in placed_again.cc.
TEST(SlowLinks, LetAMessageWaitForWhatItPassesOn) {
  const Graph line = *Graph::Parse("line:3");
  CollectiveProgram program;
  program.task = {.kind = Collective::kBroadcast, .flits = 2};
  program.elements = 2;
  program.ranges = {{0, 2}};
  program.contents = {{.first_range = 0, .ranges = 1, .flits = 2}};
  program.after = {Event::EndOf(0)};
  program.operations = {{.from = 0, .to = 1, .flits = 2},
                        {.from = 1, .to = 2, .flits = 2, .first_after = 0, .afters = 1}};
  for (const auto& [hop_cycles, second] : {std::pair<Cycle, Cycle>{1, 4}, {3, 6}}) {
    const MessageRoutes routes = RoutesOver(line, hop_cycles);
    const CollectiveProgram placed = PlacedAgain(program, routes, Ports::kOne, kInterface);
    EXPECT_EQ(placed.operations[0].not_before, 0);
    EXPECT_EQ(placed.operations[1].not_before, second);
    const ProgramForecast forecast = ForecastOf(placed, routes, Ports::kOne, kInterface);
    EXPECT_EQ(forecast.early + forecast.conflicts, 0U) << forecast.first_fault;
    EXPECT_EQ(forecast.end, second + 1 + hop_cycles + kInterface);
  }
}

TEST(SlowLinks, CarryEveryCollectiveMethodWithoutMeetings) {
  int programs = 0;
  for (const char* name :
       {"torus:4x4", "torus:3x5", "mesh:2x8", "ring:6", "hypercube:3", "line:5"}) {
    const Graph host = *Graph::Parse(name);
    for (const Collective kind :
         {Collective::kAllReduce, Collective::kReduceScatter, Collective::kAllGather,
          Collective::kBroadcast, Collective::kReduce, Collective::kGather,
          Collective::kScatterBlocks, Collective::kExchange}) {
      for (const CollectiveMethod method : MethodsOf(kind)) {
        if (WhyNotOn(host, kind, method)) continue;
        for (const Ports ports : {Ports::kOne, Ports::kAll}) {
          for (const Cycle hop_cycles : {1, 2, 5}) {
            const MadeProgram made = MakeProgram(method, {.kind = kind, .flits = 20},
                                                 RoutesOver(host, hop_cycles), ports, kInterface);
            EXPECT_EQ(made.forecast.conflicts + made.forecast.early, 0U)
                << name << " " << ToString(method) << ": " << made.forecast.first_fault;
            ++programs;
          }
        }
      }
    }
  }
  EXPECT_GT(programs, 500);
}

TEST(SlowLinks, CarryEveryScheduleWithoutMeetings) {
  struct Case {
    const char* host;
    EmbeddingKind embedding;
    int dimensions;
    std::vector<ScheduleKind> kinds;
  };
  const Case cases[] = {
      {"torus:4x4", EmbeddingKind::kXor, 4, {ScheduleKind::kOffset, ScheduleKind::kExact}},
      {"torus:8x8", EmbeddingKind::kXor, 6, {ScheduleKind::kOffset}},
      {"mesh:4x4", EmbeddingKind::kStandard, 4, {ScheduleKind::kCalmant, ScheduleKind::kOffset}},
      {"line:8", EmbeddingKind::kStandard, 3, {ScheduleKind::kCalmant, ScheduleKind::kOffset}},
      {"torus:4x4", EmbeddingKind::kXor, 5, {ScheduleKind::kOffset}}};
  for (const auto& [name, embedding, dimensions, kinds] : cases) {
    const Graph host = *Graph::Parse(name);
    const Graph cube = *Graph::Parse("hypercube:" + std::to_string(dimensions));
    const Embedding map = Embedding::Create(embedding, cube, host, BitOrder::kCyclic).value();
    for (const ScheduleKind kind : kinds) {
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        for (const int flits : {1, 4}) {
          const auto made = MakeSchedule(kind, map, {0, dimensions}, ports, flits);
          if (!made) continue;  // `exact` is for one port
          for (const Cycle hop_cycles : {1, 2, 5}) {
            const MessageRoutes routes = RoutesOver(host, hop_cycles);
            const Schedule slow = OverLinksOf(routes, *made);
            const Verification check = VerifyMeetings(routes, slow, map);
            EXPECT_EQ(check.conflicts, 0U) << name << " " << ToString(kind) << " " << hop_cycles
                                           << ": " << check.first_conflict;
            EXPECT_EQ(schedule_testing::ForecastOfMessages(routes, slow).end, slow.end());
            if (hop_cycles == 1) {
              EXPECT_EQ(slow, *made);
            }
          }
        }
      }
    }
  }
}

// A schedule for quick links has meetings on slow ones, so the check knows the cycles of a hop.
TEST(SlowLinks, AreNotTakenForQuickOnes) {
  const Graph host = *Graph::Parse("mesh:4x4");
  const Embedding map = Embedding::Create(EmbeddingKind::kStandard, *Graph::Parse("hypercube:4"),
                                          host, BitOrder::kCyclic)
                            .value();
  const Schedule quick = MakeSchedule(ScheduleKind::kCalmant, map, {0, 4}, Ports::kOne, 1).value();
  EXPECT_EQ(VerifyMeetings(host, quick, map).conflicts, 0U);
  EXPECT_GT(VerifyMeetings(RoutesOver(host, 4), quick, map).conflicts, 0U);
}

}  // namespace
}  // namespace toroid::slow_links_test
