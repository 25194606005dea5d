// Register stages on links in the bound of a trace; network_runs.txt has the runs.
#include <gtest/gtest.h>

#include <string>

#include "tests/cosim/simulate.h"

namespace toroid::link_stages_test {
namespace {

// A message that follows another takes its lower bound here.
TEST(LinkStagesTake, PartInTheBoundOfATrace) {
  const Scratch scratch;
  const std::string file = scratch.Path("t.csv");
  std::ofstream(file) << "source,destination,flits,after\n0,3,5,\n3,4,2,1\n";
  const Simulated run = Simulate("--host line:6 --engine model --traffic trace --trace '" + file +
                                 "' --link-stages 3 --buffer-depth 8");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.report["cycle_lower_bound"], (3 * 4 + 2 + 4) + (1 * 4 + 2 + 1));
  EXPECT_EQ(run.report["reference_cycles"], run.report["cycle_lower_bound"]);
}

}  // namespace
}  // namespace toroid::link_stages_test
