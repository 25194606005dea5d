// Scheduled CC-cube traffic on RTL and model: the schedules take exactly the promised cycles.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cosim/simulate.h"

namespace toroid::schedules_test {
namespace {

// CALMANT Theorem 1: the load of a line under <i,M>.
long LineLoad(long i, long m) {
  return m <= 0       ? 0
         : m % 2 == 0 ? ((2L << (i + m)) - (2L << i)) / 3
                      : ((2L << (i + m)) - (1L << i)) / 3;
}
// Theorems 3 and 4: the one-port bound on an equal-sided mesh of c axes.
long MeshBound(long i, long m, long c) {
  return std::max(LineLoad((i + (m - 1) % c) / c, (m + c - 1) / c), m);
}
// CALMANT 4.3, corrected: windows of 2c dimensions from the top; one step more where c < x < 2c, x
// is odd, and x is above the load.
long CalmantSteps(long i, long m, long c) {
  long steps = 0;
  for (; m >= 2 * c; m -= 2 * c) steps += MeshBound(i + m - 2 * c, 2 * c, c);
  if (m == 0) return steps;
  const long load = LineLoad((i + (m - 1) % c) / c, (m + c - 1) / c);
  return steps + MeshBound(i, m, c) + (c < m && m < 2 * c && m % 2 == 1 && m > load ? 1 : 0);
}

// Section 2.4: which task each iteration runs.
std::vector<std::pair<long, long>> Tasks(long d, long q) {
  std::vector<std::pair<long, long>> tasks;
  for (long t = 0; t < d + q - 1; ++t) {
    const long first = std::max(0L, t - q + 1);
    tasks.emplace_back(first, std::min(t, d - 1) - first + 1);
  }
  return tasks;
}

struct Case {
  std::string host;
  int d;
  int axes;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.host; }

class CalmantOnMeshes : public testing::TestWithParam<Case> {};

TEST_P(CalmantOnMeshes, HasNoConflictAndTakesTheStepsOfThePaper) {
  const Case& c = GetParam();
  for (const int q : {4, 8, 24}) {
    const Simulated run = Simulate(
        "--guest hypercube:" + std::to_string(c.d) + " --host " + c.host +
        " --embedding standard --bit-order cyclic --traffic cc-cube --elements 384 --pipelining " +
        std::to_string(q) + " --schedule calmant");
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["conflicts"], 0);
    EXPECT_EQ(run.report["stalled_flit_cycles"], 0);
    const auto tasks = Tasks(c.d, q);
    ASSERT_EQ(run.report["iterations"].size(), tasks.size());
    long total = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const long steps = CalmantSteps(tasks[i].first, tasks[i].second, c.axes);
      EXPECT_EQ(run.report["iterations"][i]["steps"], steps) << "iteration " << i;
      total += steps;
    }
    EXPECT_EQ(run.report["steps"]["executed"], total);
    EXPECT_GE(run.report["baseline_cycles"]["round-robin"], run.report["cycle_lower_bound"]);
    EXPECT_GE(run.report["baseline_cycles"]["through-first"], run.report["cycle_lower_bound"]);
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, CalmantOnMeshes,
                         testing::Values(Case{"mesh:8x8", 6, 2}, Case{"line:64", 6, 1},
                                         Case{"mesh:4x4x4", 6, 3}, Case{"mesh:16x16", 8, 2}),
                         [](const auto& test) { return TestName(test.param.host); });

class OffsetOnTori : public testing::TestWithParam<std::string> {};

TEST_P(OffsetOnTori, HasNoConflictAndNoStall) {
  for (const int q : {4, 8, 24}) {
    const Simulated run = Simulate(
        "--guest hypercube:6 --host " + GetParam() +
        " --embedding xor --bit-order cyclic --traffic cc-cube --elements 384 --pipelining " +
        std::to_string(q) + " --schedule offset");
    ExpectPerfectMatch(run);
    EXPECT_EQ(run.report["conflicts"], 0);
    EXPECT_EQ(run.report["stalled_flit_cycles"], 0);
    EXPECT_EQ(run.report["steps"]["executed"], run.report["steps"]["lower_bound"]);
    EXPECT_GE(run.report["baseline_cycles"]["round-robin"], run.report["cycle_lower_bound"]);
    EXPECT_GE(run.report["baseline_cycles"]["through-first"], run.report["cycle_lower_bound"]);
  }
}

INSTANTIATE_TEST_SUITE_P(Tori, OffsetOnTori, testing::Values("torus:8x8", "ring:64", "torus:4x4x4"),
                         [](const auto& test) { return TestName(test.param); });

struct AllPorts {
  std::string host;
  std::string schedule;
};
void PrintTo(const AllPorts& c, std::ostream* out) { *out << c.schedule << " on " << c.host; }

class LockstepOnAllPorts : public testing::TestWithParam<AllPorts> {};

// No link of any iteration can save a step.
TEST_P(LockstepOnAllPorts, HasNoConflictAndTakesTheLowerBound) {
  const auto& [host, schedule] = GetParam();
  const std::string embedding = host.starts_with("torus") ? "xor" : "standard";
  const Simulated run =
      Simulate("--guest hypercube:6 --host " + host + " --embedding " + embedding +
               " --bit-order cyclic --traffic cc-cube --elements 384 --pipelining 8 --ports all "
               "--schedule " +
               schedule);
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["stalled_flit_cycles"], 0);
  EXPECT_GT(run.report["steps"]["executed"], 0);
  EXPECT_EQ(run.report["steps"]["executed"], run.report["steps"]["lower_bound"]);
  for (const auto& iteration : run.report["iterations"])
    EXPECT_EQ(iteration["steps"], iteration["lower_bound"]) << iteration;
}

