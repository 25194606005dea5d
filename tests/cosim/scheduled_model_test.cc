// Scheduled traffic on the model of scheduled routers, run by the command line. It takes the
// predicted cycles, which are those of the schedule (K = 0), and delivers correct data. Traffic
// that scheduled routers cannot run is refused (docs/spec/scheduled-router.md).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cosim/simulate.h"

namespace toroid::scheduled_model_test {
namespace {

constexpr const char* kTorus = "--host torus:8x8 --guest hypercube:6 --embedding xor ";
constexpr const char* kMesh = "--host mesh:4x4 --guest hypercube:4 --embedding standard ";
constexpr const char* kRouter = " --router scheduled --engine model --no-baseline";

void ExpectFaultless(const std::string& options) {
  SCOPED_TRACE(options);
  const Simulated run = Simulate(options + kRouter);
  ASSERT_EQ(run.code, 0) << run.err << run.report.dump(2);
  EXPECT_EQ(run.report["interface_latency"], 0);
  EXPECT_GT(run.report["messages"]["sent"], 0);
  EXPECT_EQ(run.report["messages"]["sent"], run.report["messages"]["delivered"]);
  EXPECT_EQ(run.report["reference_cycles"], run.report["predicted_cycles"]);
  EXPECT_EQ(run.report["conflicts"], 0);
}

TEST(ScheduledRouters, RunAllTrafficThatHasASchedule) {
  for (const std::string options :
       {"--traffic cc-cube --schedule stream --ports all --elements 32 --barrier-cycles 2",
        "--traffic cc-cube --schedule offset --elements 32",
        "--traffic task --task 1,4 --schedule list --message-flits 3",
        "--traffic complete-exchange --method direct --schedule list --block-flits 1",
        "--traffic fft --schedule offset --elements 16 --pipelining 4 --flit-width 64",
        "--traffic bitonic-sort --schedule stream --ports all --elements 4",
        "--traffic all-reduce --schedule offset --elements 16",
        "--traffic all-gather --schedule list --elements 2"})
    ExpectFaultless(kTorus + options);
  for (const std::string traffic : {"permutation", "scatter", "exchange"}) {
    for (const std::string ports : {"one", "all"})
      ExpectFaultless(
          "--host mesh:3x5 --guest ring:15 --embedding tao --schedule list --sets 2"
          " --message-flits 4 --traffic " +
          traffic + " --ports " + ports);
  }
}

TEST(ScheduledRouters, TakeTheCyclesOfTheScheduleAndOfCost) {
  const std::string program = std::string(kTorus) +
                              "--schedule stream --ports all --elements 64 "
                              "--pipelining 4 ";
  const Simulated run = Simulate(program + "--traffic cc-cube" + kRouter);
  ASSERT_EQ(run.code, 0) << run.err;
  const auto cost = [&](const std::string& router) {
    const Outcome outcome = RunToroid("cost --format json " + program + router);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["rows"][0];
  };
  const auto scheduled = cost("--router scheduled");
  EXPECT_EQ(scheduled["cycles"], run.report["reference_cycles"]);
  EXPECT_EQ(cost("")["cycles"].get<long>() - scheduled["cycles"].get<long>(),
            2 * scheduled["iterations"].get<long>());
}

// Slots and arrivals are checked by the model too.
TEST(ScheduledRouters, CheckSlotsAndArrivals) {
  ExpectFaultless(std::string(kTorus) +
                  "--traffic task --task 0,6 --schedule stream --ports all --message-flits 16 "
                  "--schedule-units check");
  ExpectFaultless(std::string(kMesh) +
                  "--traffic task --task 0,4 --schedule calmant --schedule-units send");
}

TEST(ScheduledRouters, AreComparedWithBufferedOnesWithoutASchedule) {
  const Simulated run = Simulate(std::string(kMesh) +
                                 "--traffic task --task 0,4 --schedule offset --message-flits 4 "
                                 "--router scheduled --engine model");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_GT(run.report["baseline_cycles"]["round-robin"], 0) << run.report.dump(2);
}

TEST(ScheduledRouters, CheckProvesThatNothingCollides) {
  const Outcome good =
      RunToroid("check " + std::string(kTorus) +
                "--task 0,6 --schedule stream --ports all --message-flits 16 --router scheduled");
  EXPECT_EQ(good.code, 0) << good.out;
  for (const char* statement : {"scheduled router: no collision", "every turn of the schedule",
                                "farther on an axis than it can count"})
    EXPECT_NE(good.out.find(statement), std::string::npos) << statement;
  EXPECT_EQ(good.out.find("channel"), std::string::npos) << good.out;
}

TEST(ScheduledRouters, RefuseWhatWouldHaveToWait) {
  const std::string cube = std::string("simulate ") + kTorus + "--router scheduled ";
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"simulate --host torus:4x4 --traffic uniform --router scheduled --engine model",
       "--traffic: uniform: draws packets that no schedule keeps apart"},
      {cube + "--traffic cc-cube --engine model",
       "--schedule: none: lets messages meet, and scheduled routers lose what meets; with --router "
       "scheduled allowed are calmant, offset, stream, exact, list"},
      {cube + "--traffic cc-cube --schedule offset --engine model --sink-ready 0.5",
       "--sink-ready: 0.5: scheduled routers lose a flit whose sink is not ready; with --router "
       "scheduled it is 1"},
      {cube + "--traffic cc-cube --schedule offset --engine model --buffer-depth 8",
       "--buffer-depth: 8: scheduled routers have no buffers and no arbiters"},
      {"simulate --host mesh:3x5 --guest ring:15 --embedding tao --traffic permutation --ports all "
       "--relay --router scheduled --engine model",
       "--relay: is not supported with scheduled routers yet"},
      {"simulate --host mesh:300x300 --guest mesh:300x300 --embedding identity --traffic "
       "permutation "
       "--schedule list --router scheduled",
       "has 90000 nodes; hardware is written for at most 65536; --rtl lanes and --engine model "
       "take more"},
      {"check --host torus:4x4 --router scheduled",
       "--router: scheduled: is used only when a schedule, or a collective operation, is "
       "checked"},
      {"check " + std::string(kTorus) +
           "--task 0,6 --schedule offset --router scheduled "
           "--without dateline",
       "--without: dateline: scheduled routers have no virtual channels"},
      {"cost " + std::string(kTorus) + "--schedule offset --router fast",
       "--router: fast: is not one of the choices"}};
  for (const auto& [line, expected] : lines) {
    const Outcome outcome = RunToroid(line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_TRUE(outcome.out.empty()) << line;
    EXPECT_NE(outcome.err.find(expected), std::string::npos) << line << "\n" << outcome.err;
  }
}

}  // namespace
}  // namespace toroid::scheduled_model_test
