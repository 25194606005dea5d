// Hosts with dead links and nodes (docs/spec/degraded.md, sections 7 to 9): hardware and model
// agree event by event on every engine, with tables that are constants and with loaded ones.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cosim/simulate.h"

namespace toroid::degraded_test {
namespace {

struct Case {
  std::string host;
  std::string dead;
  std::string rtl;
  std::string more = {};
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.host << c.dead << c.rtl << c.more; }

std::string CaseName(const testing::TestParamInfo<Case>& test) {
  const auto& [host, dead, rtl, more] = test.param;
  return TestName(host + dead + "_" + rtl + more);
}

class DegradedHardware : public testing::TestWithParam<Case> {};

TEST_P(DegradedHardware, EveryEventEqualsTheModels) {
  const auto& [host, dead, rtl, more] = GetParam();
  const Simulated run = Simulate("--host " + host + dead + " --rtl " + rtl + more +
                                 " --traffic uniform --rate 0.7 --packet-flits 3 --sink-ready 0.8"
                                 " --refused 0.1 --cycles 300");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["messages"]["refused"], run.report["messages"]["refused_expected"]);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, DegradedHardware,
    testing::Values(
        Case{"torus:4x4", " --dead-links '0-1,5>6' --dead-nodes 10", "flat"},
        Case{"torus:3x5", " --dead-nodes 0,7", "lanes", " --load routes --arbiter round-robin"},
        Case{"mesh:3x4", " --dead-links random:3", "flat", " --ports all --load routes"},
        Case{"ring:6", " --dead-links 2-3", "flat", " --buffer-depth 2 --storage lutram"},
        Case{"torus:2x8", " --dead-links 0-8", "nodes", " --link-stages 1 --protect parity"},
        Case{"hypercube:4", " --dead-nodes random:2", "lanes", " --counters"}),
    CaseName);

std::vector<Case> All() {
  std::vector<Case> all;
  for (const char* host : {"torus:8x8", "torus:3x5", "mesh:4x3", "torus:2x8", "ring:7",
                           "torus:4x4x4", "hypercube:6"}) {
    for (const char* rtl : {"nodes", "flat", "lanes"}) {
      for (const char* load : {"", " --load routes"}) {
        for (const char* dead : {" --dead-links random:1:3", " --dead-nodes random:1:2"}) {
          all.push_back({host, dead, rtl, load});
          all.push_back(
              {host, dead, rtl, std::string(load) + " --ports all --arbiter round-robin"});
        }
      }
    }
  }
  all.push_back({"torus:8x8", " --dead-links random:40", "lanes", " --load routes"});
  all.push_back({"torus:8x8", " --dead-nodes random:16", "lanes", " --load routes"});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Proof, DegradedHardware, testing::ValuesIn(All()), CaseName);

// DG8.2: programs, sets and tasks take the cycles that they take on the whole host.
TEST(GuestsThatKeepOffWhatIsDead, RunTheirProgramsAsOnAWholeHost) {
  const std::string model = " --engine model";
  for (const auto& [engine, dead, options] : std::vector<std::array<std::string, 3>>{
           {"", " --dead-links 0-3,4-7",
            "--host torus:4x4 --guest mesh:4x4 --embedding identity --traffic exchange"
            " --schedule list --message-flits 3"},
           {model, " --dead-links 7-0",
            "--host ring:8 --guest line:8 --embedding identity --traffic permutation --ports all"
            " --schedule list --message-flits 5"},
           {model, " --dead-links 8-9 --dead-nodes 14",
            "--host torus:4x4 --guest hypercube:3 --embedding xor --partition 2x4"
            " --traffic cc-cube --schedule none --pipelining 4 --elements 8"},
           {model, " --load routes",
            "--host torus:4x4 --guest hypercube:4 --embedding xor --ports all"
            " --traffic cc-cube --schedule stream --pipelining 4 --elements 8"}}) {
    const Simulated with = Simulate(options + dead + engine);
    const Simulated without = Simulate(options + model);
    ASSERT_EQ(with.code, 0) << with.err;
    if (engine != model) ExpectPerfectMatch(with);
    EXPECT_EQ(with.report["reference_cycles"], without.report["reference_cycles"]) << options;
    EXPECT_EQ(with.report["conflicts"], without.report["conflicts"]) << options;
  }
}

std::uint64_t Flits(const nlohmann::json& links) {
  std::uint64_t flits = 0;
  for (const auto& link : links["loads"]) flits += link[2].get<std::uint64_t>();
  return flits;
}

// As the schedules of the iterations have them, each on its routes.
std::uint64_t FlitsOfSchedules(const nlohmann::json& report) {
  std::uint64_t flits = 0;
  for (const auto& iteration : report["iterations"]) {
    const auto& pattern = report["link_patterns"][iteration["link_pattern"].get<std::size_t>()];
    flits += iteration["times"].get<std::uint64_t>() * Flits(pattern);
  }
  return flits;
}

// DG8.2: messages around what is dead are placed, predicted and counted on the routes of the
// tables.
TEST(GuestsThatGoRound, TakeTheCyclesThatTheirSchedulesPredict) {
  const std::string model = " --engine model";
  for (const auto& [engine, dead, more] : std::vector<std::array<std::string, 3>>{
           {"", " --dead-links 0-1,5-6",
            "--host torus:4x4 --guest mesh:4x4 --embedding identity --ports all --traffic exchange"
            " --message-flits 3"},
           {" --rtl lanes", " --dead-links 2-3",
            "--host ring:6 --guest ring:6 --embedding identity --traffic exchange"
            " --message-flits 5"},
           {model, " --dead-links 0-1",
            "--host torus:3x5 --guest mesh:3x5 --embedding identity --traffic permutation"
            " --message-flits 2"},
           {model, " --dead-links '0-1,5>6'",
            "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic cc-cube --pipelining 4"
            " --elements 8"},
           {model, " --dead-links 0-8",
            "--host torus:2x8 --guest hypercube:4 --embedding xor --traffic complete-exchange"
            " --method direct --block-flits 2"},
           {model, " --dead-links 0-1",
            "--host torus:2x2x2x2 --guest hypercube:6 --embedding xor --traffic complete-exchange"
            " --method ring --block-flits 1"},
           {model, " --dead-links '4>0'",
            "--host torus:3x5 --guest torus:3x10 --embedding tao --ports all --traffic scatter"
            " --split permutation"},
           {model, " --dead-nodes 15 --dead-links 0-1",
            "--host torus:4x4 --guest hypercube:3 --embedding xor --partition 2x4"
            " --traffic all-gather --startup 3"},
       }) {
    SCOPED_TRACE(more + dead);
    const std::string options = more + " --schedule list";
    const Simulated run = Simulate(options + dead + engine);
    ASSERT_EQ(run.code, 0) << run.err;
    if (engine != model) ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["predicted_cycles"], run.report["reference_cycles"]);
    EXPECT_EQ(run.report["conflicts"], 0);
    EXPECT_EQ(Flits(run.report["links"]), FlitsOfSchedules(run.report));
    const Simulated whole = Simulate(options + model);
    EXPECT_GT(Flits(run.report["links"]), Flits(whole.report["links"]));
  }
}

