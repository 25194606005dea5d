// The engine chosen by `--rtl auto`. Rates are measured and may change; these tests hold for any.
#include "sim/run/choose_rtl.h"

#include <gtest/gtest.h>

#include <fstream>

#include "gen/command_line/spec.h"
#include "sim/run/run.h"
#include "tests/support/scratch.h"

namespace toroid::sim_run_choose_rtl_test {
namespace {

struct Choice {
  Work work;
  RtlEngine rtl = RtlEngine::kAuto;
};

Choice Choose(std::vector<std::string> line, bool has_yosys = true) {
  const auto spec = ParseSpec(Command::kSimulate, line);
  EXPECT_TRUE(spec.ok()) << ToString(spec.diagnostics()[0]);
  const auto stimulus = Stimulus::Create(*spec->plan, spec->simulation);
  EXPECT_TRUE(stimulus.ok());
  Choice choice{WorkOf(*spec->plan, *stimulus, spec->simulation)};
  choice.rtl = ChosenRtl(choice.work, spec->simulation.run, [&] { return has_yosys; });
  return choice;
}

std::vector<std::string> Uniform(const std::string& host, const std::string& rate,
                                 const std::string& cycles) {
  return {"--host", host, "--traffic", "uniform", "--rate", rate, "--cycles", cycles};
}

std::vector<std::string> With(std::vector<std::string> line, std::vector<std::string> more) {
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

TEST(ChooseRtl, TakesNodesForRunsOfSecondsAndLanesForLongOnes) {
  EXPECT_EQ(Choose(Uniform("torus:8x8", "0.1", "1000")).rtl, RtlEngine::kNodes);
  EXPECT_EQ(Choose(Uniform("torus:8x8", "0.4", "10000000")).rtl, RtlEngine::kLanes);
  EXPECT_EQ(Choose(Uniform("torus:64x64", "0.2", "100000")).rtl, RtlEngine::kLanes);
}

// Idle nodes cost nothing; idle lanes do.
TEST(ChooseRtl, TakesNodesWhereHardlyAnythingHappens) {
  EXPECT_EQ(Choose(Uniform("torus:64x64", "0.00001", "1000000")).rtl, RtlEngine::kNodes);
}

// Idle time is skipped by every engine, so it is no reason to build another.
TEST(ChooseRtl, TakesNodesForFewMessagesFarApart) {
  const test::Scratch scratch;
  const std::string table = scratch.path() / "table.csv";
  std::ofstream(table) << "source,destination,flits,cycle\n0,1,1,\n1,0,1,1000000000\n";
  const Choice choice = Choose({"--host", "torus:8x8", "--traffic", "trace", "--trace", table});
  EXPECT_EQ(choice.rtl, RtlEngine::kNodes);
  EXPECT_LT(choice.work.node_cycles, 64 * 100);
}

TEST(ChooseRtl, TakesNodesWithoutYosys) {
  const auto line = Uniform("torus:64x64", "0.2", "100000");
  EXPECT_EQ(Choose(line, false).rtl, RtlEngine::kNodes);
  EXPECT_EQ(Choose(With(line, {"--rtl", "lanes"}), false).rtl, RtlEngine::kLanes);
}

TEST(ChooseRtl, TakesLanesOfScheduledRoutersToo) {
  const std::vector<std::string> line = {
      "--host",  "torus:8x8",  "--guest", "hypercube:6", "--embedding", "xor",      "--traffic",
      "cc-cube", "--schedule", "offset",  "--elements",  "1048576",     "--router", "scheduled"};
  const auto spec = ParseSpec(Command::kSimulate, line);
  ASSERT_TRUE(spec.ok()) << ToString(spec.diagnostics()[0]);
  const auto run = Prepare(*spec->plan, spec->simulation);
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->request.run.rtl, RtlEngine::kLanes);
}

TEST(ChooseRtl, LeavesWhatWasAskedFor) {
  const auto line = Uniform("torus:64x64", "0.2", "100000");
  EXPECT_EQ(Choose(With(line, {"--rtl", "nodes"})).rtl, RtlEngine::kNodes);
  EXPECT_EQ(Choose(With(line, {"--rtl", "flat"})).rtl, RtlEngine::kFlat);
  EXPECT_EQ(Choose(With(line, {"--wave", "w.fst"})).rtl, RtlEngine::kFlat);
}

TEST(ChooseRtl, CountsWhatPatternsSend) {
  // Each flit enters, takes two hops, and leaves.
  const Work work = Choose(With({"--traffic", "neighbor", "--rate", "0.5", "--cycles", "1000"},
                                {"--host", "torus:8x8"}))
                        .work;
  EXPECT_DOUBLE_EQ(work.node_cycles, 64000);
  EXPECT_DOUBLE_EQ(work.events, 64000 * 0.5 * 4);
}

TEST(ChooseRtl, CountsTheMessagesOfASchedule) {
  // 8 nodes send one message of 5 flits in each of three dimensions, to distances 1, 2 and 4 on a
  // ring of 8, or less by the shorter routes of xor.
  const std::vector<std::string> line = {
      "--host",    "ring:8", "--guest", "hypercube:3", "--embedding",     "standard",
      "--traffic", "task",   "--task",  "0,3",         "--message-flits", "5"};
  const Work work = Choose(line).work;
  EXPECT_DOUBLE_EQ(work.events, 8 * 5 * ((2 + 1) + (2 + 2) + (2 + 4)));
  EXPECT_GT(work.node_cycles, 0);
}

}  // namespace
}  // namespace toroid::sim_run_choose_rtl_test
