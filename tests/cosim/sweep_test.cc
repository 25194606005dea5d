// Sweeps of the hardware: every engine counts the same, and a fault of the hardware fails the
// sweep.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"
#include "tests/support/checkout.h"

namespace toroid::sweep_test {
namespace {

const std::string kSweep =
    "sweep --quiet --host mesh:4x3 --traffic uniform --rate 0.2,0.5 --seed 1:2 --packet-flits 3 "
    "--cycles 1000 ";

// The lines of the runs.
std::string RunsOf(const std::string& options, const std::string& sweep = kSweep) {
  const Scratch scratch;
  const Outcome outcome = RunToroid(sweep + options + " --results '" + scratch.Path("r") + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string text = ReadFile(scratch.Path("r"));
  return text.substr(text.find('\n') + 1);
}

TEST(SweepOfHardware, CountsTheSameOnEveryEngine) {
  const std::string model = RunsOf("--engine model");
  EXPECT_EQ(std::ranges::count(model, '\n'), 4);
  EXPECT_EQ(RunsOf("--engine rtl --rtl nodes"), model);
  EXPECT_EQ(RunsOf("--engine rtl --rtl nodes --jobs 2"), model);
  EXPECT_EQ(RunsOf("--engine rtl --rtl lanes"), model);
  EXPECT_EQ(RunsOf("--engine both"), model);
}

// Light runs share a word with free lanes. These networks begin within words of bitmaps.
TEST(SweepOfHardware, CountsTheSameSideBySide) {
  const std::string grid = " --seed 1:3 --rate 0.05,0.3,0.9 --packet-flits 2 --cycles 1000 ";
  for (const std::string network : {"--host torus:3x5 --ports all", "--host line:7"}) {
    SCOPED_TRACE(network);
    const std::string sweep = "sweep --quiet --traffic uniform " + network + grid;
    const std::string model = RunsOf("--engine model", sweep);
    EXPECT_EQ(std::ranges::count(model, '\n'), 9);
    EXPECT_EQ(RunsOf("--engine rtl --rtl lanes", sweep), model);
    EXPECT_EQ(RunsOf("--engine rtl --rtl lanes --jobs 2", sweep), model);
  }
  const std::string sweep = "sweep --quiet --traffic uniform --host torus:3x5 --ports all" + grid;
  ASSERT_EQ(setenv("TOROID_LANES_MACHINE", "plain", 1), 0);
  EXPECT_EQ(RunsOf("--engine rtl --rtl lanes", sweep), RunsOf("--engine model", sweep));
  ASSERT_EQ(unsetenv("TOROID_LANES_MACHINE"), 0);
}

// A router with one broken rule that still delivers everything: `both` finds that its counts
// differ. A router that loses credits stops, or its wires contradict each other.
TEST(SweepOfHardware, FailsIfTheHardwareIsWrong) {
  const Scratch scratch;
  const auto sweep = [&](const std::string& file, const std::string& right,
                         const std::string& wrong, const std::string& options) {
    return RunShell("templates='" + Checkout("rtl_templates") + "'; rm -rf '" + scratch.Path("t") +
                    "'; cp -r \"$templates\" '" + scratch.Path("t") + "'; cd '" +
                    scratch.Path("t") + "'/lib && grep -qF '" + right + "' " + file +
                    " && sed -i 's/" + right + "/" + wrong + "/' " + file +
                    " && TOROID_TEMPLATES='" + scratch.Path("t") + "' XDG_CACHE_HOME='" +
                    scratch.Path("c") + "' \"$TOROID\" " + kSweep + options);
  };
  const Outcome other =
      sweep("primitives/toroid_round_robin.v", "pointer_q <= winner", "pointer_q <= 0 * winner",
            "--engine both --rtl nodes --arbiter round-robin");
  EXPECT_EQ(other.code, 1) << other.out << other.err;
  EXPECT_NE(other.err.find("rate 0.2, seed 1: hardware and model differ: "), std::string::npos)
      << other.err;
  const Outcome lost =
      sweep("router/toroid_credit.v", "take != give", "take || give", "--engine rtl --rtl nodes");
  EXPECT_EQ(lost.code, 1) << lost.out << lost.err;
  EXPECT_NE(lost.err.find("toroid: error: sweep: traffic uniform, host mesh:4x3"),
            std::string::npos)
      << lost.err;
}

}  // namespace
}  // namespace toroid::sweep_test
