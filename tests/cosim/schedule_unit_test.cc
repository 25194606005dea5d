// The strobes of schedule units, without messages; scheduled_runs.txt has their runs.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "tests/cosim/simulate.h"

namespace toroid::schedule_unit_test {
namespace {

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

}  // namespace
}  // namespace toroid::schedule_unit_test
