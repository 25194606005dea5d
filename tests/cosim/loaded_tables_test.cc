// Tables that a host broadcasts (docs/spec/broadcast.md): every node has its own table in the cycle
// that follows from the shape, and then hardware and model agree event by event. A node that misses
// its table is reported, and so is one whose table is altered.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::loaded_tables_test {
namespace {

constexpr const char* kLoaded = " --router scheduled --load tables --no-baseline --flit-width 16";

struct Case {
  std::string options;
  int images;  // k
  int length;  // words of an image: the header's two, and 32 bits of the row each
  int depth;   // D
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }

class LoadedTables : public testing::TestWithParam<Case> {};

TEST_P(LoadedTables, AreThereInTheCyclesOfTheFormulaAndRunTheSchedule) {
  const Case& c = GetParam();
  const Simulated run = Simulate(c.options + kLoaded);
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  // A run in which a node has its table in another cycle fails.
  const std::string text = RunToroid("simulate " + c.options + kLoaded).out;
  EXPECT_NE(text.find(fmt::format("tables loaded in {} cycles", c.images * c.length + c.depth)),
            std::string::npos)
      << text;
}

const std::string kCube = "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic task ";
std::string OnItself(const std::string& host, const std::string& traffic) {
  return "--host " + host + " --guest " + host + " --embedding identity --traffic " + traffic +
         " --schedule list --message-flits 4 --ports all --schedule-units check";
}

// In an exchange of a torus with itself all nodes have the same row; in a permutation most nodes
// have a row of their own.
INSTANTIATE_TEST_SUITE_P(
    Shapes, LoadedTables,
    testing::Values(
        Case{kCube +
                 "--task 0,4 --schedule list --message-flits 2 --ports all --schedule-units check",
             16, 4, 4},
        Case{kCube + "--task 0,4 --schedule exact --message-flits 2 --schedule-units send", 16, 3,
             4},
        Case{"--host torus:3x5 --guest ring:15 --embedding tao --traffic permutation --sets 1 "
             "--seed 3 --schedule list --message-flits 3 --schedule-units check --rtl flat "
             "--barrier hardware",
             5, 3, 3},
        Case{OnItself("torus:8x8", "exchange"), 1, 4, 8},
        Case{OnItself("torus:8x8", "permutation --sets 1 --seed 3"), 64, 3, 8}),
    [](const auto& test) { return TestName(test.param.options); });

INSTANTIATE_TEST_SUITE_P(
    Proof, LoadedTables,
    testing::Values(Case{OnItself("torus:32x32", "exchange"), 1, 4, 32},
                    Case{OnItself("torus:32x32", "permutation --sets 1 --seed 3"), 971, 3, 32}),
    [](const auto& test) { return TestName(test.param.options); });

// ---- planted faults ----

// Plants a fault in a part of the hardware at node (1,1), whose address is 5.
Outcome RunWith(const std::string& file, const std::string& right, const std::string& wrong) {
  const Scratch scratch;
  const std::string folder = Templates(scratch, file, right, wrong);
  return RunShell(
      "TOROID_TEMPLATES=" + folder +
      " \"$TOROID\" simulate --host torus:4x4 --guest hypercube:4 --embedding xor "
      "--traffic task --task 0,4 --schedule list --message-flits 2 --schedule-units check "
      "--engine rtl --watchdog 200" +
      std::string(kLoaded));
}

// All nodes have the same table, which with its header has four words. The node is at distance 2
// from the root, so the last word is offered in cycle 3 and heard in cycle 6.
TEST(PlantedFaultsOfLoadedTables, NodeThatMissesItsTableIsNamedWithTheCycle) {
  const Outcome run = RunWith("lib/host/toroid_loader.v", "assign table_valid = mine &",
                              "assign table_valid = mine & here != 5 &");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("FAILED: node (1,1): does not have its table in cycle 7 of the load, "
                         "but must have it from cycle 7 on\n"),
            std::string::npos)
      << run.out;
}

// The fault is in the lowest bit of the cycle of the node's first message: the message leaves a
// cycle late or early, and its receiver misses it.
TEST(PlantedFaultsOfLoadedTables, AlteredBitIsSeenByTheReceiverInTheCycleOfTheMessage) {
  const Outcome run = RunWith("top/node_task.v.tpl", ".word(heard[31:0])",
                              ".word(heard[31:0] ^ {31'd0, heard[32] & coordinates == 5})");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(run.out.find("FAILED: node (0,1): fault arrival in cycle 1"), std::string::npos)
      << run.out;
}

}  // namespace
}  // namespace toroid::loaded_tables_test
