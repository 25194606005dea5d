// The two engines of a simulation, each a testbench with its own packets, traffic and stopwatch.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "sim/bench/testbench.h"
#include "sim/dut/dut.h"
#include "sim/model/network.h"
#include "sim/packets/packet_table.h"
#include "sim/run/compare.h"

namespace toroid {

// The request's seed, sinks, watchdog and window of injection.
TestbenchOptions TestbenchOptionsOf(const SimulationRequest& request);

// A testbench with its packets, which can run beside others.
class EngineRun {
 public:
  // Runs at most `cycles` more; fewer if it is over.
  void Run(Cycle cycles, EventLog* log);
  // Runs no further cycles.
  void Stop() { bench_.Stop(); }
  // Continues in that cycle (Testbench::SkipTo).
  void SkipTo(Cycle cycle);
  // With ranks, after the run: adds up the counts of all ranks.
  void AddOtherRanks() { bench_.AddOtherRanks(); }
  const Testbench& bench() const { return bench_; }
  // Done, or stuck: more cycles would change nothing.
  bool over() const { return bench_.done() || bench_.stuck(); }
  double seconds() const { return seconds_; }                  // of processor time
  Cycle simulated() const { return bench_.now() - skipped_; }  // cycles that were not skipped
  // Link to the other ranks; null without.
  RankSync* rank_sync() { return rank_sync_.get(); }

 protected:
  // Makes the network from the packets, which it may point to and which outlive it.
  using MakeNetwork = std::function<std::unique_ptr<NetworkIf>(const PacketTable&, RankSync*)>;
  EngineRun(const Plan& plan, const MakeNetwork& make, std::unique_ptr<Traffic> traffic,
            const TestbenchOptions& options);

 private:
  PacketTable packets_;
  std::unique_ptr<RankSync> rank_sync_;  // link to the other ranks, if there are any
  Testbench bench_;
  double seconds_ = 0;
  Cycle skipped_ = 0;
};

// Traffic on the reference model. The observer, for buffered routers only, must outlive it.
class ModelRun : public EngineRun {
 public:
  ModelRun(const Plan& plan, std::unique_ptr<Traffic> traffic, const TestbenchOptions& options,
           int threads = 1, model::Observer* observer = nullptr);
};

// Traffic on the hardware; `again`: it ran another plan's traffic before and is empty.
class HardwareRun : public EngineRun {
 public:
  HardwareRun(const Plan& plan, std::unique_ptr<Traffic> traffic, const TestbenchOptions& options,
              std::shared_ptr<Dut> dut, bool again = false);
};

// The schedule units of `dut`, which must outlive the result; null if the plan has none.
std::unique_ptr<ScheduleUnits> UnitsOf(const Plan& plan, Dut& dut);

// Processor time of this thread, in seconds.
double ThreadSeconds();

}  // namespace toroid
