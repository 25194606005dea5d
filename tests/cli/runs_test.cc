// The tables of what commands print and refuse, a test for each row.
#include <gtest/gtest.h>

#include "tests/support/run_table.h"

namespace toroid::cli_runs_test {
namespace {

const bool kOutput = RegisterRuns("tests/cli/output_runs.txt");
const bool kRefused = RegisterRuns("tests/cli/refused_runs.txt");

TEST(TablesOfCommands, AreRead) { EXPECT_TRUE(kOutput && kRefused); }

}  // namespace
}  // namespace toroid::cli_runs_test
