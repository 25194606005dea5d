// The barrier in hardware between iterations: hardware and model agree event by event, releases
// included, in the cycles of the formula (docs/spec/barrier.md). A node whose count is wrong is
// reported.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::barrier_test {
namespace {

constexpr const char* kBarrier =
    " --router scheduled --barrier hardware --no-baseline --flit-width 16";

struct Case {
  std::string options;
  int iterations;
  int latency;  // b = 2 D + 1
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.options; }

std::string Cube(const std::string& host, int d, const std::string& ports) {
  return "--host " + host + " --guest hypercube:" + std::to_string(d) +
         " --embedding standard --traffic cc-cube --elements 6 --pipelining 2 --schedule list "
         "--ports " +
         ports;
}

class BarrierHardware : public testing::TestWithParam<Case> {};

TEST_P(BarrierHardware, IsTheModelEventByEventInTheCyclesOfTheFormula) {
  const auto cycles = [](const std::string& options) {
    const Simulated run = Simulate(options);
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]);
    return run.report["cycles"].get<int>();
  };
  const auto& [options, iterations, latency] = GetParam();
  const int with = cycles(options + kBarrier);
  const int without = cycles(options + " --router scheduled --no-baseline --flit-width 16");
  EXPECT_EQ(with - without, iterations * latency);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, BarrierHardware,
    testing::Values(Case{"--host torus:3x5 --guest ring:15 --embedding tao --traffic exchange "
                         "--schedule list --message-flits 3",
                         4, 7},
                    Case{"--host torus:3x5 --guest ring:15 --embedding tao --traffic exchange "
                         "--schedule list --message-flits 3 --ports all "
                         "--schedule-units check --rtl flat",
                         4, 7},
                    Case{Cube("mesh:2x8", 4, "all"), 5, 11},
                    Case{Cube("torus:2x2x2x2x2x2", 6, "one"), 7, 13},
                    Case{Cube("ring:8", 3, "one") + " --rtl flat", 4, 9},
                    Case{"--host mesh:8x8 --guest torus:8x8 --embedding tao --traffic exchange "
                         "--schedule list --message-flits 4 --schedule-units check",
                         4, 17}),
    [](const auto& test) { return TestName(test.param.options); });

// ---- a planted fault ----

// Plants a fault in the barrier's module: node (1,1) of torus:4x4 waits a cycle too long.
Outcome RunWithWrongCount(const std::string& more) {
  const Scratch scratch;
  const std::string right = "if (hears) left_q <= sum(nearer)";
  const std::string folder =
      Templates(scratch, "lib/task/toroid_barrier.v", right, right + " + (here == 5)");
  return RunShell("TOROID_TEMPLATES=" + folder +
                  " \"$TOROID\" simulate --host torus:4x4 --guest torus:4x4 --embedding identity "
                  "--traffic exchange --sets 2 --message-flits 5 --schedule list --ports all" +
                  kBarrier + more + " --watchdog 200");
}

// The first iteration takes 5 cycles, and the barrier b = 9 more.
TEST(WrongCountOfABarrier, IsNamedWithNodeAndCycle) {
  const Outcome alone = RunWithWrongCount(" --engine rtl --schedule-units check");
  EXPECT_EQ(alone.code, 1) << alone.out << alone.err;
  EXPECT_NE(alone.out.find("FAILED: node (1,1): not released by the barrier in cycle 14, when all "
                           "nodes must be\n"),
            std::string::npos)
      << alone.out;
  EXPECT_NE(alone.out.find("FAILED: node (0,1): fault arrival in cycle 15"), std::string::npos)
      << alone.out;
  // Nothing else differs without schedule units.
  const Outcome both = RunWithWrongCount("");
  EXPECT_EQ(both.code, 1);
  EXPECT_NE(both.out.find("barrier_release of node (1,1)"), std::string::npos) << both.out;
}

}  // namespace
}  // namespace toroid::barrier_test
