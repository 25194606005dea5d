// The cycles of scheduled traffic are predicted from the schedule (simulate) and by formula (cost),
// and the hardware takes exactly these. docs/spec/cost.md, CO1.3 and CO2.3.
#include <gtest/gtest.h>

#include "tests/cosim/simulate.h"

namespace toroid::prediction_test {
namespace {

struct Case {
  std::string host;
  int d;
  std::string embedding;
  std::string schedule;  // with its ports
  std::string engine = "both";
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.host << " " << c.schedule; }

std::string Options(const Case& c) {
  return "--host " + c.host + " --guest hypercube:" + std::to_string(c.d) + " --embedding " +
         c.embedding + " --schedule " + c.schedule + " --elements 24 --barrier-cycles 5 ";
}

nlohmann::json CostOf(const std::string& options) {
  const Outcome outcome = RunToroid("cost --format json " + options);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

class Prediction : public testing::TestWithParam<Case> {};

TEST_P(Prediction, IsWhatTheRunTakesToTheCycle) {
  const Case& c = GetParam();
  for (const std::string q : {"2", "8"}) {
    const std::string options = Options(c) + "--pipelining " + q;
    const Simulated run =
        Simulate(options + " --traffic cc-cube --no-baseline --engine " + c.engine);
    ASSERT_EQ(run.code, 0) << run.err << run.report.dump(2);
    const auto& report = run.report;
    const char* measured = c.engine == "model" ? "reference_cycles" : "cycles";
    long total = 0;
    for (const auto& iteration : report["iterations"]) {
      EXPECT_EQ(iteration["predicted_cycles"], iteration[measured]);
      total += iteration["predicted_cycles"].get<long>() + 5;
    }
    EXPECT_EQ(report["predicted_cycles"], total);
    EXPECT_EQ(report[measured], total);
    EXPECT_DOUBLE_EQ(report["cycle_ratio"].get<double>(),
                     static_cast<double>(total) / report["cycle_lower_bound"].get<double>());

    const auto cost = CostOf(options)["rows"];
    ASSERT_EQ(cost.size(), 1U);
    EXPECT_EQ(cost[0]["cycles"], total);
    EXPECT_EQ(cost[0]["iterations"], report["iterations"].size());
    if (c.schedule.starts_with("stream")) {
      EXPECT_TRUE(report["steps"]["executed"].is_null());
    } else {
      EXPECT_EQ(cost[0]["steps"], report["steps"]["executed"]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Hosts, Prediction,
    testing::Values(
        Case{"line:64", 6, "standard", "calmant"}, Case{"line:64", 6, "standard", "stream"},
        Case{"mesh:8x8", 6, "standard", "calmant"}, Case{"mesh:8x8", 6, "standard", "offset"},
        Case{"mesh:8x8", 6, "standard", "stream --ports all"}, Case{"ring:64", 6, "xor", "offset"},
        Case{"ring:64", 6, "xor", "stream"}, Case{"torus:8x8", 6, "xor", "offset"},
        Case{"torus:8x8", 6, "xor", "stream --ports all"},
        Case{"line:8", 3, "standard", "offset", "model"},
        Case{"mesh:16x16", 8, "standard", "calmant", "model"},
        Case{"mesh:4x4x4", 6, "standard", "calmant", "model"},
        Case{"mesh:8x8x8", 9, "standard", "offset", "model"},
        Case{"torus:16x16", 8, "xor", "offset", "model"},
        Case{"torus:8x8x8", 9, "xor", "stream --ports all", "model"}),
    [](const auto& test) { return TestName(test.param.host + " " + test.param.schedule); });

constexpr const char* kSmall =
    "--host ring:8 --guest hypercube:3 --embedding xor --engine model --no-baseline ";

TEST(PredictionOf, WhatMayWaitIsNull) {
  const std::string task = std::string(kSmall) + "--traffic task --task 0,3 --message-flits 4 ";
  for (const std::string& options :
       {task + "--schedule none", task + "--schedule offset --sink-ready 0.99",
        std::string("--host ring:8 --engine model --traffic uniform --cycles 50")}) {
    const Simulated run = Simulate(options);
    EXPECT_EQ(run.code, 0) << options;
    EXPECT_TRUE(run.report["predicted_cycles"].is_null()) << options;
    for (const auto& iteration : run.report["iterations"])
      EXPECT_TRUE(iteration["predicted_cycles"].is_null()) << options;
  }
  EXPECT_TRUE(Simulate("--host ring:8 --engine model --traffic uniform --cycles 50")
                  .report["cycle_ratio"]
                  .is_null());
}

TEST(PredictionOf, ARunIsPrintedBeforeItStartsAndNotIntoJson) {
  const std::string options =
      std::string(kSmall) + "--traffic task --task 0,3 --message-flits 4 --schedule offset";
  const Simulated run = Simulate(options);
  const std::string cycles = run.report["predicted_cycles"].dump();
  const Outcome text = RunToroid("simulate " + options);
  EXPECT_EQ(
      text.out.find("by its schedule this will take " + cycles + " cycles in one iteration\n"), 0U)
      << text.out;
  EXPECT_NE(text.out.find(" times that\n"), std::string::npos) << text.out;
}

}  // namespace
}  // namespace toroid::prediction_test
