// Packets that must be refused (docs/spec/router.md R6.4), mixed into random traffic: hardware and
// model report the same ones in the same cycles, and all other packets arrive.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::refused_test {
namespace {

class RefusedPackets : public testing::TestWithParam<std::string> {};

TEST_P(RefusedPackets, AreReportedOneByOneAsOnTheModel) {
  for (const char* rtl : {"nodes", "flat"}) {
    SCOPED_TRACE(rtl);
    const Simulated run =
        Simulate(GetParam() + " --traffic uniform --rate 0.5 --packet-flits 3 --sink-ready 0.8 " +
                 "--cycles 200 --flit-width 16 --refused 0.3 --rtl " + rtl);
    ExpectPerfectMatch(run);
    EXPECT_GT(run.report["messages"]["refused_expected"], 50);
    EXPECT_EQ(run.report["messages"]["refused"], run.report["messages"]["refused_expected"]);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, RefusedPackets,
    testing::Values("--host torus:4x3", "--host mesh:3x3 --ports all",
                    "--host torus:4x4 --guest hypercube:4 --embedding xor --ports all",
                    "--host hypercube:4 --guest mesh:3x5 --embedding gray",
                    "--host mesh:5x6 --partition 3x4 --base 1,1 --guest ring:12 --embedding tao",
                    "--host torus:3x3 --guest torus:6x6 --embedding tao"),
    [](const auto& test) { return TestName(test.param.substr(7)); });

TEST(OnlyRefusedPackets, SendNothingAndAreCountedByEachEngineAlone) {
  for (const char* pattern : {"uniform", "neighbor", "bit-complement"}) {
    const std::string options =
        std::string("--host torus:4x3 --rate 0.5 --cycles 200 --refused 1 ") +
        "--flit-width 16 --traffic " + pattern + " --engine ";
    const Simulated both = Simulate(options + "both");
    EXPECT_EQ(both.code, 0);
    EXPECT_EQ(both.report["match"], true);
    EXPECT_EQ(both.report["messages"]["sent"], 0);
    const auto refused = both.report["messages"]["refused"];
    EXPECT_GT(refused, 100);
    for (const char* engine : {"rtl", "model"}) {
      const Simulated alone = Simulate(options + engine);
      EXPECT_EQ(alone.code, 0) << engine;
      EXPECT_EQ(alone.report["messages"]["refused"], refused) << engine;
      EXPECT_EQ(alone.report["messages"]["refused_expected"], refused) << engine;
    }
  }
}

TEST(RefusedPacketsInText, AreCounted) {
  const Outcome with = RunToroid(
      "simulate --host torus:4x3 --traffic neighbor --rate 1 --cycles 10 --refused 1 --engine "
      "model");
  EXPECT_NE(with.out.find("  refused      120 packets, of 120 that must be\n"), std::string::npos)
      << with.out;
  const Outcome without =
      RunToroid("simulate --host torus:4x3 --traffic neighbor --rate 1 --cycles 10 --engine model");
  EXPECT_EQ(without.out.find("refused"), std::string::npos) << without.out;
}

}  // namespace
}  // namespace toroid::refused_test
