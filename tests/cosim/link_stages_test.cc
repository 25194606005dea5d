// Registers on the links (docs/spec/router.md, section 9): hardware and model agree event by event;
// the latencies of a hop and a round trip, and every number of cycles that depends on them.
#include <gtest/gtest.h>

#include <string>

#include "tests/cosim/simulate.h"

namespace toroid::link_stages_test {
namespace {

std::string Staged(int stages) {
  return " --link-stages " + std::to_string(stages) + " --buffer-depth " +
         std::to_string(2 * stages + 2);
}

struct Case {
  std::string host;
  int stages;
  std::string rtl;
  std::string more = {};
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.host << c.stages << c.rtl << c.more; }

std::string CaseName(const testing::TestParamInfo<Case>& test) {
  const auto& [host, stages, rtl, more] = test.param;
  return TestName(host + "_" + std::to_string(stages) + "_" + rtl + more);
}

class LinkStages : public testing::TestWithParam<Case> {};

TEST_P(LinkStages, EveryEventEqualsTheModels) {
  const auto& [host, stages, rtl, more] = GetParam();
  const Simulated run =
      Simulate("--host " + host + Staged(stages) + " --rtl " + rtl + more +
               " --traffic uniform --rate 0.5 --packet-flits 3 --sink-ready 0.7 --cycles 300");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["hop_cycles"], stages + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, LinkStages,
    testing::Values(Case{"torus:3x5", 1, "nodes"}, Case{"torus:2x8", 2, "lanes", " --threads 2"},
                    Case{"ring:7", 8, "flat", " --arbiter round-robin --storage lutram"},
                    Case{"mesh:4x3", 3, "nodes", " --ports all"},
                    Case{"hypercube:3", 1, "flat", " --refused 0.2"}),
    CaseName);

std::vector<Case> All() {
  std::vector<Case> all;
  for (const char* host : {"torus:3x5", "torus:2x8", "ring:7", "mesh:4x3", "hypercube:4"}) {
    for (const char* rtl : {"nodes", "flat", "lanes"}) {
      for (const int stages : {1, 2, 5, 8}) {
        const bool even = stages % 2 == 0;
        all.push_back(
            {host, stages, rtl, even ? " --ports all" : " --arbiter round-robin --flit-width 16"});
      }
    }
  }
  for (const char* rtl : {"nodes", "lanes"}) all.push_back({"torus:17x13", 3, rtl, " --threads 3"});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Proof, LinkStages, testing::ValuesIn(All()), CaseName);

// R9.4.
TEST(LinkStagesTake, OneMoreCycleAHopEach) {
  for (const int stages : {0, 1, 4, 8}) {
    const Simulated run = Simulate("--host ring:9" + Staged(stages) +
                                   " --engine model --traffic tornado --rate 0.001 --cycles 3000");
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.report["latency"]["max"], 4 * (stages + 1) + 2);
    EXPECT_EQ(run.report["conflicts"], 0);
    EXPECT_EQ(run.report["interface_latency"], 2);
  }
}

// Each node of a ring sends to the next, a flit each cycle.
TEST(LinkStagesTake, NothingOfTheRate) {
  for (const int stages : {1, 8}) {
    const Simulated run = Simulate("--host ring:8" + Staged(stages) +
                                   " --engine model --traffic neighbor --rate 1 --cycles 2000");
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_GT(run.report["throughput"], 0.98);
  }
}

// A program without a schedule takes more cycles, as predicted, for no messages meet.
TEST(LinkStagesTake, ProgramsWithoutASchedule) {
  const std::string program =
      "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic all-reduce --elements 16 "
      "--engine model";
  const Simulated plain = Simulate(program + " --schedule none");
  const Simulated run = Simulate(program + " --schedule none" + Staged(2));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.report["result"]["wrong"], 0) << run.report["result"];
  EXPECT_GT(run.report["reference_cycles"], plain.report["reference_cycles"]);
  EXPECT_EQ(run.report["predicted_cycles"], run.report["reference_cycles"]);
  // to the farthest node and out
  EXPECT_EQ(plain.report["task_bound"]["latency"], 4 + 2);
  EXPECT_EQ(run.report["task_bound"]["latency"], 4 * 3 + 2);
}

// A message that follows another takes its lower bound here.
TEST(LinkStagesTake, PartInTheBoundOfATrace) {
  const Scratch scratch;
  const std::string file = scratch.Path("t.csv");
  std::ofstream(file) << "source,destination,flits,after\n0,3,5,\n3,4,2,1\n";
  const Simulated run =
      Simulate("--host line:6 --engine model --traffic trace --trace '" + file + "'" + Staged(3));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.report["cycle_lower_bound"], (3 * 4 + 2 + 4) + (1 * 4 + 2 + 1));
  EXPECT_EQ(run.report["reference_cycles"], run.report["cycle_lower_bound"]);
}

// The hardware of --link-stages 0 is the hardware without the option.
TEST(LinkStagesTake, NothingIfThereAreNone) {
  const std::string traffic = " --host ring:5 --traffic uniform --cycles 50 --engine model";
  const Simulated none = Simulate(traffic + " --link-stages 0");
  EXPECT_EQ(none.report["hardware_hash"], Simulate(traffic).report["hardware_hash"]);
  EXPECT_NE(none.report["hardware_hash"],
            Simulate(traffic + " --link-stages 1").report["hardware_hash"]);
}

}  // namespace
}  // namespace toroid::link_stages_test
