// A flit waits if one message of the schedule `stream` is in another slot; scheduled_runs.txt has
// the runs in which none does.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/cosim/simulate.h"

namespace toroid::stream_test {
namespace {

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

}  // namespace
}  // namespace toroid::stream_test
