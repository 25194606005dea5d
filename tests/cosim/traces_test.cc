// Programs from files on hardware and model: every event is equal, operations are in their cycles,
// and the report has the right ranks, critical path and links. Cycles are computed by hand from
// docs/spec/traces.md: a message of L flits over h links takes h + 2 + L - 1 cycles.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/cosim/simulate.h"
#include "tests/support/checkout.h"

namespace toroid::traces_test {
namespace {

using Json = nlohmann::json;

Simulated RunTrace(const std::string& options, const std::string& text,
                   const std::string& name = "trace.goal") {
  const Scratch scratch;
  return Simulate(options + " --traffic trace --trace '" + scratch.Write(name, text) + "'");
}

std::vector<int> Finishes(const Json& report) {
  std::vector<int> finishes;
  for (const Json& rank : report["trace"]["ranks"])
    finishes.push_back(rank["finish"].is_null() ? -1 : rank["finish"].get<int>());
  return finishes;
}

// The steps of the critical path follow one another, and its parts add up to the run's cycles.
void ExpectWholePath(const Json& report) {
  const Json& path = report["trace"]["critical_path"];
  const auto part = [&](const char* name) { return path[name].get<int>(); };
  EXPECT_EQ(part("calculation") + part("transfer") + part("waiting") + part("delay"),
            report["iterations"][0]["reference_cycles"].get<int>());
  int at = 0;
  for (const Json& step : path["steps"]) {
    EXPECT_GE(step["from"].get<int>(), at);
    EXPECT_GT(step["until"].get<int>(), step["from"].get<int>());
    at = step["until"].get<int>();
  }
}

// 0 to 5 takes 7 cycles, 5 to 10 takes 11 more, and 10 to 0, after 7 cycles of delay, 7 more. 3 to
// 4 takes cycles 20 to 39, and 0 to 1 follows.
constexpr const char* kTable =
    "id,source,destination,flits,after,delay,cycle\n"
    "a,0,5,4,,,\nb,5,10,8,a,,\nc,10,0,2,b,7,\nd,3,4,16,,,20\ne,0,1,1,c d,,5\n";

TEST(MessageTables, RunInClosedLoop) {
  const Simulated run = RunTrace("--host torus:4x4", kTable, "table.csv");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], 42);
  EXPECT_EQ(run.report["cycle_lower_bound"], 42);
  EXPECT_EQ(run.report["messages"]["sent"], 5);
  EXPECT_EQ(Finishes(run.report),
            (std::vector<int>{40, 42, -1, 36, 39, 15, -1, -1, -1, -1, 27, -1, -1, -1, -1, -1}));
  const Json& path = run.report["trace"]["critical_path"];
  EXPECT_EQ(path["steps"],
            (Json{{{"kind", "message"}, {"rank", 3}, {"line", 5}, {"from", 20}, {"until", 39}},
                  {{"kind", "message"}, {"rank", 0}, {"line", 6}, {"from", 39}, {"until", 42}}}));
  EXPECT_EQ(path["delay"], 20);
  EXPECT_EQ(path["waiting"], 0);
  ExpectWholePath(run.report);
}

// The second message waits for the first at their common link: the run says how long.
TEST(MessageTables, SayWhatTheNetworkCost) {
  const Simulated run = RunTrace("--host line:4 --ports all",
                                 "source,destination,flits\n0,3,10\n1,3,10\n", "table.csv");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["trace"]["links"], (Json{{{"from", 0}, {"to", 1}, {"flits", 10}},
                                                {{"from", 1}, {"to", 2}, {"flits", 20}},
                                                {{"from", 2}, {"to", 3}, {"flits", 20}}}));
  EXPECT_GT(run.report["trace"]["critical_path"]["waiting"], 0);
  EXPECT_EQ(run.report["cycle_lower_bound"], 20);
  ExpectWholePath(run.report);
}

constexpr const char* kPingPong =
    "num_ranks 2\n"
    "rank 0 {\nl1: send 64b to 1 tag 3\nl2: calc 50\nl2 requires l1\nl3: recv 16b from 1\n"
    "l3 requires l2\n}\n"
    "rank 1 {\na: recv 64b from 0 tag 3\nb: calc 10\nb requires a\nc: calc 10 CPU\nc irequires a\n"
    "d: send 16b to 0\nd requires b\nd requires c\ne: calc 100 cpu 9\ne irequires b\n}\n";

