// The lanes engine on machines without vectors, and what it says; network_runs.txt has runs of
// every kind of node, and each library is compared with Verilator's node before its first use.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/cosim/simulate.h"

namespace toroid::lanes_test {
namespace {

// Options of a run of a pattern: packets of three flits, and sinks that are often not ready.
constexpr const char* kUniform =
    " --traffic uniform --rate 0.5 --packet-flits 3 --sink-ready 0.7 --cycles 400";
// Machines without wide vectors use fewer lanes and compute the same.
TEST(Lanes, NeedNoVectorUnit) {
  for (const char* machine : {"plain", "v3"}) {
    ASSERT_EQ(setenv("TOROID_LANES_MACHINE", machine, 1), 0);
    const Simulated run = Simulate("--host mesh:9x15 --buffer-depth 2 --flit-width 16" +
                                   std::string(kUniform) + " --rtl lanes");
    SCOPED_TRACE(machine);
    ExpectPerfectMatch(run);
  }
  ASSERT_EQ(unsetenv("TOROID_LANES_MACHINE"), 0);
}

// Every engine reports the same last flit of each link.
TEST(Lanes, SayTheSameOfANetworkThatStandsStill) {
  const std::string line =
      "--host torus:3x5 --traffic uniform --rate 0.5 --cycles 300 --sink-ready 0.000001 --watchdog "
      "300 --engine rtl --rtl ";
  const Simulated nodes = Simulate(line + "nodes");
  const Simulated lanes = Simulate(line + "lanes");
  EXPECT_EQ(nodes.code, 1);
  EXPECT_EQ(lanes.code, 1);
  EXPECT_NE(nodes.report["complaints"].dump().find("last carried a packet"), std::string::npos);
  EXPECT_EQ(nodes.report["complaints"], lanes.report["complaints"]);
}

TEST(Lanes, TheReportSaysWhichEngineRan) {
  const std::string line = "--host torus:3x5 --traffic uniform --rate 0.1 --cycles 100 --engine ";
  EXPECT_EQ(Simulate(line + "both").report["speed"]["rtl"], "nodes");
  EXPECT_EQ(Simulate(line + "both --rtl lanes").report["speed"]["rtl"], "lanes");
  EXPECT_EQ(Simulate(line + "model").report["speed"]["rtl"], nullptr);
}

// Blocks of lanes in which nothing can happen are left out, unless all are asked for.
TEST(Lanes, BlocksThatAreLeftOutChangeNothing) {
  ASSERT_EQ(setenv("TOROID_LANES_MACHINE", "plain", 1), 0);
  const std::string line =
      "--host mesh:9x15 --buffer-depth 2 --flit-width 16 --traffic uniform --rate 0.01 "
      "--cycles 500 --rtl lanes";
  Simulated skipping = Simulate(line);
  Simulated plain = Simulate(line + " --without idle-skip");
  ASSERT_EQ(unsetenv("TOROID_LANES_MACHINE"), 0);
  ExpectPerfectMatch(skipping);
  skipping.report.erase("speed");
  plain.report.erase("speed");
  EXPECT_EQ(skipping.report, plain.report);
}

}  // namespace
}  // namespace toroid::lanes_test
