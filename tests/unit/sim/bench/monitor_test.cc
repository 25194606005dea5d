// The monitor alone, with planted events (docs/spec/testbench.md, sections 2 to 4).
#include "sim/bench/monitor.h"

#include <gtest/gtest.h>

#include "tests/unit/sim/bench/rig.h"

namespace toroid::sim_bench_monitor_test {
namespace {

constexpr Cycle kWatchdog = 100;

class MonitorTest : public testing::Test {
 protected:
  MonitorTest() {
    monitor_.clock(clock_);
    monitor_.driver(driver_);
    monitor_.network(network_);
  }
  // The end of a cycle: outputs are sampled, and the network steps.
  void Cycle() {
    bench_rig::Notify(driver_.driven);
    EventLog* log = monitor_.Log();
    monitor_.Crossed(network_.Step(log));
    ++clock_.cycle;
  }
  std::vector<std::string> Violations() const { return monitor_.watch().Violations(); }

  Plan plan_ = bench_rig::SmallPlan();
  bench_rig::Calls calls_;
  Kernel kernel_;
  bench_rig::FakeClock clock_;
  bench_rig::FakeDriver driver_;
  bench_rig::FakeNetwork network_{calls_};
  Monitor monitor_{"monitor", plan_, 1, kWatchdog};
  const Packet packet_{.source = NodeId{1}, .destination = NodeId{3}, .flits = 2};
};

TEST_F(MonitorTest, WritesDownEventsInTheirOrder) {
  EventLog log;
  monitor_.Record(&log);
  monitor_.Ejected(3, packet_, {0, 0, false});
  monitor_.Injected(1, packet_, {0, 1, true});
  network_.crossings = {.all = 1};
  Cycle();
  network_.crossings = {};
  Cycle();
  ASSERT_EQ(log.records.size(), 3U);
  const PayloadMaker payload(plan_, 1);
  EXPECT_EQ(log.records[0], (WireRecord{.place = 3,
                                        .kind = WireRecord::kEject,
                                        .source = plan_.WireAddressOf(NodeId{1}),
                                        .payload = payload.DigestOf(packet_, 0)}));
  EXPECT_EQ(log.records[1], (WireRecord{.place = 1,
                                        .kind = WireRecord::kInject,
                                        .head_tail = 2,
                                        .source = plan_.WireAddressOf(NodeId{1}),
                                        .payload = payload.DigestOf(packet_, 1)}));
  EXPECT_EQ(log.records[2].kind, WireRecord::kHop);
  EXPECT_EQ(log.ends, (std::vector<std::size_t>{3, 3}));
}

TEST_F(MonitorTest, ARefusedPacketShowsTheAddressThatItWasOfferedWith) {
  EventLog log;
  monitor_.Record(&log);
  Packet packet = packet_;
  packet.misaddressed = true;
  packet.address = 7;
  monitor_.Injected(1, packet, {0, 0, true});
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(log.records[0].destination, 7U);
  EXPECT_EQ(log.records[0].source, 0U);
}

TEST_F(MonitorTest, AsksForNoRecordsIfNobodyWantsThem) { EXPECT_EQ(monitor_.Log(), nullptr); }

TEST_F(MonitorTest, TellsTheDriverWhatCrosses) {
  network_.crossings = {.all = 3};
  Cycle();
  EXPECT_EQ(driver_.crossed, 3U);
}

// A packet refused in this cycle is reported in the next, and one refused before it in this.
TEST_F(MonitorTest, AnErrorIsDueACycleAfterTheRefusal) {
  monitor_.Refused(2);
  Cycle();
  network_.errors = {2};
  monitor_.Refused(3);
  Cycle();
  network_.errors = {3};
  Cycle();
  EXPECT_TRUE(Violations().empty());
  Cycle();
  ASSERT_EQ(Violations().size(), 1U);
  EXPECT_NE(Violations()[0].find("error is high in cycle 3 at node (3) injector 0"),
            std::string::npos);
}

TEST_F(MonitorTest, StraysCountOnlyAfterTheLastDelivery) {
  monitor_.Stray(1);
  network_.crossings = {.all = 1};
  Cycle();
  EXPECT_TRUE(Violations().empty());
  driver_.is_finished = true;
  Cycle();
  monitor_.Stray(1);
  ASSERT_EQ(Violations().size(), 1U);
  EXPECT_EQ(
      Violations()[0],
      "2 flits crossed a link or left the network after the last delivery, the first in cycle "
      "1 at node (2) output axis 0 + channel 0");
}

TEST_F(MonitorTest, ASendAfterTheLastDeliveryIsAViolation) {
  driver_.is_finished = true;
  network_.sending = {3};
  Cycle();
  ASSERT_EQ(Violations().size(), 1U);
  EXPECT_NE(Violations()[0].find("the schedule unit of node (3) sends in cycle 0"),
            std::string::npos);
}

TEST_F(MonitorTest, IsDoneWhenTheNetworkWasQuietForLongEnough) {
  driver_.is_finished = true;
  driver_.is_waiting = false;
  network_.busy = {1};
  Cycle();
  network_.busy = {};
  for (toroid::Cycle i = 0; i < kQuietCycles; ++i) {
    EXPECT_FALSE(monitor_.done() || clock_.stopped) << i;
    EXPECT_EQ(std::ranges::count(calls_, "empty"), 0);
    Cycle();
  }
  EXPECT_TRUE(monitor_.done());
  EXPECT_TRUE(clock_.stopped);
  EXPECT_EQ(std::ranges::count(calls_, "empty"), 1);
}

TEST_F(MonitorTest, StopsTheClockWhenNothingHasHappenedForTooLong) {
  const auto quiet = [&] {
    for (toroid::Cycle i = 1; i < kWatchdog; ++i) {
      EXPECT_FALSE(clock_.stopped) << i;
      Cycle();
    }
  };
  quiet();
  network_.crossings = {.all = 1};
  Cycle();
  network_.crossings = {};
  quiet();
  driver_.has_moved = true;
  Cycle();
  driver_.has_moved = false;
  quiet();
  EXPECT_FALSE(clock_.stopped);
  Cycle();
  EXPECT_TRUE(clock_.stopped);
  EXPECT_FALSE(monitor_.done());
}

TEST_F(MonitorTest, WaitsForEverIfThereIsNothingToWaitFor) {
  driver_.is_waiting = false;
  for (toroid::Cycle i = 0; i < 2 * kWatchdog; ++i) Cycle();
  EXPECT_FALSE(clock_.stopped);
}

}  // namespace
}  // namespace toroid::sim_bench_monitor_test
