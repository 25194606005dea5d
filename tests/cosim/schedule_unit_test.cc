// Networks that run a task by their own schedule units, against the model, which runs the computed
// schedule.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "tests/cosim/simulate.h"

namespace toroid::schedule_unit_test {
namespace {

struct Case {
  std::string host;
  int d;
  std::string schedule;
  // the cycles of the run with 16 flits a message: those of the schedule and 2 of the interface
  // (docs/spec/schedules.md S6, S8.8)
  int cycles;
  std::string more;  // further options
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.host << " " << c.schedule << c.more; }

std::string Options(const Case& c) {
  const bool wraps = c.host.starts_with("ring") || c.host.starts_with("torus");
  const bool cube = c.host.starts_with("hypercube");
  const std::string d = std::to_string(c.d);
  return "--host " + c.host + " --guest hypercube:" + d + " --embedding " +
         (wraps  ? "xor"
          : cube ? "identity"
                 : "standard") +
         " --task 0," + d + " --message-flits 16 --schedule " + c.schedule +
         " --traffic task --schedule-units send " + c.more;
}

class RunsOfUnits : public testing::TestWithParam<Case> {};

TEST_P(RunsOfUnits, AreTheModelsEventByEvent) {
  const Simulated run = Simulate(Options(GetParam()));
  ExpectPerfectMatch(run);
  EXPECT_EQ(run.report["conflicts"], 0);
  EXPECT_EQ(run.report["cycles"], GetParam().cycles);
}

INSTANTIATE_TEST_SUITE_P(FullTasks, RunsOfUnits,
                         testing::Values(Case{"ring:64", 6, "stream", 446 + 2, "--ports all"},
                                         Case{"torus:8x8", 6, "stream", 50 + 2, "--ports all"},
                                         Case{"torus:8x8", 6, "offset", 100 + 2, ""},
                                         Case{"torus:8x8", 6, "offset", 50 + 2, "--ports all"},
                                         Case{"mesh:8x8", 6, "calmant", 108 + 2, ""},
                                         Case{"mesh:8x8", 6, "calmant", 92 + 2, "--ports all"},
                                         Case{"hypercube:4", 4, "offset", 64 + 2, ""},
                                         Case{"hypercube:4", 4, "calmant", 16 + 2, "--ports all"},
                                         Case{"torus:4x4", 4, "stream", 18,
                                              "--ports all --rtl flat"}),
                         [](const auto& test) {
                           return TestName(test.param.host + test.param.schedule + test.param.more);
                         });

// ---- the strobes alone, without messages ----

Plan PlanOfRing() {
  HardwareOptions hardware;
  hardware.ports = Ports::kAll;
  hardware.address = Address::kLogical;
  hardware.schedule_unit.task = {
      .schedule = ScheduleKind::kStream, .task = {0, 6}, .message_flits = 16};
  const Graph host = Graph::Parse("ring:64").value();
  const auto embedding = Embedding::Create(EmbeddingKind::kXor, Graph::Parse("hypercube:6").value(),
                                           host, BitOrder::kCyclic)
                             .value();
  return Plan::Create(host, embedding, hardware).value();
}

using Strobes = std::map<Cycle, std::set<std::uint32_t>>;  // cycle -> node * 6 + cube dimension

Strobes Computed(const Plan& plan) {
  Strobes strobes;
  const Schedule schedule =
      MakeSchedule(ScheduleKind::kStream, *plan.embedding(), {0, 6}, Ports::kAll, 16).value();
  for (const ScheduledMessage& message : schedule.messages) {
    strobes[message.cycle].insert(message.node.value() * 6 +
                                  static_cast<std::uint32_t>(message.cube_dimension.value()));
  }
  return strobes;
}

struct Seen {
  Strobes strobes;
  std::map<Cycle, std::uint64_t> evaluated;  // nodes, in cycles with any
};

Seen RunUnits(const Plan& plan, bool idle_skip) {
  RunOptions options;
  options.idle_skip = idle_skip;
  auto hardware = MakeHardware(plan, options);
  EXPECT_TRUE(hardware.ok());
  const std::unique_ptr<Dut> dut = std::move(hardware).value().dut;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(dut->Sending().empty()) << "before the start pulse";
    dut->Step();
  }
  dut->Pulse(ToroidPulse::kStart);
  Seen seen;
  for (Cycle cycle = 0; cycle < 600; ++cycle) {
    for (const std::uint32_t message : dut->Sending()) seen.strobes[cycle].insert(message);
    const std::uint64_t before = dut->evaluations();
    dut->Step();
    if (dut->evaluations() > before) seen.evaluated[cycle] = dut->evaluations() - before;
  }
  return seen;
}

TEST(WaitingNodes, ANodeIsEvaluatedInTheCyclesOfItsSendsOnly) {
  const Plan plan = PlanOfRing();
  const Seen seen = RunUnits(plan, true);
  const Strobes computed = Computed(plan);
  EXPECT_EQ(seen.strobes, computed);
  std::map<Cycle, std::uint64_t> due;  // nodes with a send
  for (const auto& [cycle, messages] : computed) {
    std::set<std::uint32_t> nodes;
    for (const std::uint32_t message : messages) nodes.insert(message / 6);
    due[cycle] = nodes.size();
  }
  EXPECT_EQ(seen.evaluated, due);
}

TEST(WaitingNodes, LookedAtInEveryCycleSendNoMore) {
  const Plan plan = PlanOfRing();
  const Seen seen = RunUnits(plan, false);
  EXPECT_EQ(seen.strobes, Computed(plan));
  EXPECT_EQ(seen.evaluated.size(), 600U);
}

TEST(ScheduleUnitOptions, BadOnesAreNamed) {
  const std::string base = "--host torus:4x4 --guest hypercube:4 --embedding xor ";
  const auto expect = [](const std::string& command, const std::string& error) {
    const Outcome outcome = RunToroid(command);
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_NE(outcome.err.find(error), std::string::npos) << command << "\n" << outcome.err;
  };
  const std::string generate = "generate --out never " + base;
  expect(generate + "--task 0,4",
         "--task: 0,4: is used only for a schedule unit; give --schedule too");
  expect(generate + "--schedule stream --ports all",
         "--task: is missing; --schedule needs --task i,M");
  expect("generate --out never --host ring:4 --schedule stream --task 0,2", "--guest: is missing");
  expect(generate + "--schedule exact --task 0,4",
         "--schedule: exact: follows no formula that a schedule unit could compute");
  expect(generate + "--schedule none --task 0,4", "--schedule: none: sends everything at once");
  expect(generate + "--schedule calmant --task 0,4",
         "--schedule: calmant: does not exist for embedding xor on host torus:4x4");
  expect(generate + "--schedule stream --task 0,4",
         "--schedule: stream: has no schedule unit for --ports one and this task");
  expect(
      "simulate --traffic cc-cube --schedule offset --schedule-units send " + base,
      "--schedule-units: send: runs the iterations of a program between barriers of the hardware");
  expect(
      "simulate --traffic task --task 0,4 --schedule offset --schedule-units send --engine model " +
          base,
      "--schedule-units: send: engine model has no schedule units");
  expect("simulate --traffic task --task 0,4 --schedule-units send " + base,
         "--schedule: none: sends everything at once");
}

}  // namespace
}  // namespace toroid::schedule_unit_test