INSTANTIATE_TEST_SUITE_P(Hosts, LockstepOnAllPorts,
                         testing::Values(AllPorts{"torus:8x8", "offset"},
                                         AllPorts{"mesh:4x4x4", "offset"},
                                         AllPorts{"mesh:8x8", "calmant"}),
                         [](const auto& test) {
                           return TestName(test.param.schedule + test.param.host);
                         });

class Unscheduled : public testing::TestWithParam<std::string> {};

TEST_P(Unscheduled, MatchesAtEveryLinkThoughMessagesCollide) {
  const Simulated run =
      Simulate("--guest hypercube:6 --host " + GetParam() +
               " --embedding xor --traffic cc-cube --elements 128 --pipelining 8 --schedule none");
  ExpectPerfectMatch(run);
  EXPECT_GT(run.report["conflicts"], 0);
  EXPECT_TRUE(run.report["steps"]["executed"].is_null());
}

INSTANTIATE_TEST_SUITE_P(Tori, Unscheduled, testing::Values("torus:8x8", "ring:64", "torus:8x4x2"),
                         [](const auto& test) { return TestName(test.param); });

// On a long ring the two arbiters differ widely, so a baseline under the wrong one is detected.
TEST(Baselines, AreThoseOfTheArbitersTheyName) {
  const std::string options =
      "--engine model --host ring:32 --guest hypercube:5 --embedding xor --bit-order cyclic "
      "--traffic cc-cube --elements 64 --pipelining "
      "8 ";
  const auto baselines = Simulate(options + "--schedule offset").report["baseline_cycles"];
  for (const char* arbiter : {"round-robin", "through-first"}) {
    const Simulated run = Simulate(options + "--schedule none --arbiter " + arbiter);
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(baselines[arbiter], run.report["reference_cycles"]) << arbiter;
  }
  EXPECT_LT(baselines["through-first"], baselines["round-robin"]);
}

TEST(Schedules, AreAsGoodOnTheEmittedTop) {
  for (const char* network :
       {"--host torus:8x8 --guest hypercube:6 --embedding xor --schedule offset",
        "--host mesh:4x4 --guest hypercube:4 --embedding standard --schedule calmant"}) {
    const std::string options =
        std::string(network) + " --bit-order cyclic --traffic cc-cube --elements 64 --pipelining 8";
    Simulated nodes = Simulate(options);
    Simulated flat = Simulate(options + " --rtl flat");
    ExpectPerfectMatch(nodes);
    ExpectPerfectMatch(flat);
    EXPECT_EQ(flat.report["conflicts"], 0);
    nodes.report.erase("speed");
    flat.report.erase("speed");
    EXPECT_EQ(nodes.report, flat.report);
  }
}

TEST(Task, TakesOneStartPulseAndItsWindows) {
  const Simulated run = Simulate(
      "--guest hypercube:4 --host mesh:4x4 --embedding standard --bit-order cyclic --traffic task "
      "--task 1,2 --message-flits 5 --schedule "
      "offset");
  ExpectPerfectMatch(run);
  // <1,2> on a 4x4 mesh: one window, two steps, longest distance 2: 2 * (5 + 2 - 1) cycles; a last
  // message of distance 1 arrives one earlier.
  ASSERT_EQ(run.report["iterations"].size(), 1U);
  EXPECT_EQ(run.report["iterations"][0]["steps"], 2);
  EXPECT_EQ(run.report["cycles"], 2 * 6 + 2);
}

// 10 steps where offset takes 12, each of 4 + 8 - 1 cycles.
TEST(Task, ByExactTakesTheLowerBoundWithoutConflict) {
  const Simulated run = Simulate(
      "--guest hypercube:8 --host mesh:16x16 --embedding standard --traffic task --task 0,8 "
      "--message-flits 4 --schedule exact "
      "--time-limit 0");
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["stalled_flit_cycles"], 0);
  ASSERT_EQ(run.report["iterations"].size(), 1U);
  EXPECT_EQ(run.report["iterations"][0]["steps"], 10);
  EXPECT_EQ(run.report["steps"]["executed"], run.report["steps"]["lower_bound"]);
  EXPECT_EQ(run.report["cycles"], 10 * 11 + 2);
}

TEST(Barrier, IsAddedAfterEachIteration) {
  const std::string options =
      "--guest hypercube:2 --host ring:4 --embedding xor --bit-order cyclic --traffic cc-cube "
      "--elements 8 --pipelining 2 --schedule "
      "offset";
  const Simulated plain = Simulate(options);
  const Simulated slow = Simulate(options + " --barrier-cycles 7");
  ExpectPerfectMatch(plain);
  ExpectPerfectMatch(slow);
  EXPECT_EQ(slow.report["cycles"].get<int>(), plain.report["cycles"].get<int>() + 3 * 7);
}

}  // namespace
}  // namespace toroid::schedules_test