std::string PingPong(const std::string& cpu) {
  std::string text = kPingPong;
  return text.replace(text.find("CPU"), 3, cpu);
}

// Rank 0 sends 16 flits in cycles 0 to 15 and calculates until 66; rank 1 has all of them in cycle
// 18.
TEST(Goal, OperationsStartWhenWhatTheyRequireHasEnded) {
  const Simulated run = RunTrace("--host ring:4", PingPong("cpu 0"));
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], 118);
  EXPECT_EQ(Finishes(run.report), (std::vector<int>{66, 118}));
  EXPECT_EQ(run.report["trace"]["ranks"][1]["calculated"], 120);
  EXPECT_EQ(run.report["trace"]["critical_path"]["transfer"], 18);
  ExpectWholePath(run.report);
  EXPECT_EQ(RunTrace("--host ring:4 --calc-factor 0.1", PingPong("cpu 0")).report["cycles"], 28);
}

// Two calculations that are due at once run one after the other on one processor, and together on
// two.
TEST(Goal, AProcessorCalculatesOneThingAtATime) {
  const std::string before = "num_ranks 2\nrank 0 {\na: calc 30\nb: calc 30 cpu ";
  const std::string behind =
      "\nc: send 4b to 1\nc requires a\nc requires b\n}\nrank 1 {\nrecv 4b from 0\n}\n";
  EXPECT_EQ(
      RunTrace("--host ring:4 --engine model", before + "0" + behind).report["reference_cycles"],
      63);
  EXPECT_EQ(
      RunTrace("--host ring:4 --engine model", before + "1" + behind).report["reference_cycles"],
      33);
}

// Nothing moves for longer than the watchdog allows, but nothing is in flight either.
TEST(Goal, LongCalculationsAreNoDeadlock) {
  const Simulated run = RunTrace("--host ring:4 --watchdog 50",
                                 "num_ranks 2\nrank 0 {\na: calc 5000\nb: send 4b to 1\nb requires "
                                 "a\n}\nrank 1 {\nrecv 4b from 0\n}\n");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], 5003);
}

// The whole report of a run, without run times and fields that only one run has.
Json WhatCanBeSeen(Json report) {
  for (const char* of_one : {"speed", "coverage", "run_hash"}) report.erase(of_one);
  return report;
}

// --coverage looks at every cycle, so with it nothing is skipped (docs/spec/testbench.md V7.4).
void ExpectThatSkippingCannotBeSeen(const std::string& options, const std::string& text,
                                    const std::string& name) {
  const Scratch scratch;
  const std::string trace = " --traffic trace --trace '" + scratch.Write(name, text) + "'";
  const Simulated skips = Simulate(options + trace);
  ExpectPerfectMatch(skips);
  const Simulated all =
      Simulate(options + trace + " --coverage '" + scratch.Path("coverage.json") + "'");
  ExpectPerfectMatch(all);
  EXPECT_EQ(WhatCanBeSeen(skips.report), WhatCanBeSeen(all.report)) << options;
}

// Gaps that are shorter than a block, longer, and of a length that no block has.
TEST(IdleTime, CannotBeSeenToBeSkipped) {
  const std::string table =
      "source,destination,flits,cycle\n0,5,4,\n5,0,9,37\n1,2,1,38\n3,12,2,5001\n12,3,1,5002\n"
      "7,8,3,20011\n";
  ExpectThatSkippingCannotBeSeen("--host torus:4x4", table, "table.csv");
  ExpectThatSkippingCannotBeSeen("--host torus:4x4 --counters", table, "table.csv");
  ExpectThatSkippingCannotBeSeen("--host ring:4",
                                 "num_ranks 2\nrank 0 {\na: calc 3000\nb: send 40b to 1\nb "
                                 "requires a\nc: recv 4b from 1\n}\nrank 1 {\nr: recv 40b from 0\n"
                                 "d: calc 12345\nd requires r\ns: send 4b to 0\ns requires d\n}\n",
                                 "trace.goal");
}

