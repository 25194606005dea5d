// Runs of flows on the model (docs/spec/flows.md, sections 2 and 4): what is proved safe does not
// hang, and most of what is not does.
#include "sim/run/standstill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "gen/support/random.h"
#include "tests/support/flows.h"
#include "tests/support/long_run.h"

namespace toroid::standstill_test {
namespace {

std::vector<Plan> Plans() {
  std::vector<Plan> plans;
  for (const char* host :
       {"ring:3", "ring:4", "ring:6", "line:4", "torus:3x3", "mesh:2x3", "hypercube:3"})
    for (const Ports ports : {Ports::kOne, Ports::kAll}) plans.push_back(PlanOfFlows(host, ports));
  return plans;
}

// The questions of both fill both sinks; the replies wait behind questions.
TEST(Standstill, IsFoundWhereTwoNodesAskEachOther) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, kBothAsk);
  const FlowGraph graph(plan, flows);
  const auto hangs = FindStandstill(plan, flows, graph);
  ASSERT_TRUE(hangs);
  EXPECT_EQ(hangs->nodes, (std::vector<NodeId>{NodeId{0}, NodeId{1}}));
  EXPECT_GE(std::ranges::count(hangs->waiting, true), 2);
  EXPECT_LT(hangs->cycle, 1000);
}

// A message a flow does not fill a sink of 4 flits with questions of one.
TEST(Standstill, NeedsAsManyMessagesAsFillTheSinks) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, kBothAsk);
  EXPECT_FALSE(RunToStandstill(plan, flows, RepeatFlows(flows, {1, 1, 1, 1}, 0, 1)));
  EXPECT_TRUE(RunToStandstill(plan, flows, RepeatFlows(flows, {40, 40, 40, 40}, 0, 1)));
}

// What has arrived, and is in no sink, waits for nothing.
TEST(Standstill, SaysWhichFlowsWait) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, std::string(kBothAsk) + "free,3,2,1,,\n");
  const auto hangs = RunToStandstill(plan, flows, RepeatFlows(flows, {40, 40, 40, 40, 1}, 0, 1));
  ASSERT_TRUE(hangs);
  EXPECT_EQ(hangs->waiting,
            (std::vector<bool>{true, false, true, false, true, false, true, false, false, false}));
}

TEST(Standstill, RepeatsFlowsThatComeAfterSeveral) {
  const Plan plan = PlanOfFlows("ring:4");
  const std::string flows = "id,source,destination,flits,after,buffer\na,0,1,2,,\nb,2,1,3,,\n";
  const std::string runs =
      "id,source,destination,flits,after,cycle,delay,buffer\n"
      "a/1,0,1,2,,0,0,\nb/1,2,1,3,,0,0,\n";
  const auto once = [&](const std::string& last) {
    return RepeatFlows(FlowsOf(plan, flows + last), {1, 1, 1}, 0, 1).table;
  };
  EXPECT_EQ(once("c,1,0,4,a b,5\n"), runs + "c/1,1,0,4,a/1 b/1,0,0,5\n");
  EXPECT_EQ(once("c,1,0,4,a b,\n"), runs + "c/1,1,0,4,a/1 b/1,0,0,\n");
}

// Names that a table would need quotes for.
TEST(Standstill, IsFoundWhateverMessagesAreCalled) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan,
                                 "source;destination;flits;id;after;buffer\n"
                                 "0;1;1;a,b;;4\n1;0;4;#x;a,b;8\n1;0;1;c;;8\n0;1;4;d;c;4\n");
  const FlowGraph graph(plan, flows);
  EXPECT_TRUE(FindStandstill(plan, flows, graph));
}

TEST(Standstill, FamiliesAreFlowsThatComeAfterOneAnother) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan,
                                 "id,source,destination,flits,after\n"
                                 "a,0,1,1,\nb,2,1,1,\nc,1,0,1,a\nd,0,3,1,c\ne,1,2,1,b\n");
  EXPECT_EQ(FamiliesOf(flows), (std::vector<std::uint32_t>{0, 1, 0, 0, 1}));
}

// Every run of flows whose waits close no circle comes to its end, however often, in whatever order
// and whenever they are sent.
TEST(SafeFlows, NeverHang) {
  const int sets = LongOr(100000, 400);
  const std::vector<Plan> plans = Plans();
  int safe = 0;
  std::uint64_t seed = 0;
  for (; safe < sets; ++seed) {
    const Plan& plan = plans[seed % plans.size()];
    const Workload flows = FlowsOf(plan, RandomFlows(plan.host().size(), seed));
    if (flows.sink_flits.empty() || !FlowGraph(plan, flows).IsFree()) continue;
    ++safe;
    Random random(Mix(seed, 7));
    const std::vector<std::uint32_t> families = FamiliesOf(flows);
    std::vector<std::uint32_t> times_of(families.size());
    for (std::uint32_t& times : times_of) times = static_cast<std::uint32_t>(random.Below(30));
    std::vector<std::uint32_t> times;
    for (const std::uint32_t family : families) times.push_back(times_of[family]);
    const Cycle latest = static_cast<Cycle>(random.Below(2) * 200);
    const FlowRun run = RepeatFlows(flows, times, latest, random.Next());
    if (run.flows.empty()) continue;
    ASSERT_FALSE(RunToStandstill(plan, flows, run)) << "seed " << seed << '\n' << run.table;
  }
  std::printf("%d safe sets of %d\n", safe, static_cast<int>(seed));
}

TEST(CircularFlows, HangOrAreUndecidedInOneSetOfTwenty) {
  const int sets = LongOr(4000, 150);
  const std::vector<Plan> plans = Plans();
  int hang = 0;
  int undecided = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(sets); ++seed) {
    const Plan& plan = plans[seed % plans.size()];
    const Workload flows = FlowsOf(plan, RandomFlows(plan.host().size(), seed));
    const FlowGraph graph(plan, flows);
    if (graph.IsFree()) continue;
    const auto found = FindStandstill(plan, flows, graph);
    ++(found ? hang : undecided);
    if (!found) continue;
    // The circle that is shown is of what stands still.
    const auto circle = graph.ShortCircle([&](const Wait& wait) {
      return found->waiting[wait.message] &&
             (wait.held.kind != Resource::Kind::kSink ||
              std::ranges::binary_search(found->nodes, wait.held.node));
    });
    EXPECT_FALSE(circle.empty()) << "seed " << seed;
  }
  std::printf("%d sets: %d hang, %d undecided\n", sets, hang, undecided);
  EXPECT_GT(hang, sets / 10);
  EXPECT_LE(20 * undecided, sets);
}

}  // namespace
}  // namespace toroid::standstill_test
