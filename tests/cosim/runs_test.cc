// The tables of runs, a test for each row.
#include <gtest/gtest.h>

#include "tests/support/run_table.h"

namespace toroid::runs_test {
namespace {

const bool kScheduled = RegisterRuns("tests/cosim/scheduled_runs.txt");
const bool kCollective = RegisterRuns("tests/cosim/collective_runs.txt");
const bool kNetwork = RegisterRuns("tests/cosim/network_runs.txt");

TEST(TablesOfRuns, AreRead) { EXPECT_TRUE(kScheduled && kCollective && kNetwork); }

}  // namespace
}  // namespace toroid::runs_test