// It would take days to run each cycle.
TEST(IdleTime, TakesNoTime) {
  const Simulated run = RunTrace(
      "--host torus:4x4", "source,destination,flits,cycle\n0,1,1,1000000000000\n1,0,2,500000000\n",
      "table.csv");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], 1000000000003);
  const Simulated goal =
      RunTrace("--host ring:4",
               "num_ranks 2\nrank 0 {\na: calc 100000000000\nb: send 4b to 1\nb requires a\n}\n"
               "rank 1 {\nrecv 4b from 0\n}\n");
  ExpectPerfectMatch(goal);
  EXPECT_EQ(goal.report["cycles"], 100000000003);
}

TEST(IdleTime, OfBarriersTakesNoTimeEither) {
  const Simulated run = Simulate(
      "--host ring:4 --guest hypercube:2 --embedding xor --engine model --no-baseline --traffic "
      "exchange --schedule none --barrier-cycles 1000000");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_GT(run.report["reference_cycles"], 2000000);
}

// Steps of a stencil with sums over all ranks between them.
std::string Halo(const std::string& arguments) {
  const Outcome outcome = RunShell(Checkout("bench/halo_trace ") + arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.out;
}

// A placed trace takes the cycles that were predicted, and no message waits.
bool IsPlaced(const std::string& options) {
  return options.find("--router scheduled") != std::string::npos ||
         options.find("--schedule list") != std::string::npos;
}
void ExpectAsPredicted(const Simulated& run) {
  EXPECT_EQ(run.report["predicted_cycles"], run.report["cycles"]);
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["trace"]["critical_path"]["waiting"], 0);
}

// 0 to 5 takes 5 cycles, 5 to 10 takes 9 more, and 10 to 0, after 7 cycles of delay, 5 more: 26. 3
// to 4 takes cycles 20 to 37, and 0 to 1 follows.
TEST(PlacedTraces, RunOnScheduledRouters) {
  const Simulated run = RunTrace("--host torus:4x4 --router scheduled", kTable, "table.csv");
  ExpectPerfectMatch(run);
  ExpectAsPredicted(run);
  EXPECT_EQ(run.report["cycles"], 38);
  EXPECT_EQ(run.report["cycle_lower_bound"], 38);
  EXPECT_EQ(Finishes(run.report)[0], 38);
  EXPECT_EQ(Finishes(run.report)[10], 23);  // 10 to 0 is sent from cycle 21 on
  ExpectWholePath(run.report);
}

// The second message is placed behind the first at their common link: its wait is delay.
TEST(PlacedTraces, WaitBeforeTheyAreSent) {
  const std::string table = "source,destination,flits\n0,3,10\n1,3,10\n";
  for (const auto& [options, cycles] :
       {std::pair("--host line:4 --ports all --router scheduled", 22),
        {"--host line:4 --ports all --schedule list", 24}}) {
    const Simulated run = RunTrace(options, table, "table.csv");
    ExpectPerfectMatch(run);
    ExpectAsPredicted(run);
    EXPECT_EQ(run.report["cycles"], cycles);
    EXPECT_EQ(run.report["trace"]["critical_path"]["delay"], 11);
    EXPECT_GT(run.report["baseline_cycles"]["round-robin"], 0);
  }
}

// On any routes, over links with stages, and with several ranks on a host node.
TEST(PlacedTraces, KeepToTheRoutesOfTheNetwork) {
  for (const std::string options : {"--host torus:4x4 --dead-links 0-1", "--host twisted:3x6",
                                    "--host torus:4x4 --link-stages 1 --buffer-depth 8",
                                    "--host torus:2x4 --guest torus:4x4 --embedding tao"}) {
    const Simulated run =
        RunTrace(options + " --schedule list --engine model --no-baseline", Halo("4 8"));
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.report["predicted_cycles"], run.report["reference_cycles"]) << options;
    EXPECT_EQ(run.report["conflicts"], 0);
  }
}

