// Schedule units of whole pipelined CC-cubes, with barriers in hardware between iterations:
// hardware and model agree event by event, in the cycles that `cost` computes by formula
// (docs/spec/scheduled-router.md N7.12).
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::program_test {
namespace {

constexpr const char* kScheduled = " --router scheduled --barrier hardware ";
constexpr const char* kRun =
    " --traffic cc-cube --schedule-units check --no-baseline --flit-width 16 ";

struct Case {
  std::string network;
  std::string packets;  // number of packets, and of elements in all
  int iterations;
  std::string more = {};
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.network << c.packets; }

class ProgramUnits : public testing::TestWithParam<Case> {};

TEST_P(ProgramUnits, RunAllIterationsInTheCyclesOfTheFormula) {
  const auto& [network, packets, iterations, more] = GetParam();
  const Simulated run = Simulate(network + packets + kScheduled + kRun + more);
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["iterations"].size(), iterations);
  EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
  const Outcome cost = RunToroid("cost --format json " + network + packets + kScheduled);
  ASSERT_EQ(cost.code, 0) << cost.err;
  EXPECT_EQ(run.report["cycles"], nlohmann::json::parse(cost.out)["rows"][0]["cycles"]);
}

const std::string kTorus =
    "--host torus:8x8 --guest hypercube:6 --embedding xor --schedule stream --ports all ";
const std::string kMesh =
    "--host mesh:4x4 --guest hypercube:4 --embedding standard --schedule calmant ";

INSTANTIATE_TEST_SUITE_P(
    DeepAndShallow, ProgramUnits,
    testing::Values(Case{kTorus, "--pipelining 8 --elements 32", 13},
                    Case{kTorus, "--pipelining 3 --elements 12", 8},
                    Case{kTorus, "--pipelining 1 --elements 1", 6},
                    Case{kMesh, "--pipelining 4 --elements 12", 7},
                    Case{kMesh, "--pipelining 2 --elements 2", 5},
                    Case{"--host torus:4x4 --guest hypercube:4 --embedding xor --schedule offset ",
                         "--pipelining 6 --elements 6", 9, "--rtl flat"},
                    Case{"--host torus:4x4 --guest hypercube:4 --embedding xor --schedule offset "
                         "--ports all ",
                         "--pipelining 8 --elements 64", 11},
                    Case{"--host hypercube:3 --guest hypercube:3 --embedding identity --schedule "
                         "stream --ports all ",
                         "--pipelining 2 --elements 8", 4},
                    Case{"--host ring:8 --guest hypercube:3 --embedding xor --schedule stream ",
                         "--pipelining 5 --elements 15", 7}),
    [](const auto& test) { return TestName(test.param.network + test.param.packets); });

// One node stays in the first iteration: it sends messages that are no longer due, and does not
// send those that are.
TEST(WrongIterationOfAProgram, IsNamedByTheNodesAround) {
  const Scratch scratch;
  const std::string right = "if (clear | over";
  const std::string folder = Templates(scratch, "lib/task/toroid_task_program.v", right,
                                       right + " & coordinates != 5");
  const Outcome run =
      RunShell("TOROID_TEMPLATES=" + folder + " \"$TOROID\" simulate " + kMesh +
               "--pipelining 4 --elements 12" + kScheduled + kRun + "--watchdog 200 --engine rtl");
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  // The first iteration takes 3 cycles and the barrier 9. The second has a message of 3 flits after
  // that of the first, over one link: it leaves in cycle 15. (1,0) misses one message, and (1,1)
  // receives one that it does not expect.
  for (const char* node : {"(1,0)", "(1,1)"}) {
    const std::string fault = std::string("FAILED: node ") + node + ": fault arrival in cycle 16\n";
    EXPECT_NE(run.out.find(fault), std::string::npos) << run.out;
  }
}

}  // namespace
}  // namespace toroid::program_test
