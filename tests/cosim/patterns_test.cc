// The hash of a run, and what the watchdog says of one that stands still; network_runs.txt has the
// runs of patterns.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::patterns_test {
namespace {

TEST(RunHash, DependsOnTrafficAndSeedOnly) {
  const std::string traffic = "--traffic uniform --rate 0.3 --cycles 50";
  const auto hash = [](const std::string& options) {
    return Simulate("--engine model " + options).report["run_hash"];
  };
  const auto plain = hash("--host ring:4 " + traffic);
  EXPECT_EQ(plain, hash("--host ring:5 --name other --buffer-depth 2 " + traffic));
  EXPECT_NE(plain, hash("--host ring:4 --seed 2 " + traffic));
  EXPECT_NE(plain, hash("--host ring:4 --packet-flits 2 " + traffic));
  EXPECT_NE(plain, hash("--host ring:4 --refused 0.1 " + traffic));
  EXPECT_EQ(plain, hash("--host ring:4 --refused 0 " + traffic));
}

TEST(RunHash, DoesNotDependOnTheTimeForASchedule) {
  const auto hash = [](const std::string& options) {
    return Simulate(
               "--engine model --guest hypercube:4 --host torus:4x4 --embedding xor --traffic task "
               "--task 0,4 --schedule exact " +
               options)
        .report["run_hash"];
  };
  const auto plain = hash("");
  EXPECT_EQ(plain, hash("--time-limit 7"));
  EXPECT_NE(plain, hash("--steps 9"));
}

TEST(Watchdog, NamesWithheldEjectorsAndBlockedPackets) {
  const Simulated run = Simulate(
      "--host torus:3x3 --traffic uniform --rate 0.5 --cycles 300 --sink-ready 0.000001 --watchdog "
      "200");
  EXPECT_EQ(run.code, 1);
  const std::string diagnostics = run.report["complaints"].dump();
  EXPECT_NE(diagnostics.find("its sink does not take it"), std::string::npos) << diagnostics;
  EXPECT_NE(diagnostics.find("last carried a packet from"), std::string::npos) << diagnostics;
  EXPECT_NE(diagnostics.find("waits for ejector 0: ejector full"), std::string::npos)
      << diagnostics;
  EXPECT_GT(run.report["messages"]["lost"], 0);
}

}  // namespace
}  // namespace toroid::patterns_test