TEST(PlacedTraces, SayTheirScheduleAndTheirPrediction) {
  const Scratch scratch;
  const Outcome outcome = RunToroid(
      "simulate --engine model --host torus:4x4 --router scheduled --traffic trace --trace '" +
      scratch.Write("table.csv", kTable) + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("by its schedule this will take 38 cycles"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find(", schedule list\n"), std::string::npos) << outcome.out;
}

class Networks : public testing::TestWithParam<const char*> {};

TEST_P(Networks, OfAnyKindRunATraceAsTheModelDoes) {
  const Simulated run = RunTrace(GetParam(), Halo("4 8"));
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["trace"]["operations"], 16 * (80 + 12));
  const int sent = run.report["messages"]["sent"];
  const int local = run.report["iterations"][0]["local_messages"];
  EXPECT_EQ(sent + local, 16 * (32 + 4));
  EXPECT_GE(run.report["cycles"], run.report["cycle_lower_bound"]);
  ExpectWholePath(run.report);
  if (IsPlaced(GetParam())) ExpectAsPredicted(run);
}

INSTANTIATE_TEST_SUITE_P(
    Hardware, Networks,
    testing::Values("--host torus:4x4", "--host torus:4x4 --ports all --arbiter round-robin",
                    "--host torus:4x4 --rtl flat --sink-ready 0.6", "--host torus:4x4 --rtl lanes",
                    "--host torus:4x4 --router scheduled",
                    "--host torus:4x4 --router scheduled --ports all --rtl lanes",
                    "--host torus:4x4 --schedule list", "--host twisted:3x6 --ports all",
                    "--host hypercube:4 --guest torus:4x4 --embedding gray --ports all",
                    "--host torus:4x4 --guest hypercube:4 --embedding xor --flit-width 64",
                    "--host torus:2x4 --guest torus:4x4 --embedding tao",
                    "--host mesh:5x5 --partition 4x4 --base 1,0 --guest mesh:4x4 --embedding tao"),
    [](const auto& test) { return TestName(test.param + 7); });

TEST(Traces, OfAHundredThousandOperationsRunOnBoth) {
  const Simulated run = RunTrace("--host torus:8x8", Halo(""));
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["trace"]["operations"], 100352);
  EXPECT_EQ(run.report["trace"]["ranks"].size(), 64U);
}

// Rank n is guest node n. On a ring in the torus all neighbours are one link apart.
TEST(Traces, AreMappedByTheEmbedding) {
  std::string table = "source,destination,flits\n";
  for (int n = 0; n < 16; ++n)
    table += std::to_string(n) + "," + std::to_string((n + 1) % 16) + ",5\n";
  const Simulated ring =
      RunTrace("--host torus:4x4 --guest ring:16 --embedding tao", table, "table.csv");
  ExpectPerfectMatch(ring);
  EXPECT_EQ(ring.report["cycles"], 7);
  EXPECT_EQ(ring.report["trace"]["links"].size(), 16U);
  for (const Json& link : ring.report["trace"]["links"]) EXPECT_EQ(link["flits"], 5);
  const Json nodes = RunTrace("--host torus:4x4", table, "table.csv").report["trace"]["ranks"];
  EXPECT_EQ(nodes[5]["node"], "(1,1)");
}

// Four ranks on each host node: messages between them arrive at once.
TEST(Traces, MessagesWithinAHostNodeCrossNoLink) {
  const Simulated run = RunTrace("--host torus:4x4 --guest torus:8x8 --embedding tao", Halo("8 2"));
  ExpectPerfectMatch(run);
  const int local = run.report["iterations"][0]["local_messages"];
  EXPECT_GT(local, 0);
  EXPECT_EQ(run.report["messages"]["sent"], 64 * 8 - local);
  ExpectWholePath(run.report);
}

// Chains of consecutive messages never meet, so they take exactly the bound. Code other than that
// of the run computes the bound beforehand.
TEST(Traces, ThatDoNotMeetTakeTheLeast) {
  std::mt19937 random(7);  // equal numbers on every platform
  for (int round = 0; round < 20; ++round) {
    std::string table = "source,destination,flits,after,delay,cycle\n";
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t source = random() % 30;
      table += std::to_string(source) + "," + std::to_string((source + 1 + random() % 29) % 30) +
               "," + std::to_string(1 + random() % 20) + "," + (i > 0 ? std::to_string(i) : "") +
               "," + std::to_string(random() % 9) + "," + std::to_string(random() % 200) + "\n";
    }
    const Simulated run = RunTrace("--engine model --host torus:5x6", table, "table.csv");
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.report["reference_cycles"], run.report["cycle_lower_bound"]) << table;
    EXPECT_EQ(run.report["trace"]["critical_path"]["waiting"], 0);
    ExpectWholePath(run.report);
  }
}

