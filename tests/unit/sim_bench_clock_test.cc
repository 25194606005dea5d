// The clock and the network's module alone, and kernels that take turns.
#include <gtest/gtest.h>

#include "sim/bench/clock.h"
#include "sim/bench/network.h"
#include "tests/unit/sim_bench_rig.h"

namespace toroid {
namespace {

using bench_rig::Calls;

void RunFor(const Clock& clock, double cycles) { sc_core::sc_start(clock.period() * cycles); }

TEST(ClockTest, BeginsACycleEachPeriod) {
  Kernel kernel;
  Clock clock("clock");
  RunFor(clock, 5);
  EXPECT_EQ(clock.cycles(), 5);
  EXPECT_EQ(clock.now(), 4);
  RunFor(clock, 1);
  EXPECT_EQ(clock.now(), 5);
}

// Stops in its third cycle.
class Stopper : public sc_core::sc_module {
 public:
  explicit Stopper(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Stopper);
    SC_METHOD(See);
    sensitive << clock;
    dont_initialize();
  }
  sc_core::sc_port<ClockIf> clock{"clock"};
  std::vector<Cycle> seen;

 private:
  void See() {
    seen.push_back(clock->now());
    if (clock->now() == 2) clock->Stop();
  }
};

TEST(ClockTest, StopsAfterTheCycleInWhichItIsStopped) {
  Kernel kernel;
  Clock clock("clock");
  Stopper stopper("stopper");
  stopper.clock(clock);
  RunFor(clock, 10);
  EXPECT_EQ(clock.cycles(), 3);
  EXPECT_EQ(stopper.seen, (std::vector<Cycle>{0, 1, 2}));
}

TEST(KernelTest, KernelsTakeTurns) {
  Kernel first;
  Clock clock("clock");
  RunFor(clock, 2);
  first.Leave();
  {
    Kernel second;
    Clock other("clock");  // a name is free in another kernel
    RunFor(other, 3);
    EXPECT_EQ(other.cycles(), 3);
  }
  EXPECT_EQ(clock.cycles(), 2);
  first.Enter();
  RunFor(clock, 2);
  EXPECT_EQ(clock.cycles(), 4);
}

TEST(NetworkModuleTest, StepsWhenTheCycleIsSampled) {
  Kernel kernel;
  Calls calls;
  bench_rig::FakeMonitor monitor(calls);
  auto network = std::make_unique<bench_rig::FakeNetwork>(calls);
  network->crossings = {.all = 4};
  NetworkModule module("network", std::move(network));
  module.monitor(monitor);
  bench_rig::Notify(monitor.sampled);
  EXPECT_EQ(calls, (Calls{"step", "crossed 4"}));
  EventLog log;
  monitor.log = &log;
  calls.clear();
  bench_rig::Notify(monitor.sampled);
  EXPECT_EQ(calls, (Calls{"step and write", "crossed 4"}));
  EXPECT_EQ(log.records.size(), 4U);
}

}  // namespace
}  // namespace toroid
