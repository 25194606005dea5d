// The schedule `stream` on RTL and model: no flit ever waits, whatever the buffer depth, and the
// run takes the cycles computed beforehand.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/cosim/simulate.h"

namespace toroid::stream_test {
namespace {

struct Case {
  std::string host;
  int d;
  int cycles;        // makespan for 16 flits (docs/spec/schedules.md S8.8)
  std::string more;  // further options
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.host << c.more; }

std::string Network(const std::string& host, int d) {
  const bool wraps = host.starts_with("ring") || host.starts_with("torus");
  return "--host " + host + " --guest hypercube:" + std::to_string(d) + " --embedding " +
         (wraps ? "xor" : "standard") + " --bit-order cyclic ";
}

void ExpectNothingWaits(const Simulated& run) {
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["stalled_flit_cycles"], 0);
  EXPECT_TRUE(run.report["steps"]["executed"].is_null());
}

class Stream : public testing::TestWithParam<Case> {};

TEST_P(Stream, TakesItsMakespanAndTheInterface) {
  const Case& c = GetParam();
  const std::string task = Network(c.host, c.d) + "--task 0," + std::to_string(c.d) +
                           " --message-flits 16 --schedule stream ";
  const std::string ports = c.more.find("--ports one") == std::string::npos ? "--ports all " : "";
  const Outcome outcome =
      RunToroid("schedule --format json " + task + (ports.empty() ? "--ports one" : ports));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto predicted = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(predicted["cycles"], c.cycles);
  EXPECT_TRUE(predicted["steps"].is_null());
  EXPECT_EQ(predicted["conflicts"], 0);

  const Simulated run = Simulate(task + ports + c.more + " --traffic task");
  ExpectNothingWaits(run);
  EXPECT_EQ(run.report["interface_latency"], 2);
  EXPECT_EQ(run.report["cycles"],
            predicted["cycles"].get<int>() + run.report["interface_latency"].get<int>());
  EXPECT_EQ(run.report["cycle_lower_bound"], 16 * predicted["lower_bound"].get<int>());
}

INSTANTIATE_TEST_SUITE_P(
    FullTasks, Stream,
    testing::Values(
        Case{"ring:64", 6, 446, ""}, Case{"torus:8x8", 6, 50, ""}, Case{"torus:16x16", 8, 102, ""},
        Case{"torus:8x8x8", 9, 50, ""}, Case{"line:64", 6, 718, ""}, Case{"mesh:8x8", 6, 84, ""},
        Case{"ring:64", 6, 446, "--buffer-depth 2"}, Case{"torus:8x8", 6, 50, "--buffer-depth 2"},
        Case{"torus:8x8", 6, 50, "--arbiter round-robin"}, Case{"ring:16", 4, 102, "--rtl flat"},
        Case{"ring:64", 6, 446, "--ports one"}, Case{"line:64", 6, 718, "--ports one"},
        Case{"ring:64", 6, 446, "--ports one --buffer-depth 2"},
        Case{"torus:4x4", 4, 64, "--ports one"},
        Case{"torus:4x4", 4, 64, "--ports one --buffer-depth 2"},
        Case{"torus:8x8", 6, 97, "--ports one"},
        Case{"torus:8x8", 6, 97, "--ports one --buffer-depth 2"},
        Case{"torus:8x8x8", 9, 145, "--ports one"},
        Case{"torus:8x8x8", 9, 145, "--ports one --buffer-depth 2"},
        Case{"mesh:16x16", 8, 229, "--ports one"}),
    [](const auto& test) { return TestName(test.param.host + test.param.more); });

// A pipelined CC-cube: every iteration takes its own task's makespan.
TEST(StreamCcCube, EveryIterationTakesItsMakespan) {
  for (const char* network : {"torus:8x8 all", "mesh:8x8 all", "torus:8x8 one"}) {
    SCOPED_TRACE(network);
    const std::string words = network;
    const std::string options = Network(words.substr(0, words.find(' ')), 6) + "--ports" +
                                words.substr(words.find(' ')) + " --schedule stream ";
    const Simulated run = Simulate(options + "--traffic cc-cube --elements 32 --pipelining 8");
    ExpectNothingWaits(run);
    ASSERT_EQ(run.report["iterations"].size(), 6U + 8U - 1U);
    for (const auto& iteration : run.report["iterations"]) {
      const std::string task = std::to_string(iteration["task"][0].get<int>()) + "," +
                               std::to_string(iteration["task"][1].get<int>());
      const Outcome predicted =
          RunToroid("schedule --format json --message-flits 4 --task " + task + " " + options);
      ASSERT_EQ(predicted.code, 0) << predicted.err;
      EXPECT_EQ(iteration["cycles"], nlohmann::json::parse(predicted.out)["cycles"].get<int>() + 2)
          << task;
      EXPECT_TRUE(iteration["steps"].is_null());
    }
  }
}

// The twin that must fail: one message of the schedule in another slot, on the hardware.
TEST(StreamTwin, OneMessageInAnotherSlotMakesFlitsWait) {
  const Graph guest = *Graph::Parse("hypercube:4");
  HardwareOptions options;
  options.ports = Ports::kAll;
  options.address = Address::kLogical;
  const Plan plan = *Plan::Create(
      *Graph::Parse("ring:16"),
      *Embedding::Create(EmbeddingKind::kXor, guest, *Graph::Parse("ring:16"), BitOrder::kCyclic),
      options);
  const auto traffic = [&](bool alter) {
    Schedule schedule =
        *MakeSchedule(ScheduleKind::kStream, *plan.embedding(), Task{0, 4}, Ports::kAll, 16);
    if (alter) {
      std::rotate(schedule.messages.begin(), schedule.messages.end() - 1, schedule.messages.end());
      schedule.messages.front().cycle = 0;
      EXPECT_GT(VerifyFlits(schedule, *plan.embedding()).conflicts, 0U);
    }
    return MakeProgramTraffic(plan,
                              std::make_shared<const std::vector<Section>>(
                                  1, Section{ProgramOf(plan, PlacesOf(plan), schedule)}),
                              0);
  };
  auto hardware = MakeHardware(plan, {});
  ASSERT_TRUE(hardware.ok()) << ToString(hardware.diagnostics().front());
  HardwareRun altered(plan, traffic(true), {}, std::move(hardware).value().dut);
  while (!altered.over()) altered.Run(1000, nullptr);
  EXPECT_EQ(altered.bench().totals().delivered, 64U);
  EXPECT_GT(altered.bench().totals().conflicts, 0U);
  EXPECT_GT(altered.bench().totals().stalled_flit_cycles, 0);

  ModelRun right(plan, traffic(false), {});
  while (!right.over()) right.Run(1000, nullptr);
  EXPECT_EQ(right.bench().totals().delivered, 64U);
  EXPECT_EQ(right.bench().totals().stalled_flit_cycles, 0);
}

TEST(StreamCheck, ProvesOnePortOnTwoAxesToo) {
  const Outcome outcome = RunToroid("check --format json " + Network("torus:8x8", 6) +
                                    "--task 0,6 --schedule stream --ports one");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto findings = nlohmann::json::parse(outcome.out)["findings"];
  ASSERT_EQ(findings.size(), 5U);
  for (const auto& finding : findings) EXPECT_TRUE(finding["holds"].get<bool>()) << finding;
}

TEST(StreamRefusals, ATorusUnderStandardNamesWhatIsTaken) {
  const std::string options =
      "--host torus:8x8 --guest hypercube:6 --embedding standard --bit-order cyclic --task 0,6 "
      "--schedule stream --ports one";
  for (const std::string command : {"schedule ", "check ", "simulate --traffic task "}) {
    const Outcome outcome = RunToroid(command + options);
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_NE(outcome.err.find(
                  "--schedule: stream: does not exist for embedding standard on host torus:8x8"),
              std::string::npos)
        << outcome.err;
    for (const char* way : {"xor on a torus", "--schedule list"})
      EXPECT_NE(outcome.err.find(way), std::string::npos) << way;
  }
}

TEST(StreamCheck, ProvesStepsAndFlits) {
  const Outcome outcome = RunToroid("check --format json " + Network("torus:8x8", 6) +
                                    "--task 0,6 --schedule stream --ports all");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto findings = nlohmann::json::parse(outcome.out)["findings"];
  ASSERT_EQ(findings.size(), 5U);
  for (const auto& finding : findings) {
    EXPECT_TRUE(finding["holds"].get<bool>()) << finding;
    EXPECT_GT(finding["items_checked"], 0) << finding;
  }
}

}  // namespace
}  // namespace toroid::stream_test
