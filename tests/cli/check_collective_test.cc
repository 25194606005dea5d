// `check --collective`: collective operations proved on scheduled routers, also around what is dead
// (docs/spec/degraded.md, DG6.15).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::check_collective_test {
namespace {

std::string Check(const std::string& options) {
  const Outcome outcome = RunToroid("check --router scheduled " + options);
  EXPECT_EQ(outcome.code, 0) << options << "\n" << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out.find("BROKEN"), std::string::npos) << outcome.out;
  return outcome.out;
}

// 14 nodes are alive; each gets the sums of 11 elements, and each tree has 13 links, up and down.
TEST(CheckCollective, ProvesSumsOfSurvivorsOnTheNetlist) {
  const std::string out = Check(
      "--collective all-reduce --elements 11 --ports all --host torus:3x5 --dead-links 0-1 "
      "--dead-nodes 8");
  EXPECT_NE(out.find("as if computed serially (154 elements checked)"), std::string::npos) << out;
  EXPECT_NE(out.find("and all nodes are idle then (286 flits checked)"), std::string::npos) << out;
}

TEST(CheckCollective, TakesEveryOperation) {
  for (const std::string operation : {"reduce-scatter", "all-gather", "broadcast", "reduce",
                                      "gather", "scatter", "complete-exchange"}) {
    const bool exchange = operation == "complete-exchange";
    const std::string out = Check("--host mesh:2x3 --elements 3 --collective " + operation +
                                  (exchange ? "" : " --dead-links 0-3"));
    EXPECT_EQ(std::ranges::count(out, '\n'), 8) << out;
  }
}

TEST(CheckCollective, LeavesTheNetlistOutIfTold) {
  const std::string out =
      Check("--host torus:32x32 --elements 64 --collective all-reduce --without netlist");
  EXPECT_EQ(out.find("netlist"), std::string::npos) << out;
  EXPECT_EQ(std::ranges::count(out, '\n'), 5) << out;
}

}  // namespace
}  // namespace toroid::check_collective_test
