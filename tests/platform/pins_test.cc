// The signals of a platform's network equal the pins of the generated Verilog in every cycle, reset
// included: equal inputs in Icarus Verilog give equal outputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "tests/platform/bench.h"
#include "tests/support/checkout.h"
#include "tests/support/run_toroid.h"

namespace toroid::pins_test {
namespace {

using test::Bench;

TEST(Pins, AreThoseOfTheGeneratedVerilog) {
  const Scratch scratch;
  const std::string options = "--host torus:3x5 --flit-width 72 --buffer-depth 2";
  const Outcome generated =
      RunToroid("generate " + options + " --quiet --out '" + scratch.Path("net") + "'");
  ASSERT_EQ(generated.code, 0) << generated.err;
  std::ostringstream pins;
  {
    Kernel kernel;
    {
      Bench<72> bench("bench", options, {NetworkEngine::kModel});
      bench.Record(&pins);
      kernel.Leave();
      kernel.Run(Bench<72>::kAll);
      kernel.Enter();
      EXPECT_GT(bench.seen().delivered, 1000);
    }
    kernel.Leave();
  }
  const std::string lines = pins.str();
  scratch.Write("pins.txt", lines);
  const auto cycles = static_cast<int>(std::ranges::count(lines, '\n'));
  ASSERT_GE(cycles, Bench<72>::kAll - 1);
  const Outcome simulated =
      RunShell("cd '" + scratch.Path("") +
               "' && iverilog -g2005 -o pins -P pins.CYCLES=" + std::to_string(cycles) + " '" +
               Checkout("tests/platform/pins.v") + "' net/rtl/*.v -s pins && vvp -n pins");
  ASSERT_EQ(simulated.code, 0) << simulated.err;
  int seen = 0;
  int beats = 0;
  int wrong = -1;
  ASSERT_EQ(
      std::sscanf(simulated.out.c_str(), "%d cycles, %d beats, %d wrong", &seen, &beats, &wrong), 3)
      << simulated.out;
  EXPECT_EQ(seen, cycles);
  EXPECT_GT(beats, 1000);
  EXPECT_EQ(wrong, 0) << simulated.out;
}

}  // namespace
}  // namespace toroid::pins_test
