// Synthetic traffic: the model, one compiled node used many times, and the emitted top all do the
// same at every link in every cycle, also under contention and with sinks that are often not ready.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::patterns_test {
namespace {

using HostAndEngine = std::tuple<std::string, std::string>;

class EveryEvent : public testing::TestWithParam<HostAndEngine> {};

TEST_P(EveryEvent, EqualsTheModels) {
  const auto& [host, rtl] = GetParam();
  int runs = 0;
  for (const char* rate : {"0.05", "0.3", "1.0"}) {
    for (const char* flits : {"1", "2", "17"}) {
      for (const char* sink : {"1", "0.5"}) {
        const Simulated run =
            Simulate("--host " + host + " --rtl " + rtl + " --traffic uniform --rate " + rate +
                     " --packet-flits " + flits + " --sink-ready " + sink +
                     " --cycles 300 --seed " + std::to_string(++runs));
        SCOPED_TRACE(std::string(rate) + " " + flits + " " + sink);
        ExpectPerfectMatch(run);
      }
    }
  }
  EXPECT_EQ(runs, 18);
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryEvent,
                         testing::Combine(testing::Values("torus:3x5", "torus:2x8", "torus:7",
                                                          "mesh:4x2x3", "torus:8x8", "hypercube:6"),
                                          testing::Values("nodes", "flat")),
                         [](const auto& test) {
                           return TestName(std::get<0>(test.param) + "_" + std::get<1>(test.param));
                         });

class Hardware : public testing::TestWithParam<std::string> {};

TEST_P(Hardware, MatchesWithThisOption) {
  for (const char* host : {"torus:4x3", "mesh:2x3"}) {
    const Simulated run =
        Simulate(std::string("--host ") + host +
                 " --traffic uniform --rate 0.6 --packet-flits 3 --sink-ready 0.8 --cycles 400 " +
                 GetParam());
    SCOPED_TRACE(host);
    ExpectPerfectMatch(run);
  }
}

INSTANTIATE_TEST_SUITE_P(Options, Hardware,
                         testing::Values("--ports all", "--arbiter through-first",
                                         "--ports all --arbiter through-first", "--flit-width 8",
                                         "--flit-width 40", "--flit-width 640", "--buffer-depth 2",
                                         "--buffer-depth 3", "--buffer-depth 5",
                                         "--buffer-depth 64", "--name my_net",
                                         "--ports all --rtl flat"),
                         [](const auto& test) { return TestName(test.param.substr(2)); });

class IdleSkipping : public testing::TestWithParam<const char*> {};

TEST_P(IdleSkipping, ChangesNothing) {
  Simulated skipping = Simulate(GetParam());
  Simulated plain = Simulate(std::string(GetParam()) + " --without idle-skip");
  ExpectPerfectMatch(skipping);
  ExpectPerfectMatch(plain);
  skipping.report.erase("speed");
  plain.report.erase("speed");
  EXPECT_EQ(skipping.report, plain.report);
}

INSTANTIATE_TEST_SUITE_P(
    Runs, IdleSkipping,
    testing::Values("--host torus:4x3 --traffic uniform --rate 0.1 --packet-flits 2 --sink-ready "
                    "0.5 --cycles 2000",
                    "--host mesh:2x3 --traffic uniform --rate 0.02 --packet-flits 3 --cycles 4000",
                    "--host mesh:2x3 --ports all --traffic uniform --rate 0.9 --packet-flits 3 "
                    "--sink-ready 0.3 --cycles 1000",
                    "--host torus:4x4 --guest hypercube:4 --embedding xor --traffic cc-cube "
                    "--elements 16 --pipelining 4 --schedule offset "
                    "--barrier-cycles 50"),
    [](const auto& test) { return std::to_string(test.index); });

TEST(Patterns, NeighborAndBitComplementArriveOnAnyShape) {
  for (const char* host : {"torus:3x4", "mesh:3x4"}) {
    for (const char* pattern : {"neighbor", "bit-complement"}) {
      const Simulated run = Simulate(std::string("--host ") + host + " --traffic " + pattern +
                                     " --rate 0.2 --cycles 1000");
      SCOPED_TRACE(std::string(host) + " " + pattern);
      ExpectPerfectMatch(run);
      EXPECT_GT(run.report["throughput"], 0.1);
      EXPECT_LT(run.report["throughput"], 0.3);
    }
  }
}

TEST(Patterns, EveryOneArrives) {
  for (const char* pattern : {"transpose", "bit-reverse", "shuffle", "tornado",
                              "random-permutation", "hotspot", "hotspot --hotspot 0.5"}) {
    const Simulated run = Simulate(std::string("--host torus:4x4 --traffic ") + pattern +
                                   " --rate 0.3 --packet-flits 2 --cycles 500");
    SCOPED_TRACE(pattern);
    ExpectPerfectMatch(run);
    EXPECT_GT(run.report["messages"]["sent"], 100);
  }
}

// On the square of a ring of 4, transposing and reversing leave the diagonal where it is.
TEST(Patterns, NodesThatWouldSendToThemselvesAreSilent) {
  const Simulated run =
      Simulate("--host torus:4x4 --traffic transpose --rate 1 --cycles 100 --engine model");
  EXPECT_EQ(run.report["messages"]["sent"], 12 * 100);
}

TEST(Patterns, NeighborOnATorusNeverStalls) {
  const Simulated run = Simulate("--host torus:4x4 --traffic neighbor --rate 1 --cycles 500");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["latency"]["max"], 2 + 2);  // +1 on each axis, K = 2
}

