// Guests whose messages go round what is dead (docs/spec/degraded.md, section 8), and traces on
// survivors; network_runs.txt has the other runs of degraded hosts.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cosim/simulate.h"

namespace toroid::degraded_test {
namespace {

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
