// The two engines of a simulation, each a testbench with its own packets, traffic and stopwatch.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "sim/bench/packet_table.h"
#include "sim/bench/testbench.h"
#include "sim/dut/dut.h"
#include "sim/model/observer.h"
#include "sim/run/compare.h"

namespace toroid {

// What the request says of seed, sinks, watchdog and the window of injection.
TestbenchOptions TestbenchOptionsOf(const SimulationRequest& request);

// A testbench with its packets. It can be run on at any time, beside others.
class EngineRun {
 public:
  // At most `cycles` more; fewer if it is over.
  void Run(Cycle cycles, EventLog* log);
  // No further cycles.
  void Stop() { bench_.Stop(); }
  // Goes on in that cycle (Testbench::SkipTo).
  void SkipTo(Cycle cycle);
  // When it has run, with ranks: what they have counted becomes known to all.
  void AddOtherRanks() { bench_.AddOtherRanks(); }
  const Testbench& bench() const { return bench_; }
  // Done, or stuck: more cycles would change nothing.
  bool over() const { return bench_.done() || bench_.stuck(); }
  double seconds() const { return seconds_; }                  // of processor time
  Cycle simulated() const { return bench_.now() - skipped_; }  // cycles that were not skipped
  // With the other ranks; null without.
  Together* together() { return together_.get(); }

 protected:
  // The packets that the network may point to are there before it, and outlive it.
  using MakeNetwork = std::function<std::unique_ptr<NetworkIf>(const PacketTable&, Together*)>;
  EngineRun(const Plan& plan, const MakeNetwork& make, std::unique_ptr<Traffic> traffic,
            const TestbenchOptions& options);

 private:
  PacketTable packets_;
  std::unique_ptr<Together> together_;  // with the other ranks, if there are any
  Testbench bench_;
  double seconds_ = 0;
  Cycle skipped_ = 0;
};

// Traffic on the reference model. An observer, which only buffered routers take, must outlive it.
class ModelRun : public EngineRun {
 public:
  ModelRun(const Plan& plan, std::unique_ptr<Traffic> traffic, const TestbenchOptions& options,
           int threads = 1, model::Observer* observer = nullptr);
};

// Traffic on the hardware; `again`: that ran another plan's before, and has been emptied.
class HardwareRun : public EngineRun {
 public:
  HardwareRun(const Plan& plan, std::unique_ptr<Traffic> traffic, const TestbenchOptions& options,
              std::shared_ptr<Dut> dut, bool again = false);
};

// The schedule units of `dut`, which must outlive them; null if the plan has none.
std::unique_ptr<ScheduleUnits> UnitsOf(const Plan& plan, Dut& dut);

// Processor time of this thread, in seconds.
double ThreadSeconds();

}  // namespace toroid
