// `--schedule exact` on the command line: the source of the steps, and the message if there are
// none.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/run_toroid.h"

namespace toroid::exact_test {
namespace {

using Json = nlohmann::json;

constexpr const char* kMesh16 =
    " --guest hypercube:8 --host mesh:16x16 --embedding standard --schedule exact ";

TEST(Exact, SaysWhereItsStepsComeFrom) {
  const auto origin = [](const std::string& options) {
    const Outcome outcome = RunToroid("schedule --schedule exact --format json " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Json json = Json::parse(outcome.out);
    EXPECT_EQ(json["schedule"], "exact");
    EXPECT_EQ(json["steps"], json["lower_bound"]);
    EXPECT_EQ(json["conflicts"], 0);
    return json["origin"].get<std::string>();
  };
  EXPECT_EQ(origin("--host torus:8x8 --guest hypercube:6 --embedding xor --task 0,6"), "formula");
  EXPECT_EQ(origin("--host mesh:16x16 --guest hypercube:8 --embedding standard --task 0,8"),
            "table");
}

TEST(Exact, TextNamesTheOrigin) {
  const Outcome outcome =
      RunToroid(std::string("schedule --task 0,8 --message-flits 16") + kMesh16);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find(
                "\nsteps        10 in 230 cycles\nlower bound  10 steps\norigin       table\n"),
            std::string::npos)
      << outcome.out.substr(0, 300);
}

TEST(Exact, CheckProvesIt) {
  const Outcome outcome = RunToroid(std::string("check --task 0,8 --format json") + kMesh16);
  EXPECT_EQ(outcome.code, 0);
  const Json json = Json::parse(outcome.out);
  for (const Json& finding : json["findings"]) EXPECT_EQ(finding["holds"], true) << finding;
}

TEST(Exact, WhatIsProvedNotToExistIsExitCode1) {
  for (const std::string command : {"schedule", "simulate --traffic task"}) {
    const Outcome outcome = RunToroid(command + " --task 0,8 --steps 9" + kMesh16);
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err,
              "toroid: error: --schedule: exact: no schedule of 9 steps exists: the lower bound is "
              "10; --steps must be at least the lower bound\n");
  }
}

TEST(Exact, WhatIsProvedNotToExistIsAStatementOfCheckBesideTheOthers) {
  const Outcome outcome =
      RunToroid(std::string("check --quiet --task 0,8 --steps 9 --format json") + kMesh16);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  const Json findings = Json::parse(outcome.out)["findings"];
  ASSERT_EQ(findings.size(), 4U);  // bijection, inverse, deadlock freedom
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(findings[i]["holds"], true) << findings[i];
  EXPECT_EQ(findings[3]["what"], "schedule exact exists for 2048 messages");
  EXPECT_EQ(findings[3]["holds"], false);
  EXPECT_EQ(findings[3]["items_checked"], 256 * 8);
  EXPECT_EQ(findings[3]["counterexample"], "no schedule of 9 steps exists: the lower bound is 10");
}

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

TEST(Exact, MoreStepsMayBeAskedFor) {
  const Outcome outcome =
      RunToroid(std::string("schedule --format json --task 0,8 --steps 12") + kMesh16);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(Json::parse(outcome.out)["steps"], 12);
  EXPECT_EQ(Json::parse(outcome.out)["origin"], "formula");
}

}  // namespace
}  // namespace toroid::exact_test
