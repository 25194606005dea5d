// Runs that are interrupted in a stage too short to be hit from outside the process.
#include <gtest/gtest.h>

#include "gen/collective/comparison.h"
#include "gen/command_line/spec.h"
#include "gen/degraded/degraded_host.h"
#include "sim/run/run.h"

namespace toroid::interrupted_test {
namespace {

// Asks the run to end in the first stage whose name begins with `where`.
class StopsIn : public Watcher {
 public:
  explicit StopsIn(std::string where) : where_(std::move(where)) {}
  bool GoesOn(const Stage& stage) override { return !stage.what().starts_with(where_); }
  void Ended(const Stage&) override {}
  void Note(const std::string&) override {}
  void StartPrinting() override {}

 private:
  std::string where_;
};

// The message of a run that is stopped in that stage; "" if the run ended normally.
std::string StoppedIn(const std::string& where) {
  const std::vector<std::string> line = {
      "--engine", "model",     "--host", "torus:4x4", "--guest", "hypercube:4", "--embedding",
      "xor",      "--traffic", "task",   "--task",    "0,4",     "--schedule",  "offset"};
  const Spec spec = ParseSpec(Command::kSimulate, line).value();
  StopsIn watcher(where);
  try {
    const PreparedRun run = Prepare(*spec.plan, spec.simulation, Progress(watcher)).value();
    EXPECT_TRUE(Run(*spec.plan, run, Progress(watcher)).ok());
  } catch (const Interrupted& interrupted) {
    return interrupted.where;
  }
  return "";
}

TEST(InterruptedRun, SaysHowFarItCame) {
  const std::string where = StoppedIn("simulating");
  EXPECT_EQ(where.find("in cycle "), 0U) << where;
}

TEST(InterruptedRun, SaysThatTheRunItselfWasOver) {
  const std::string where = StoppedIn("comparing with no schedule");
  EXPECT_EQ(where.find("while comparing with no schedule, "), 0U) << where;
  EXPECT_NE(where.find(", after cycle "), std::string::npos) << where;
  EXPECT_NE(where.find("64 messages delivered, 1 of 1 iteration done"), std::string::npos) << where;
}

TEST(InterruptedRun, IsNotInAStageThatThereIsNone) { EXPECT_EQ(StoppedIn("sleeping"), ""); }

TEST(InterruptedCosts, OfAnExchangeAmongSurvivorsStopWhileItIsPlaced) {
  const Graph host = Graph::Parse("torus:8x8").value();
  const auto survivors = degraded::DegradedHost::Create(host, {{}, {NodeId{9}}}).value();
  StopsIn watcher("placing messages");
  EXPECT_THROW(CompareMethods({Collective::kExchange, 4}, survivors, host, Ports::kOne, 2, 0,
                              Progress(watcher)),
               Interrupted);
}

}  // namespace
}  // namespace toroid::interrupted_test
