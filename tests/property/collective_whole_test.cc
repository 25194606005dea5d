// Whole vectors, and methods compared with each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "gen/collective/bound.h"
#include "gen/collective/bucket_plan.h"
#include "gen/collective/comparison.h"
#include "gen/collective/lockstep.h"
#include "gen/collective/makers.h"
#include "gen/collective/tree_planner.h"
#include "gen/schedule/cost.h"
#include "tests/property/collective_testing.h"

namespace toroid::collective_whole_test {
namespace {

TEST(Whole, IsRightAndFreeOfConflictsForAnyLength) {
  for (const char* name : {"line:2", "ring:4", "ring:16", "line:8", "torus:4x4", "torus:2x8",
                           "torus:4x2x4", "mesh:4x4", "hypercube:4"}) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {1, 5, 67}) {
        const CollectiveTask task{.kind = Collective::kAllReduce, .flits = flits};
        ExpectRightAndFreeOfConflicts(WholeProgram(task, host, ports, kInterface), host, ports,
                                      "whole");
      }
    }
  }
}

// Method `doubling` by its closed form, with the best pipelining degree.
Cycle CyclesOfDoubling(const Layout& layout, Ports ports, int elements) {
  Cycle least = std::numeric_limits<Cycle>::max();
  const bool stream = StreamHasFormula(layout, {0, layout.axes * layout.levels}, ports);
  for (const ScheduleKind kind : {ScheduleKind::kOffset, ScheduleKind::kStream}) {
    if (kind == ScheduleKind::kStream && !stream) continue;
    const PipelinedCube program{.kind = kind,
                                .ports = ports,
                                .layout = layout,
                                .elements = elements,
                                .machine = {},
                                .interface = kInterface};
    for (const int q : Divisors(elements)) least = std::min(least, CostOf(program, q).cycles);
  }
  return least;
}

// `auto` therefore need not try it.
TEST(Auto, TakesNoLongerThanDoublingOverTheCubeAtAnyLength) {
  const std::pair<const char*, Layout> hosts[] = {
      {"torus:4x4", {2, 2, true}}, {"torus:8x8", {2, 3, true}}, {"torus:4x4x4", {3, 2, true}},
      {"ring:16", {1, 4, true}},   {"mesh:4x4", {2, 2, false}}, {"hypercube:4", {4, 1, false}}};
  for (const auto& [name, layout] : hosts) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const int elements : {1, 2, 4, 8, 12, 16, 32, 64, 128, 256, 1024}) {
        const CollectiveTask task{.kind = Collective::kAllReduce, .flits = elements};
        const Comparison row = CompareMethods(task, host, ports, kInterface, 0);
        EXPECT_LE(row.Least()->cycles, CyclesOfDoubling(layout, ports, elements))
            << name << ", " << ToString(ports) << ", " << elements;
      }
    }
  }
}

TEST(Plan, OfBucketsOnToriTakesWhatTheProgramTakes) {
  for (const char* name :
       {"torus:4x4", "torus:8x8", "torus:16x4", "torus:5x7", "torus:3x4x5", "ring:9"}) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {1, 16, 100, 4096}) {
        const CollectiveTask task{.kind = Collective::kReduceScatter, .flits = flits};
        const Cycle plan =
            PlanBucket(host, ports, static_cast<std::uint64_t>(flits), kInterface).end;
        const MadeProgram made =
            MakeProgram(CollectiveMethod::kBucket, task, host, ports, kInterface);
        EXPECT_EQ(made.forecast.end, plan) << name << ", " << flits;
      }
    }
  }
}

// Programs begin a stage as soon as they can, each message by itself.
TEST(Lockstep, IsCloseToWhatProgramsTake) {
  for (const char* name :
       {"torus:8x8", "torus:4x4x4", "torus:16x4", "ring:32", "mesh:8x8", "torus:6x10"}) {
    const Graph host = *Graph::Parse(name);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const std::int64_t flits : {64, 512, 4096}) {
        const CollectiveTask task{.kind = Collective::kAllReduce, .flits = flits};
        for (const Partners partners : {Partners::kCube, Partners::kSwing}) {
          if (!HavePartners(partners, host)) continue;
          const Cycle placed = ForecastOf(HalvingProgram(partners, task, host, ports, kInterface),
                                          host, ports, kInterface)
                                   .end;
          const LockstepTime time = HalvingInLockstep(partners, task, host, ports, kInterface);
          const double ratio = static_cast<double>(time.cycles) / static_cast<double>(placed);
          EXPECT_GE(ratio, 0.8) << name << ", " << flits;
          EXPECT_LE(ratio, 1.45) << name << ", " << flits;
        }
      }
    }
  }
}

// Programs send each message as soon as it can be, and two trees at once over one port.
TEST(RootedPlan, IsCloseToWhatProgramsTake) {
  const std::pair<RootedBy, CollectiveMethod> methods[] = {
      {RootedBy::kTrees, CollectiveMethod::kTrees},
      {RootedBy::kLines, CollectiveMethod::kLines},
      {RootedBy::kBine, CollectiveMethod::kBine}};
  for (const char* name :
       {"torus:8x8", "torus:4x4x4", "torus:16x4", "ring:32", "mesh:8x8", "torus:6x10"}) {
    const Graph host = *Graph::Parse(name);
    for (const Collective kind : {Collective::kBroadcast, Collective::kReduce, Collective::kGather,
                                  Collective::kScatterBlocks}) {
      for (const auto& [by, method] : methods) {
        if (WhyNotOn(host, kind, method)) continue;
        for (const Ports ports : {Ports::kOne, Ports::kAll}) {
          for (const std::int64_t flits : {1, 16, 512}) {
            const CollectiveTask task{kind, flits, NodeId{host.size() / 2}};
            ASSERT_TRUE(HaveRootedPlan(by, task, host, ports));
            const LockstepTime time = PlanRooted(by, task, host, ports, kInterface);
            const Cycle placed = MakeProgram(method, task, host, ports, kInterface).forecast.end;
            const double ratio = static_cast<double>(time.cycles) / static_cast<double>(placed);
            EXPECT_GE(ratio, 0.65) << name << ", " << ToString(method) << ", " << flits;
            EXPECT_LE(ratio, 2.2) << name << ", " << ToString(method) << ", " << flits;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace toroid::collective_whole_test
