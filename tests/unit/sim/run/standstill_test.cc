// Runs of flows on the model (docs/spec/flows.md, sections 2 and 4): what is proved safe does not
// hang, and most of what is not does.
#include "sim/run/standstill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
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

// Both questions have arrived and fill the sinks, as the replies are too long to leave.
TEST(Standstill, SaysWhichFlowsAreInTheirSinks) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan,
                                 "id,source,destination,flits,after,buffer\n"
                                 "ask0,0,1,64,,64\nreply0,1,0,64,ask0,64\n"
                                 "ask1,1,0,64,,64\nreply1,0,1,64,ask1,64\n");
  for (std::uint64_t seed = 0; seed < 12; ++seed) {  // in other orders
    const auto hangs = RunToStandstill(plan, flows, RepeatFlows(flows, {1, 1, 1, 1}, 0, seed));
    ASSERT_TRUE(hangs);
    EXPECT_EQ(hangs->waiting,
              (std::vector<bool>{true, false, true, false, true, false, true, false}));
  }
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

// The columns of a run's table, by row.
std::vector<std::vector<std::string>> RowsOf(const std::string& table) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(table);
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    rows.emplace_back(1);
    for (const char c : line) {
      if (c == ',')
        rows.back().emplace_back();
      else
        rows.back().back() += c;
    }
  }
  return rows;
}

// Flow by flow, in turn, and mixed: each message once, whatever the order.
TEST(Standstill, RepeatsFlowsInThreeOrders) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, kBothAsk);
  const std::vector<std::uint32_t> times = {3, 3, 2, 2};
  std::vector<std::uint32_t> by_flow, in_turn;
  for (std::uint32_t f = 0; f < 4; ++f) by_flow.insert(by_flow.end(), times[f], 2 * f);
  for (std::uint32_t i = 0; i < 3; ++i)
    for (std::uint32_t f = 0; f < 4; ++f)
      if (i < times[f]) in_turn.push_back(2 * f);
  int of_flow = 0, turns = 0, mixed = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const FlowRun run = RepeatFlows(flows, times, 0, seed);
    EXPECT_EQ(run.longest_wait, 0);
    std::vector<std::uint32_t> sorted = run.flows;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, by_flow);
    ++(run.flows == by_flow ? of_flow : run.flows == in_turn ? turns : mixed);
    std::set<std::string> ids;
    for (const auto& row : RowsOf(run.table)) {
      ids.insert(row[0]);
      EXPECT_EQ(row[5] + row[6], "00") << run.table;
    }
    EXPECT_EQ(ids.size(), 10U) << run.table;
  }
  EXPECT_GT(of_flow, 5);
  EXPECT_GT(turns, 5);
  EXPECT_GT(mixed, 5);
}

// A flow's messages wait not at all, all equally long, or each as drawn: the first of a chain for
// their cycle, others after what they come after.
TEST(Standstill, RepeatsFlowsThatWait) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, kBothAsk);
  constexpr Cycle kLatest = 5;
  int none = 0, equal = 0, drawn = 0;
  Cycle longest = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const FlowRun run = RepeatFlows(flows, {9, 9, 9, 9}, kLatest, seed);
    std::map<std::uint32_t, std::set<Cycle>> waits;
    const auto rows = RowsOf(run.table);
    Cycle most = 0;
    for (std::size_t m = 0; m < rows.size(); ++m) {
      const bool first = rows[m][4].empty();
      EXPECT_EQ(rows[m][first ? 6 : 5], "0") << run.table;
      const Cycle wait = std::stoll(rows[m][first ? 5 : 6]);
      waits[run.flows[m]].insert(wait);
      most = std::max(most, wait);
    }
    EXPECT_EQ(run.longest_wait, most);
    longest = std::max(longest, most);
    for (const auto& [flow, of_flow] : waits)
      ++(of_flow.size() > 1 ? drawn : *of_flow.begin() == 0 ? none : equal);
  }
  EXPECT_EQ(longest, kLatest);
  EXPECT_GT(none, 40);
  EXPECT_GT(equal, 40);
  EXPECT_GT(drawn, 40);
}

// The cycle is that of the last event, whatever the watchdog waits for.
TEST(Standstill, EndsWithItsLastEvent) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, kBothAsk);
  const FlowRun run = RepeatFlows(flows, {40, 40, 40, 40}, 0, 1);
  FlowRun patient = run;
  patient.longest_wait = 500;
  const auto hangs = RunToStandstill(plan, flows, run);
  const auto later = RunToStandstill(plan, flows, patient);
  ASSERT_TRUE(hangs && later);
  EXPECT_EQ(hangs->cycle, later->cycle);
  EXPECT_EQ(hangs->table, run.table);
}

// A run that hangs is halved as long as it hangs: with half as many messages it comes to its end.
TEST(Standstill, IsAsShortAsHalvingMakesIt) {
  const Plan plan = PlanOfFlows("ring:4");
  const Workload flows = FlowsOf(plan, kBothAsk);
  const auto hangs = FindStandstill(plan, flows, FlowGraph(plan, flows));
  ASSERT_TRUE(hangs);
  EXPECT_LE(RowsOf(hangs->table).size(), 60U);
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
