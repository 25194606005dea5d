// Sources that idle before each message, and messages that do not keep to their cycles
// (docs/spec/schedules.md, section 10): hardware and model agree event by event, and take the
// cycles that `cost` computes where there is a formula.
#include <gtest/gtest.h>

#include <string>

#include "tests/cosim/simulate.h"

namespace toroid::release_test {
namespace {

const std::string kMesh = "--host mesh:4x4 --guest hypercube:4 --embedding standard ";
const std::string kRing = "--host ring:8 --guest hypercube:3 --embedding xor ";

// ---- startup ----

nlohmann::json CostOf(const std::string& options) {
  const Outcome outcome = RunToroid("cost --format json " + options);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out)["rows"][0]["cycles"];
}

// Degrees that divide the number of elements and degrees that do not, including the least and the
// greatest.
TEST(Startup, CyclesAreThoseOfCostForEveryDegree) {
  for (const std::string& network : {kMesh + "--schedule calmant ", kRing + "--schedule stream "}) {
    for (const int startup : {3, 40, 400}) {
      for (const int packets : {1, 7, 16, 100, 240}) {
        const std::string options = network + "--elements 240 --pipelining " +
                                    std::to_string(packets) + " --startup " +
                                    std::to_string(startup);
        const Simulated run = Simulate(options + " --traffic cc-cube --engine model --no-baseline");
        ASSERT_EQ(run.code, 0) << options << run.err;
        EXPECT_EQ(
            run.report["cycles"].is_null() ? run.report["reference_cycles"] : run.report["cycles"],
            CostOf(options))
            << options;
        EXPECT_EQ(run.report["conflicts"], 0) << options;
      }
    }
  }
}

TEST(Startup, OfTheHardwareIsThatOfTheModel) {
  for (const std::string more : {"--schedule offset", "--schedule list --router scheduled"}) {
    const Simulated run =
        Simulate(kMesh + more + " --traffic cc-cube --elements 22 --pipelining 5 --startup 7");
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["cycles"], run.report["predicted_cycles"]) << more;
  }
}

// With one message per node, over one link, the message arrives `startup` cycles later. With two,
// the second waits until the first has gone, and then for the startup again.
TEST(Startup, WithoutAScheduleSourcesIdleToo) {
  const std::string task =
      "--host line:2 --guest hypercube:1 --embedding standard --traffic task "
      "--task 0,1 --message-flits 5 ";
  const int at_once = Simulate(task).report["cycles"];
  const Simulated later = Simulate(task + "--startup 9");
  ExpectPerfectMatch(later);
  EXPECT_EQ(later.report["cycles"], at_once + 9);
  const std::string two =
      "--host hypercube:2 --guest hypercube:2 --embedding identity --traffic "
      "task --task 0,2 --message-flits 5 ";
  const int both = Simulate(two).report["cycles"];
  EXPECT_EQ(Simulate(two + "--startup 9").report["cycles"], both + 2 * 9);
}

// ---- release ----

int CyclesOf(const std::string& options) {
  const Simulated run = Simulate(options);
  ExpectPerfectMatch(run);
  return run.report["cycles"];
}

// Runs on the model only: the hardware equals it.
int LongOnes(const std::string& release) {
  const Simulated run = Simulate(
      "--host mesh:16x16 --guest hypercube:8 --embedding standard --traffic task --task 0,8 "
      "--schedule calmant --message-flits 64 --engine model --no-baseline --release " +
      release);
  EXPECT_EQ(run.code, 0) << run.err;
  return run.report["reference_cycles"];
}

TEST(ReleaseOfMessages, ShortMessagesGainAndLongOnesLose) {
  const std::string line =
      "--host line:16 --guest hypercube:4 --embedding standard --traffic task --task 0,4 "
      "--schedule calmant --no-baseline --message-flits ";
  for (const std::string release : {"order", "exchange"}) {
    EXPECT_LT(CyclesOf(line + "2 --release " + release), CyclesOf(line + "2 --release cycle"));
    EXPECT_GT(LongOnes(release), LongOnes("cycle"));
  }
}

TEST(ReleaseOfMessages, PromisesNothingAndCountsWhatWaits) {
  const Simulated run = Simulate(
      "--host line:16 --guest hypercube:4 --embedding standard --traffic task --task 0,4 "
      "--schedule calmant --message-flits 16 --release order");
  ExpectPerfectMatch(run);
  EXPECT_GT(run.report["conflicts"], 0);
  EXPECT_TRUE(run.report["predicted_cycles"].is_null());
  EXPECT_GE(run.report["cycles"], run.report["cycle_lower_bound"]);
}

class ReleasedPrograms : public testing::TestWithParam<std::string> {};

TEST_P(ReleasedPrograms, ComputeWhatASerialProgramComputes) {
  for (const std::string release : {"order", "exchange"}) {
    const Simulated run = Simulate(GetParam() + " --startup 3 --release " + release);
    ExpectPerfectMatch(run);
    EXPECT_GT(run.report["result"]["elements_checked"], 0);
    EXPECT_EQ(run.report["result"]["wrong"], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ReleasedPrograms,
    testing::Values(kMesh + "--traffic fft --elements 16 --pipelining 4 --flit-width 64 --schedule "
                            "calmant",
                    kRing + "--traffic all-reduce --elements 12 --pipelining 3 --schedule stream "
                            "--ports all",
                    kRing + "--traffic complete-exchange --method direct --schedule list"),
    [](const auto& test) { return TestName(test.param); });

TEST(ReleaseOptions, BadOnesAreNamed) {
  const auto expect = [](const std::string& options, const std::string& error) {
    const Outcome outcome = RunToroid("simulate " + kMesh + options);
    EXPECT_EQ(outcome.code, 2) << options;
    EXPECT_EQ(outcome.err, "toroid: error: " + error + "\n") << options;
  };
  const std::string cube = "--traffic cc-cube --elements 16 ";
  expect(cube + "--schedule offset --release order --router scheduled",
         "--release: order: lets messages meet, and scheduled routers have no buffers; with "
         "--router scheduled allowed is cycle");
  expect(cube + "--release exchange",
         "--release: exchange: needs a schedule, whose order it keeps; give a --schedule other "
         "than none");
  expect("--traffic task --task 0,4 --schedule offset --schedule-units send --release order",
         "--release: order: does not keep to the cycles that schedule units compute; leave it "
         "out, or --schedule-units");
  expect(cube + "--schedule offset --startup 2.5",
         "--startup: 2.5: is no number of cycles that a source could idle for; allowed are whole "
         "numbers from 0 to 1000000");
  expect("--traffic task --task 0,4 --schedule offset --schedule-units send --startup 3",
         "--startup: 3: does not keep to the cycles that schedule units compute; leave it out, or "
         "--schedule-units");
  expect(cube + "--schedule offset --pipelining 17",
         "--pipelining: 17: is more packets than --elements 16 fill; allowed are 1 to 16");
}

}  // namespace
}  // namespace toroid::release_test