// Without a schedule messages wait for each other, and the model says for how long.
TEST(GuestsThatGoRound, AreStalledWithoutASchedule) {
  const Simulated run = Simulate(
      "--host torus:4x4 --dead-links 0-1,5-6 --guest hypercube:4 --embedding xor "
      "--traffic fft --flit-width 64 --elements 8 --schedule none --engine model");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_GT(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["result"]["wrong"], 0);
  for (const auto& iteration : run.report["iterations"]) {
    EXPECT_EQ(iteration["conflicts"] > 0, iteration["messages_meeting"] > 0);
    EXPECT_LE(iteration["least_cycles"], iteration["reference_cycles"]);
  }
}

// DG7.9: on a whole host the links and zero-load times are those of dimension order.
TEST(LoadedRoutesOfAWholeHost, HaveTheLatenciesOfDimensionOrder) {
  const std::string alone = " --host torus:4x4 --traffic uniform --rate 0.002 --cycles 4000";
  const Simulated tables = Simulate(alone + " --load routes --engine model");
  const Simulated order = Simulate(alone + " --engine model");
  ASSERT_EQ(tables.report["conflicts"], 0);
  ASSERT_EQ(order.report["conflicts"], 0);
  EXPECT_EQ(tables.report["latency"], order.report["latency"]);
  EXPECT_EQ(tables.report["links"], order.report["links"]);
}

// DG7.9: a detour is no conflict.
TEST(DetoursOnADegradedHost, AreNoConflicts) {
  const Simulated run = Simulate(
      "--host ring:8 --dead-links 2-3 --traffic uniform --rate 0.0005 --cycles 20000"
      " --engine model");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_GT(run.report["latency"]["max"], 4 + 2);  // farther than on a whole ring
  EXPECT_EQ(run.report["conflicts"], 0);
}

// DG8.1: a pattern's packets to dead nodes are left out, and so are those from there.
TEST(PatternsOnADegradedHost, LeaveOutDeadNodes) {
  const Simulated run = Simulate(
      "--host ring:8 --dead-nodes 3 --traffic neighbor --rate 1 --cycles 100"
      " --engine model");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.report["messages"]["sent"], 6 * 100);  // not from 3, and not from 2 to 3
}

// DG8.2: rank n is on the n-th survivor.
TEST(TracesOnADegradedHost, HaveTheirRanksOnSurvivors) {
  const Scratch scratch;
  std::ofstream(scratch.Path("m.csv"))
      << "id,source,destination,flits,after\na,0,1,2,\nb,1,2,3,a\n";
  const Simulated run = Simulate("--host ring:5 --dead-nodes 1 --traffic trace --trace " +
                                 scratch.Path("m.csv") + " --engine model");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.report["trace"]["ranks"][1]["node"], "(2)");
  // from 0 to 2 around by 4 and 3: three links
  EXPECT_EQ(run.report["latency"]["max"], 3 + 2 + 1);
}

}  // namespace
}  // namespace toroid::degraded_test