// The result does not depend on the files' names.
TEST(Traces, AreTheSameRunOnlyIfTheFilesAreTheSame) {
  const Scratch scratch;
  const auto hash = [&](const char* text) {
    return Simulate("--engine model --host ring:4 --traffic trace --trace '" +
                    scratch.Write("table.csv", text) + "'")
        .report["run_hash"];
  };
  EXPECT_EQ(hash("source,destination,flits\n0,1,2\n"), hash("source,destination,flits\n0,1,2\n"));
  EXPECT_NE(hash("source,destination,flits\n0,1,2\n"), hash("source,destination,flits\n0,1,3\n"));
}

TEST(Traces, OnScheduledRoutersAreNotUnscheduled) {
  const Scratch scratch;
  const std::string file = scratch.Write("table.csv", "source,destination,flits\n0,1,2\n");
  const Outcome outcome = RunToroid(
      "simulate --host torus:4x4 --router scheduled --schedule none --traffic trace --trace '" +
      file + "'");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err,
            "toroid: error: --schedule: none: lets messages meet, and scheduled routers lose what "
            "meets; with --router scheduled a trace takes list\n");
}

TEST(Traces, ThatAreWrongAreNotRun) {
  const Scratch scratch;
  const std::string file = scratch.Write("table.csv", "source,destination,flits\n0,16,2\n");
  const Outcome outcome =
      RunToroid("simulate --host torus:4x4 --traffic trace --trace '" + file + "'");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "toroid: error: " + file +
                             ":2: destination: 16: is out of range; allowed are whole numbers from "
                             "0 to 15\n");
}

TEST(Traces, AreReportedAsTextToo) {
  const Scratch scratch;
  const Outcome outcome = RunToroid(
      "simulate --engine model --host torus:4x4 --traffic trace "
      "--trace '" +
      scratch.Write("table.csv", kTable) + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* line :
       {"  ranks        16 ranks with 10 operations; the first is done in cycle 15 (rank 5), the "
        "last in 42 (rank 1), 10 without operations\n",
        "  critical     0 cycles of calculation, 22 of transfer, 0 of waiting in the network, 20 "
        "of delay, in 2 steps\n",
        "  links        busiest (0,3) to (1,3) with 16 flits, mean 1.0 of 64 links\n"})
    EXPECT_NE(outcome.out.find(line), std::string::npos) << outcome.out;
}

// An exported program, run from its file.
struct Exported {
  Simulated made;
  Simulated again;
};
Exported ExportAndRun(const std::string& options, const std::string& traffic) {
  const Scratch scratch;
  const std::string file = scratch.Path("program.goal");
  Exported both;
  both.made =
      Simulate(options + " --engine model --traffic " + traffic + " --export '" + file + "'");
  both.again = Simulate(options + " --traffic trace --trace '" + file + "'");
  return both;
}

TEST(Exports, TakeAsLongAsWhatTheyWereMadeOf) {
  const std::string ring = "--host ring:8 --ports all --guest hypercube:3 --embedding xor";
  for (const auto& [options, traffic] : std::vector<std::pair<std::string, std::string>>{
           {"--host torus:4x4 --ports all", "all-reduce --method bucket --elements 100"},
           {"--host torus:4x4", "reduce-scatter --method halving --elements 37"},
           {"--host mesh:2", "all-reduce --method whole --elements 2"},
           {"--host torus:4x4 --ports all", "all-reduce --method whole --elements 9"},
           {"--host torus:4x4 --ports all", "all-gather --method swing --elements 5"},
           {"--host mesh:3x4 --flit-width 64", "complete-exchange --method phases"},
           {ring, "task --task 0,3 --message-flits 4 --schedule stream"},
           {"--host torus:4x4 --guest torus:4x4 --embedding identity",
            "exchange --sets 1 --message-flits 8 --schedule list"}}) {
    const Exported both = ExportAndRun(options, traffic);
    ASSERT_EQ(both.made.code, 0) << both.made.err << both.made.report.dump(2);
    ExpectPerfectMatch(both.again);
    EXPECT_EQ(both.again.report["cycles"], both.made.report["reference_cycles"]) << traffic;
    EXPECT_EQ(both.again.report["messages"]["sent"], both.made.report["messages"]["sent"]);
    EXPECT_EQ(both.made.report["export"]["messages"], both.made.report["messages"]["sent"]);
    const int checked = both.made.report["export"]["elements_checked"];
    const nlohmann::json& result = both.made.report["result"];
    EXPECT_EQ(checked, result.is_null() ? 0 : 2 * result["elements_checked"].get<int>());
  }
}

