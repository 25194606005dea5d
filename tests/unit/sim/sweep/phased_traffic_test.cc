// A run's phases (docs/spec/sweep.md, 2), with packets whose latencies are known.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "sim/sweep/measured.h"

namespace toroid::sim_sweep_phased_traffic_test {
namespace {

// A packet of three flits in every cycle.
class OneACycle : public Traffic {
 public:
  void Offer(Cycle now, std::vector<Packet>& packets) override {
    Packet& packet = packets.emplace_back();
    packet.flits = 3;
    packet.created = now;
  }
  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet&, Cycle, bool) override {}
  bool Exhausted() const override { return false; }
};

constexpr Cycle kNever = 1'000'000;

// Runs to the end; `latency` says how long the packet created in a cycle takes.
Measured RunOf(const MeasurementPhases& phases, const std::function<Cycle(Cycle)>& latency) {
  PhasedTraffic traffic(std::make_unique<OneACycle>(), phases, {});
  std::multimap<Cycle, Packet> in_flight;
  std::vector<Packet> packets;
  for (Cycle now = 0; now < 10000; ++now) {
    for (auto due = in_flight.find(now); due != in_flight.end(); due = in_flight.find(now)) {
      traffic.Delivered(due->second, now, false);
      in_flight.erase(due);
    }
    packets.clear();
    traffic.Offer(now, packets);
    if (traffic.over()) return traffic.measured();
    for (const Packet& packet : packets) in_flight.emplace(now + latency(now), packet);
  }
  ADD_FAILURE() << "does not end";
  return {};
}

constexpr MeasurementPhases kTenOfTen{
    .warmup = 10, .cycles = 100, .batches = 10, .precision = 0, .drain = 20};
constexpr MeasurementPhases kTwentyOfTen{
    .warmup = 10, .cycles = 200, .batches = 20, .precision = 0.01, .drain = 20};

TEST(PhasedTraffic, CountsThePacketsCreatedInTheMeasurement) {
  const Measured measured = RunOf(kTenOfTen, [](Cycle) { return 5; });
  ASSERT_EQ(measured.batches.size(), 10U);
  for (const Batch& batch : measured.batches)
    EXPECT_EQ(batch,
              (Batch{.packets = 10, .flits = 30, .delivered = 10, .latency = 50, .accepted = 30}));
  EXPECT_EQ(measured.cycles, 109 + 5);  // the last is created in cycle 109
  EXPECT_EQ(measured.median, 5);
  EXPECT_EQ(measured.percentile_99, 5);
  EXPECT_EQ(measured.longest, 5);
}

// Packets created in the warm-up, or while the network drains, take much longer here.
TEST(PhasedTraffic, LeavesOutWhatIsCreatedBeforeAndAfter) {
  const Measured measured =
      RunOf(kTenOfTen, [](Cycle created) { return created < 10 || created >= 110 ? 15 : 5; });
  EXPECT_EQ(Sum(measured.batches).latency, 500U);
  EXPECT_EQ(measured.longest, 5);
  // The ten packets of the warm-up are delivered late, during the measurement.
  EXPECT_EQ(Sum(measured.batches).accepted, 3U * (10 + 95));
}

// The tenth batch is over in cycle 110, and its last packet arrives in 114; this is noticed at the
// end of the eleventh batch.
TEST(PhasedTraffic, EndsOnceItIsPrecise) {
  const Measured measured = RunOf(kTwentyOfTen, [](Cycle) { return 5; });
  EXPECT_EQ(measured.batches.size(), 10U);
  EXPECT_EQ(measured.cycles, 120);
}

TEST(PhasedTraffic, GoesOnWhereItIsNotPrecise) {
  const auto changing = [](Cycle created) { return created / 10 % 2 == 0 ? 4 : 6; };
  EXPECT_EQ(RunOf(kTwentyOfTen, changing).batches.size(), 20U);
  MeasurementPhases rough = kTwentyOfTen;
  rough.precision = 0.2;  // the interval of ten batches is 5 +- 0.75
  EXPECT_EQ(RunOf(rough, changing).batches.size(), 10U);
}

TEST(PhasedTraffic, NeverEndsEarlyWithoutAPrecision) {
  MeasurementPhases whole = kTwentyOfTen;
  whole.precision = 0;
  EXPECT_EQ(RunOf(whole, [](Cycle) { return 5; }).batches.size(), 20U);
}

// Every tenth packet never arrives, or waits for ever longer. Without a precision a run goes on.
TEST(PhasedTraffic, EndsOnceALoadIsSaturated) {
  const auto losing = [](Cycle created) { return created % 10 == 0 ? kNever : 5; };
  const Measured measured = RunOf(kTwentyOfTen, losing);
  EXPECT_EQ(measured.batches.size(), 10U);
  EXPECT_EQ(measured.cycles, 10 + 100);
  EXPECT_EQ(RunOf(kTwentyOfTen, [](Cycle created) { return created / 8; }).cycles, 10 + 100);
  EXPECT_EQ(RunOf(kTwentyOfTen, [](Cycle created) { return created / 40; }).batches.size(), 20U);
  MeasurementPhases whole = kTwentyOfTen;
  whole.precision = 0;
  EXPECT_EQ(RunOf(whole, losing).cycles, 10 + 200 + 20);
}

// One packet of the third batch never arrives: no batch from there on counts as closed, and the run
// waits for the packet as long as it may.
TEST(PhasedTraffic, CountsWhatDoesNotArrive) {
  const Measured measured =
      RunOf(kTwentyOfTen, [](Cycle created) { return created == 35 ? kNever : 5; });
  EXPECT_EQ(measured.batches.size(), 20U);
  EXPECT_EQ(measured.cycles, 10 + 200 + 20);
  EXPECT_EQ(Sum(measured.batches).packets, 200U);
  EXPECT_EQ(Sum(measured.batches).delivered, 199U);
  EXPECT_EQ(measured.batches[2].delivered, 9U);
}

}  // namespace
}  // namespace toroid::sim_sweep_phased_traffic_test
