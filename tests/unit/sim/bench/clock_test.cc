// The clock and the network's module alone, and kernels that take turns.

#include <gtest/gtest.h>

#include <new>

#include "sim/bench/kernel.h"
#include "tests/unit/sim/bench/rig.h"

namespace toroid::sim_bench_clock_test {
namespace {

using bench_rig::Calls;

void RunFor(double cycles) { sc_core::sc_start(Clock::Period() * cycles); }

TEST(ClockTest, BeginsACycleEachPeriod) {
  Kernel kernel;
  Clock clock("clock");
  RunFor(5);
  EXPECT_EQ(clock.cycles(), 5);
  EXPECT_EQ(clock.now(), 4);
  RunFor(1);
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
  RunFor(10);
  EXPECT_EQ(clock.cycles(), 3);
  EXPECT_EQ(stopper.seen, (std::vector<Cycle>{0, 1, 2}));
}

TEST(KernelTest, KernelsTakeTurns) {
  Kernel first;
  Clock clock("clock");
  RunFor(2);
  first.Leave();
  {
    Kernel second;
    Clock other("clock");  // a name is free in another kernel
    RunFor(3);
    EXPECT_EQ(other.cycles(), 3);
  }
  EXPECT_EQ(clock.cycles(), 2);
  first.Enter();
  RunFor(2);
  EXPECT_EQ(clock.cycles(), 4);
}

// Runs out of memory in its first cycle.
class Starved : public sc_core::sc_module {
 public:
  explicit Starved(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Starved);
    SC_METHOD(Process);
    sensitive << clock;
    dont_initialize();
  }
  sc_core::sc_port<ClockIf> clock{"clock"};

 private:
  void Process() {
    Kernel::InProcess([this] {
      if (clock->now() == 0) throw std::bad_alloc();
    });
  }
};

TEST(KernelTest, ThrowsWhatAProcessThrewAndWorksNoMore) {
  Kernel kernel;
  Clock clock("clock");
  Starved starved("starved");
  starved.clock(clock);
  kernel.Leave();
  EXPECT_THROW(kernel.Run(5), std::bad_alloc);
  EXPECT_EQ(clock.cycles(), 1);
  // else it is destroyed as if it ran
  EXPECT_FALSE(sc_core::sc_get_current_process_handle().valid());
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

// A testbench beside another one. It drives, then signals that the cycle is sampled; if `late`, it
// does so some processes after the clock edge.
class Sampler : public sc_core::sc_module {
 public:
  Sampler(const sc_core::sc_module_name& name, Calls& calls, bench_rig::FakeMonitor& monitor,
          bool late)
      : sc_core::sc_module(name), calls_(calls), monitor_(monitor) {
    SC_HAS_PROCESS(Sampler);
    SC_METHOD(Begin);
    sensitive << clock;
    dont_initialize();
    SC_METHOD(GoOn);
    sensitive << begun_;
    dont_initialize();
    SC_METHOD(Sample);
    sensitive << (late ? going_ : begun_);
    dont_initialize();
  }
  sc_core::sc_port<ClockIf> clock{"clock"};

 private:
  void Begin() { begun_.notify(); }
  void GoOn() { going_.notify(); }
  void Sample() {
    calls_.push_back("drive");
    monitor_.sampled.notify();
  }
  Calls& calls_;
  bench_rig::FakeMonitor& monitor_;
  sc_core::sc_event begun_, going_;
};

// The calls of two networks in two cycles.
Calls CallsOfTwo(bool in_step) {
  Kernel kernel;
  Calls calls;
  Clock clocks[] = {Clock("clock_0"), Clock("clock_1")};
  bench_rig::FakeMonitor monitors[] = {bench_rig::FakeMonitor(calls),
                                       bench_rig::FakeMonitor(calls)};
  std::vector<std::unique_ptr<NetworkModule>> modules;
  std::vector<std::unique_ptr<Sampler>> samplers;
  for (int i = 0; i < 2; ++i) {
    auto network = std::make_unique<bench_rig::FakeNetwork>(calls);
    network->in_step = in_step;
    modules.push_back(std::make_unique<NetworkModule>(sc_core::sc_gen_unique_name("network"),
                                                      std::move(network)));
    modules.back()->monitor(monitors[i]);
    samplers.push_back(std::make_unique<Sampler>(sc_core::sc_gen_unique_name("sampler"), calls,
                                                 monitors[i], i == 1));
    samplers.back()->clock(clocks[i]);
  }
  RunFor(2);
  return calls;
}

TEST(NetworkModuleTest, StepsAfterAllAreDrivenIfTheyGoInStep) {
  const Calls cycle = {"drive", "drive", "step", "crossed 0", "step", "crossed 0"};
  Calls both = cycle;
  both.insert(both.end(), cycle.begin(), cycle.end());
  EXPECT_EQ(CallsOfTwo(true), both);
  EXPECT_NE(CallsOfTwo(false), both);
}

}  // namespace
}  // namespace toroid::sim_bench_clock_test