// Each rank starts its next iteration as soon as it can, so a run is never slower than with
// barriers.
TEST(Exports, OfSeveralIterationsKeepTheirOrder) {
  for (const std::string traffic :
       {"cc-cube --elements 8 --pipelining 4 --schedule offset --barrier-cycles 5",
        "fft --elements 4 --pipelining 1 --flit-width 64 --schedule list",
        "all-gather --elements 3 --schedule none", "permutation --sets 3 --message-flits 2"}) {
    const Exported both =
        ExportAndRun("--host torus:4x4 --guest hypercube:4 --embedding xor", traffic);
    ASSERT_EQ(both.made.code, 0) << both.made.err << both.made.report.dump(2);
    ExpectPerfectMatch(both.again);
    EXPECT_EQ(both.again.report["messages"]["sent"], both.made.report["messages"]["sent"]);
    EXPECT_EQ(both.made.report["export"]["elements_checked"], 0);
  }
}

// A trace, exported and read again. Placed ones have their cycles in the file.
TEST(Exports, OfTracesTakeTheCyclesOfTheTrace) {
  const Scratch scratch;
  const std::string halo = scratch.Write("halo.goal", Halo("4 8"));
  const std::string ping = scratch.Write("ping.goal", PingPong("cpu 0"));
  const std::string table = scratch.Write("table.csv", kTable);
  const std::string own =
      scratch.Write("own.csv",
                    "id,source,destination,flits,after,delay,cycle\na,0,5,4,,,\nb,5,10,8,a,3,\n"
                    "c,5,0,8,a,9,\nd,10,0,2,b,7,50\ne,3,4,16,,,20\n");
  for (const auto& [options, trace] : {std::pair("--host torus:4x4", halo),
                                       {"--host torus:4x4 --schedule list", halo},
                                       {"--host torus:4x4 --router scheduled", halo},
                                       {"--host torus:4x4 --flit-width 64", ping},
                                       {"--host torus:4x4", own},
                                       {"--host torus:4x4 --ports all --router scheduled", table},
                                       {"--host torus:4x4 --schedule list", table}}) {
    const Exported both = ExportAndRun(options, "trace --trace '" + trace + "'");
    ASSERT_EQ(both.made.code, 0) << both.made.err << both.made.report.dump(2);
    ExpectPerfectMatch(both.again);
    EXPECT_EQ(both.again.report["cycles"], both.made.report["reference_cycles"]) << options;
    EXPECT_EQ(both.again.report["messages"]["sent"], both.made.report["messages"]["sent"]);
    EXPECT_EQ(both.made.report["export"]["messages"], both.made.report["messages"]["sent"]);
  }
}

// Released otherwise than by cycles, messages wait for each other as the file says.
TEST(Exports, OfReleasedSchedulesTakeTheirCycles) {
  const std::string ring = "--host ring:8 --guest hypercube:3 --embedding xor";
  for (const std::string traffic :
       {"task --task 0,3 --message-flits 4 --schedule offset --release order",
        "task --task 0,3 --message-flits 4 --schedule offset --release exchange",
        "task --task 0,3 --message-flits 4 --schedule none --startup 9"}) {
    const Exported both = ExportAndRun(ring, traffic);
    ASSERT_EQ(both.made.code, 0) << both.made.err << both.made.report.dump(2);
    ExpectPerfectMatch(both.again);
    EXPECT_EQ(both.again.report["cycles"], both.made.report["reference_cycles"]) << traffic;
  }
  const Exported several = ExportAndRun(
      ring, "cc-cube --elements 8 --pipelining 4 --schedule offset --release order --startup 3");
  ASSERT_EQ(several.made.code, 0) << several.made.err << several.made.report.dump(2);
  ExpectPerfectMatch(several.again);
}

