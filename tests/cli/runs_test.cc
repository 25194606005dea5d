// The table of what commands print, a test for each row.
#include <gtest/gtest.h>

#include "tests/support/run_table.h"

namespace toroid::cli_runs_test {
namespace {

const bool kRead = RegisterRuns("tests/cli/output_runs.txt");

TEST(TableOfOutput, IsRead) { EXPECT_TRUE(kRead); }

}  // namespace
}  // namespace toroid::cli_runs_test
