// With --threads the work of a cycle is shared, and nothing else changes: every event still equals
// the other engine's, and reports are equal except for their speed. The shapes have several blocks
// of 64 nodes, the last one not full.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/cosim/simulate.h"

namespace toroid::threads_test {
namespace {

constexpr const char* kUniform =
    " --traffic uniform --rate 0.4 --packet-flits 3 --sink-ready 0.7 --cycles 150";

class Threads : public testing::TestWithParam<std::string> {
 protected:
  // Lanes of 64 nodes, whatever the machine has.
  void SetUp() override { ASSERT_EQ(setenv("TOROID_LANES_MACHINE", "plain", 1), 0); }
  void TearDown() override { ASSERT_EQ(unsetenv("TOROID_LANES_MACHINE"), 0); }
};

TEST_P(Threads, ChangeNothing) {
  for (const std::string engine : {" --engine both --rtl lanes", " --engine rtl --rtl lanes"}) {
    Simulated one = Simulate(GetParam() + engine);
    one.report.erase("speed");
    for (const int threads : {2, 3, 4}) {
      Simulated shared = Simulate(GetParam() + engine + " --threads " + std::to_string(threads));
      EXPECT_EQ(shared.code, 0);
      shared.report.erase("speed");
      EXPECT_EQ(shared.report, one.report) << threads;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Threads,
                         testing::Values(std::string("--host torus:9x31") + kUniform,
                                         std::string("--host mesh:13x19 --ports all") + kUniform,
                                         std::string("--host torus:16x16 --guest hypercube:8 "
                                                     "--embedding xor --router scheduled "
                                                     "--traffic cc-cube --elements 16 "
                                                     "--schedule offset --no-baseline")));

}  // namespace
}  // namespace toroid::threads_test
