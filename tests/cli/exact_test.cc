// `--schedule exact` that is not decided in time; output_runs.txt has the other results of it.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::exact_test {
namespace {

// No table and no formula has these: only the solver could, and it gets no time.
TEST(Exact, WhatIsNotDecidedInTimeIsExitCode3) {
  for (const std::string command : {"schedule", "check", "simulate --traffic task"}) {
    const Outcome outcome = RunToroid(command +
                                      " --guest hypercube:8 --host torus:16x16 --embedding "
                                      "standard --task 0,8 --schedule exact --time-limit 0");
    EXPECT_EQ(outcome.code, 3) << command;
    if (command == "check") {  // other proofs
      EXPECT_NE(outcome.out.find("holds   deadlock freedom"), std::string::npos) << outcome.out;
    } else {
      EXPECT_EQ(outcome.out, "");
    }
    // With the solver its time, without it that it is missing.
    EXPECT_TRUE(
        outcome.err.find("toroid: error: --time-limit: 0: was over before a schedule of 9 "
                         "steps was found or ruled out; give more") == 0 ||
        outcome.err.find(
            "toroid: error: --schedule: exact: no formula and no stored table has 9 steps") == 0)
        << outcome.err;
  }
}

}  // namespace
}  // namespace toroid::exact_test