TEST(Exports, NameWhatAFormatCannotSay) {
  const Scratch scratch;
  const auto error = [&](const std::string& options, const std::string& table, const char* ending) {
    return Simulate("--engine model --host torus:4x4 --traffic trace --trace '" +
                    scratch.Write("x.csv", table) + "' " + options + " --export '" +
                    scratch.Path("x") + ending + "'")
        .err;
  };
  const std::string elsewhere = "id,source,destination,flits,after\na,0,1,2,\nb,5,6,2,a\n";
  EXPECT_NE(error("", elsewhere, ".goal")
                .find("would have an operation of rank 5 that comes after "
                      "one of rank 1; there a rank waits for its own "
                      "operations alone; with --schedule list its messages "
                      "have cycles"),
            std::string::npos);
  EXPECT_EQ(error("--schedule list --quiet", elsewhere, ".goal"), "");
  const std::string delays =
      "id,source,destination,flits,after,delay\na,0,1,2,,\nb,1,2,2,a,1\nc,1,3,2,a,2\nd,1,4,2,a,"
      "3\ne,1,5,2,a,4\n";
  EXPECT_NE(error("", delays, ".et")
                .find("would need 4 processors in rank 1; a rank of this format "
                      "has 3"),
            std::string::npos);
  EXPECT_EQ(error("--quiet", delays, ".goal"), "");
  EXPECT_NE(error("", delays, ".svg").find("would show messages in cycles that only the run tells"),
            std::string::npos);
  EXPECT_EQ(error("--schedule list --quiet", delays, ".svg"), "");
}

TEST(Exports, NamesThatAreNoTextAreMadeSafe) {
  const Scratch scratch;
  const std::string line =
      "simulate --engine model --host ring:4 --traffic all-gather --method bucket "
      "--elements 1 --export \"$(printf '" +
      scratch.Path("x") + "\\377.goal')\"";
  const Outcome json = RunToroid(line + " --format json");
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_TRUE(nlohmann::json::accept(json.out));
  const Outcome text = RunToroid(line);
  EXPECT_NE(text.out.find("x\\xff.goal"), std::string::npos) << text.out;
}

// The check in all formats: one file, or the files of all ranks.
TEST(Exports, AreCheckedInEveryFormat) {
  for (const std::string ending : {"goal", "et", "xml"}) {
    const Scratch scratch;
    const Simulated run = Simulate(
        "--engine model --host torus:3x3 --traffic all-reduce --method bucket --elements 18 "
        "--export '" +
        scratch.Path("sum." + ending) + "'");
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.report["export"]["messages"], run.report["messages"]["sent"]);
    EXPECT_GT(run.report["export"]["elements_checked"], 0);
    std::set<std::string> names;
    const std::filesystem::path folder = std::filesystem::path(scratch.Path("x")).parent_path();
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      names.insert(entry.path().filename().string());
    EXPECT_EQ(names.size(), ending == "et" ? 9U : 1U);
    EXPECT_TRUE(names.contains(ending == "et" ? "sum.8.et" : "sum." + ending));
  }
}

TEST(Exports, AreWrittenWholeOrNotAtAll) {
  const Scratch scratch;
  const std::string line =
      "simulate --engine model --host ring:4 --traffic all-gather --method bucket --elements 1 "
      "--export '";
  const Outcome folder = RunToroid(line + scratch.Path("none/x.goal") + "'");
  EXPECT_EQ(folder.code, 3);
  EXPECT_EQ(folder.out.find("passed"), std::string::npos);
  const std::string file = scratch.Write("x.goal", "what was there");
  EXPECT_EQ(RunToroid(line + file + "'").code, 0);
  EXPECT_EQ(ReadFile(file).find("num_ranks 4\nrank 0 {\nl1: "), 0U) << ReadFile(file);
  EXPECT_FALSE(std::filesystem::exists(file + ".part"));
}

}  // namespace
}  // namespace toroid::traces_test
