// Sweeps that are killed or interrupted, and go on.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/support/run_toroid.h"

namespace toroid::sweep_test {
namespace {

using namespace std::chrono_literals;

const std::string kSweep =
    "sweep --engine model --quiet --host torus:4x4 --traffic uniform --rate 0.1:0.9:0.1 --seed "
    "1:20 "
    "--cycles 4000 ";

std::ptrdiff_t LinesOf(const std::string& path) { return std::ranges::count(ReadFile(path), '\n'); }

// Until the file has some of its 181 lines.
bool WaitForLines(const std::string& path, Running& run) {
  for (int i = 0; i < 6000 && !run.Over(); ++i, std::this_thread::sleep_for(10ms))
    if (LinesOf(path) > 10) return true;
  return false;
}

class CutShort : public testing::TestWithParam<int> {};

TEST_P(CutShort, ASweepGoesOnWhereItWas) {
  const Scratch scratch;
  const std::string file = scratch.Path("r");
  const std::string line = kSweep + "--jobs 2 --format csv --results '" + file + "'";
  Running run("exec \"$TOROID\" " + line);
  ASSERT_TRUE(WaitForLines(file, run));
  run.SignalFirst(GetParam());
  const Outcome ended = run.Wait();
  EXPECT_NE(ended.code, 0);
  EXPECT_EQ(ended.out, "");
  const std::ptrdiff_t before = LinesOf(file);
  EXPECT_LT(before, 181);
  const Outcome again = RunToroid(line);
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(LinesOf(file), 181);
  EXPECT_EQ(again.out, RunToroid(kSweep + "--format csv").out);
}

INSTANTIATE_TEST_SUITE_P(Signals, CutShort, testing::Values(SIGKILL, SIGINT),
                         [](const auto& test) { return test.param == SIGINT ? "Int" : "Kill"; });

}  // namespace
}  // namespace toroid::sweep_test
