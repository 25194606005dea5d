// Counters of links (docs/spec/counters.md). At the end of a run every counter of every node, read
// through its port, shows what the links carried, on each engine. The model reports the same.
#include <gtest/gtest.h>

#include <string>

#include "tests/cosim/simulate.h"

namespace toroid::counters_test {
namespace {

const std::string kCrowded =
    " --counters --traffic uniform --rate 0.6 --packet-flits 3 --cycles 300 --sink-ready 0.7";

struct Case {
  const char* name;
  std::string network;
  std::string engine = {};
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.network << c.engine; }

class Counters : public testing::TestWithParam<Case> {};

TEST_P(Counters, ShowWhatTheLinksCarried) {
  const auto& [name, network, engine] = GetParam();
  const Simulated run = Simulate(network + kCrowded + engine);
  ExpectPerfectMatch(run);
  const auto& counters = run.report["link_counters"];
  EXPECT_GT(counters["stalls"], 0);
  EXPECT_GT(counters["most"], 0);
  const Simulated model = Simulate(network + kCrowded + " --engine model");
  EXPECT_EQ(model.report["link_counters"], counters);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, Counters,
    testing::Values(
        Case{"nodes", "--host torus:3x5"},
        Case{"flat", "--host mesh:3x3 --ports all", " --rtl flat"},
        Case{"lanes", "--host torus:2x8 --arbiter round-robin", " --rtl lanes"},
        Case{"stages", "--host ring:5 --link-stages 2 --buffer-depth 6"},
        Case{"deep", "--host hypercube:3 --buffer-depth 16 --storage lutram"},
        Case{"gated", "--host torus:4x3 --storage gated --buffer-depth 5"},
        Case{"gated_flat", "--host mesh:3x2 --storage gated --ports all", " --rtl flat"},
        Case{"no_skipping", "--host torus:4x4 --protect parity", " --without idle-skip"}),
    [](const auto& test) { return test.param.name; });

struct Planted {
  const char* name;
  std::string was;
  std::string is;
  std::string told;
};
void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.name; }

class CountersGoneWrong : public testing::TestWithParam<Planted> {};

TEST_P(CountersGoneWrong, FailTheRun) {
  const auto& [name, was, is, told] = GetParam();
  const Scratch scratch;
  const std::string folder = Templates(scratch, "lib/links/toroid_link_counters.v", was, is);
  const Outcome run = RunShell("TOROID_TEMPLATES=" + folder +
                               " \"$TOROID\" simulate --quiet --host torus:3x3" + kCrowded);
  EXPECT_EQ(run.code, 1) << run.out << run.err;
  EXPECT_NE(run.out.find(told), std::string::npos) << run.out;
}

INSTANTIATE_TEST_SUITE_P(Faults, CountersGoneWrong,
                         testing::Values(Planted{"flits", "else if (valid) flits_q",
                                                 "else if (valid & ~channel) flits_q",
                                                 "the counter of flits by link port"},
                                         Planted{"stalls", "|waiting & ~|credit", "|waiting",
                                                 "the counter of stalls by link port"},
                                         Planted{"most", "level_q > most_q",
                                                 "level_q > most_q + 1'b1",
                                                 "the counter of most in channel 0 by link port"}),
                         [](const auto& test) { return test.param.name; });

// CN2.2: where nothing waits, there is no stall; CN2.3.
TEST(Counters, CountNoStallsWhereNothingWaits) {
  const Simulated run = Simulate(
      "--host ring:8 --counters --traffic tornado --rate 0.01 --cycles 500 --engine model");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_GT(run.report["link_counters"]["flits"], 0);
  EXPECT_EQ(run.report["link_counters"]["flits"], 3 * run.report["messages"]["sent"].get<int>());
  EXPECT_EQ(run.report["link_counters"]["stalls"], 0);
  EXPECT_EQ(run.report["link_counters"]["most"], 1);
}

TEST(Counters, AreNotOfScheduledRouters) {
  const Simulated run =
      Simulate("--host torus:4x4 --router scheduled --counters --traffic all-reduce --method auto");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("--counters: is not supported with scheduled routers yet"),
            std::string::npos)
      << run.err;
}

}  // namespace
}  // namespace toroid::counters_test