TEST(RunHash, DependsOnTrafficAndSeedOnly) {
  const std::string traffic = "--traffic uniform --rate 0.3 --cycles 50";
  const auto hash = [](const std::string& options) {
    return Simulate("--engine model " + options).report["run_hash"];
  };
  const auto plain = hash("--host ring:4 " + traffic);
  EXPECT_EQ(plain, hash("--host ring:5 --name other --buffer-depth 2 " + traffic));
  EXPECT_NE(plain, hash("--host ring:4 --seed 2 " + traffic));
  EXPECT_NE(plain, hash("--host ring:4 --packet-flits 2 " + traffic));
  EXPECT_NE(plain, hash("--host ring:4 --refused 0.1 " + traffic));
  EXPECT_EQ(plain, hash("--host ring:4 --refused 0 " + traffic));
}

TEST(RunHash, DoesNotDependOnTheTimeForASchedule) {
  const auto hash = [](const std::string& options) {
    return Simulate(
               "--engine model --guest hypercube:4 --host torus:4x4 --embedding xor --traffic task "
               "--task 0,4 --schedule exact " +
               options)
        .report["run_hash"];
  };
  const auto plain = hash("");
  EXPECT_EQ(plain, hash("--time-limit 7"));
  EXPECT_NE(plain, hash("--steps 9"));
}

TEST(Reports, SayNullForWhatDidNotRun) {
  const Simulated model =
      Simulate("--engine model --host ring:4 --traffic uniform --rate 0.3 --cycles 50");
  EXPECT_EQ(model.code, 0);
  for (const char* field :
       {"cycles", "match", "events_compared", "cycle_lower_bound", "baseline_cycles"}) {
    EXPECT_TRUE(model.report[field].is_null()) << field;
  }
  EXPECT_GT(model.report["reference_cycles"], 0);
  const Simulated silent =
      Simulate("--engine model --host ring:4 --traffic uniform --rate 0 --cycles 50");
  EXPECT_TRUE(silent.report["latency"].is_null());
}

// Random traffic may draw no packet. Nothing was compared then, and nothing is wrong.
TEST(SilentPatterns, PassAndSayThatNothingWasCompared) {
  for (const char* options :
       {"--host ring:4 --traffic uniform --rate 0 --cycles 50",
        "--host ring:11 --buffer-depth 3 --traffic neighbor --seed 308805899 --rate 0.02 "
        "--packet-flits 9 --cycles 50"}) {
    SCOPED_TRACE(options);
    const Simulated run = Simulate(options);
    EXPECT_EQ(run.code, 0);
    EXPECT_TRUE(run.report["match"].is_null());
    EXPECT_TRUE(run.report["events_compared"].is_null());
    EXPECT_EQ(run.report["messages"]["sent"], 0);
    EXPECT_TRUE(run.report["complaints"].empty());
    const Outcome text = RunToroid(std::string("simulate ") + options);
    EXPECT_NE(text.out.find("note: no event was compared"), std::string::npos) << text.out;
    EXPECT_EQ(text.out.find("every event equal"), std::string::npos) << text.out;
  }
}

class Addresses : public testing::TestWithParam<std::string> {};

TEST_P(Addresses, AreTranslatedOnTheChip) {
  for (const char* rtl : {"nodes", "flat"}) {
    const Simulated run = Simulate(GetParam() + " --rtl " + rtl +
                                   " --traffic uniform --rate 0.4 --packet-flits 2 --cycles 500");
    SCOPED_TRACE(rtl);
    ExpectPerfectMatch(run);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Embeddings, Addresses,
    testing::Values("--guest hypercube:3 --host line:8 --embedding by-weight",
                    "--guest hypercube:4 --host torus:4x4 --embedding standard",
                    "--guest hypercube:5 --host torus:8x4 --embedding xor",
                    "--guest hypercube:4 --host hypercube:4 --embedding identity",
                    "--guest mesh:4x4 --host hypercube:4 --embedding gray",
                    "--guest ring:15 --host mesh:3x5 --embedding tao",
                    "--guest mesh:3x5 --host torus:3x5 --embedding identity",
                    "--guest hypercube:4 --host torus:4x4 --embedding xor --address physical"),
    [](const auto& test) { return TestName(test.param.substr(8)); });

TEST(WideAddresses, OfTheGuestAreTranslatedOnTheChip) {
  ExpectPerfectMatch(
      Simulate("--guest mesh:3x5 --host ring:15 --embedding tao --ports all --traffic uniform "
               "--rate 0.4 --cycles 500"));
}

TEST(Watchdog, NamesWithheldEjectorsAndBlockedPackets) {
  const Simulated run = Simulate(
      "--host torus:3x3 --traffic uniform --rate 0.5 --cycles 300 --sink-ready 0.000001 --watchdog "
      "200");
  EXPECT_EQ(run.code, 1);
  const std::string diagnostics = run.report["complaints"].dump();
  EXPECT_NE(diagnostics.find("its sink does not take it"), std::string::npos) << diagnostics;
  EXPECT_NE(diagnostics.find("last carried a packet from"), std::string::npos) << diagnostics;
  EXPECT_NE(diagnostics.find("waits for ejector 0: ejector full"), std::string::npos)
      << diagnostics;
  EXPECT_GT(run.report["messages"]["lost"], 0);
}

}  // namespace
}  // namespace toroid::patterns_test
