// Hypercube programs on nodes that hold several processes, or none (docs/spec/processes.md).
// Hardware and model agree event by event, in the predicted cycles, with the results of a serial
// program.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::processes_test {
namespace {

struct Case {
  std::string name;
  std::string network;
  std::vector<std::string> schedules;
  std::string dimensions;  // guest's
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Processes : public testing::TestWithParam<Case> {};

void ExpectRight(const Simulated& run) {
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["result"]["wrong"], 0);
  EXPECT_GT(run.report["result"]["elements_checked"], 0);
}

void ExpectAsPredicted(const Simulated& run) {
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["stalled_flit_cycles"], 0);
  EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
}

TEST_P(Processes, ComputeWhatASerialProgramComputes) {
  for (const std::string& schedule : GetParam().schedules) {
    for (const char* traffic :
         {"complete-exchange --block-flits 1 --pipelining 2", "bitonic-sort --elements 3",
          "all-reduce --method doubling --elements 4 --pipelining 2",
          "all-gather --method doubling --elements 1", "fft --elements 4 --pipelining 2"}) {
      SCOPED_TRACE(schedule + " " + traffic);
      const Simulated run = Simulate(GetParam().network + " --flit-width 64 --no-baseline " +
                                     "--traffic " + traffic + " --schedule " + schedule);
      ExpectRight(run);
      if (schedule != "none") ExpectAsPredicted(run);
    }
  }
}

TEST_P(Processes, SendTasksAndTheCcCube) {
  for (const std::string& schedule : GetParam().schedules) {
    for (const std::string& traffic :
         {"task --message-flits 3 --task 0," + GetParam().dimensions,
          std::string("cc-cube --elements 12 --pipelining 3 --barrier-cycles 5")}) {
      SCOPED_TRACE(schedule + " " + traffic);
      const Simulated run = Simulate(GetParam().network + " --flit-width 64 --no-baseline " +
                                     "--traffic " + traffic + " --schedule " + schedule);
      ExpectPerfectMatch(run);
      if (schedule != "none") ExpectAsPredicted(run);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, Processes,
    testing::Values(
        Case{"TorusTao", "--guest hypercube:6 --host torus:4x4 --embedding tao", {"list"}, "6"},
        Case{"TorusByFormula",
             "--guest hypercube:6 --host torus:4x4 --embedding xor",
             {"offset", "stream"},
             "6"},
        Case{"MeshByFormulaInABox",
             "--guest hypercube:5 --host mesh:3x5 --partition 2x2 --base 1,2 --embedding standard "
             "--ports all",
             {"calmant", "stream"},
             "5"},
        Case{"CubeGrayAllPorts",
             "--guest hypercube:6 --host hypercube:4 --embedding gray --ports all",
             {"none", "list"},
             "6"},
        Case{"RingByFormula",
             "--guest hypercube:5 --host ring:8 --embedding tao",
             {"offset", "stream"},
             "5"},
        Case{"LineByFormulaAllPorts",
             "--guest hypercube:4 --host line:4 --embedding tao --ports all --rtl flat",
             {"calmant", "stream"},
             "4"},
        Case{"TwoByEight",
             "--guest hypercube:5 --host torus:2x8 --embedding tao --ports all",
             {"list"},
             "5"},
        Case{"SixTwos",
             "--guest hypercube:7 --host torus:2x2x2x2x2x2 --embedding tao --ports all",
             {"list"},
             "7"},
        Case{"BoxByFormula",
             "--guest hypercube:4 --host mesh:5x6 --partition 4x4 --base 1,2 --embedding standard",
             {"stream"},
             "4"},
        Case{"BoxInAnOddMesh",
             "--guest hypercube:3 --host mesh:3x5 --partition 2x4 --base 1,1 --embedding tao",
             {"none", "list"},
             "3"}),
    [](const auto& test) { return test.param.name; });

// The kind of addresses that tell processes apart has no effect on the cycles.
TEST_P(Processes, DoTheSameWithPhysicalAddresses) {
  const std::string line = GetParam().network + " --flit-width 64 --no-baseline --traffic fft " +
                           "--elements 4 --pipelining 2 --schedule " + GetParam().schedules.back();
  const Simulated logical = Simulate(line);
  const Simulated physical = Simulate(line + " --address physical");
  ExpectRight(physical);
  for (const char* member : {"result", "conflicts", "predicted_cycles", "links"})
    EXPECT_EQ(physical.report[member], logical.report[member]) << member;
  EXPECT_EQ(physical.report["cycles"], logical.report["cycles"]);
  EXPECT_NE(physical.report["hardware_hash"], logical.report["hardware_hash"]);
}

const std::string kLine =
    "--guest hypercube:4 --host line:4 --embedding tao --no-baseline --engine model ";

TEST(IterationsOfProcesses, ThatStayOnTheirNodesCostNoCycle) {
  const Simulated run = Simulate(
      kLine + "--traffic cc-cube --elements 4 --pipelining 1 --barrier-cycles 7 --schedule stream");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto& iterations = run.report["iterations"];
  ASSERT_EQ(iterations.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    const bool inside = k < 2;  // cube dimensions 0 and 1
    EXPECT_EQ(iterations[k]["local_messages"], inside ? 16 : 0);
    EXPECT_EQ(iterations[k]["messages"], inside ? 0 : 16);
    EXPECT_EQ(iterations[k]["reference_cycles"] == 0, inside);
  }
  const int crossing =
      iterations[2]["reference_cycles"].get<int>() + iterations[3]["reference_cycles"].get<int>();
  EXPECT_EQ(run.report["reference_cycles"], 4 * 7 + crossing);
}

TEST(IterationsOfProcesses, OfWhichAllStayOnTheirNodesAreAnError) {
  const Simulated run = Simulate(kLine + "--traffic task --task 0,2 --schedule list");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err,
            "toroid: error: --traffic: task: sends nothing over a link: its processes exchange "
            "with others of their node; give another --task\n");
}

// Computed by hand. Over one port a node receives the elements of the 12 processes on other nodes,
// and a block from each of these for each of its own 4; for sums it needs only those of the vector.
TEST(OperationsOfProcesses, BoundIsThatOfTheNodes) {
  const auto bound = [](const std::string& traffic) {
    return Simulate(kLine + "--schedule list --traffic " + traffic)
        .report["task_bound"]["cycles"]
        .get<int>();
  };
  EXPECT_EQ(bound("all-gather --method doubling --elements 64"), 12 * 64);
  EXPECT_EQ(bound("complete-exchange --block-flits 16 --pipelining 1"), 4 * 4 * 4 * 16);
  const Simulated sum = Simulate(
      "--guest hypercube:2 --host line:4 --embedding standard --no-baseline --engine model "
      "--schedule list --traffic all-reduce --method doubling --elements 64");
  EXPECT_EQ(bound("all-reduce --method doubling --elements 64"),
            sum.report["task_bound"]["cycles"]);
}

}  // namespace
}  // namespace toroid::processes_test
