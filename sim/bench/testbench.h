// A network under one traffic. The same testbench drives and watches hardware and models; only the
// network in it differs.
//
// The testbench consists of SystemC modules, one for each part:
//
//   clock       begins the cycles
//   driver      stands for the users: sends what the traffic offers, and takes what arrives
//   network     the hardware (hardware_network, whose wires protocol_checker checks) or the
//               reference model (model_network)
//   monitor     records what is compared between networks (event_log), reports what no packet
//               explains, and decides when a run is over (watchdog)
//   scoreboard  checks what arrives against what was sent (beat_checker), and keeps the counts
//
// interfaces.h has their interfaces and the order of a cycle. What is watched, and what cannot be
// seen: docs/spec/testbench.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/driver.h"
#include "sim/bench/kernel.h"
#include "sim/bench/monitor.h"
#include "sim/bench/rank_sync.h"
#include "sim/bench/scoreboard.h"
#include "sim/packets/packet_table.h"
#include "sim/traffic/traffic.h"

namespace toroid {

struct TestbenchOptions {
  std::uint64_t seed = 1;
  double sink_ready = 1;   // share of cycles in which a sink takes what it is offered
  Cycle watchdog = 10000;  // cycles without an event before a run counts as stuck
  Cycle window = 0;        // cycles of injection over which throughput counts; 0: none
  Ranks* ranks = nullptr;  // ranks that share the network; null: this process has all of it
  // Shared with testbenches whose networks step with this one's; null: its own.
  std::shared_ptr<Kernel> kernel = {};
};

class Testbench {
 public:
  // `packets`: empty, and shared with the network, as is `rank_sync`, which a slab needs. Plan,
  // packets and `rank_sync` must outlive the testbench.
  Testbench(const Plan& plan, std::unique_ptr<NetworkIf> network, std::unique_ptr<Traffic> traffic,
            PacketTable& packets, const TestbenchOptions& options, RankSync* rank_sync = nullptr);
  ~Testbench();
  Testbench(const Testbench&) = delete;
  Testbench& operator=(const Testbench&) = delete;

  // Runs at most `cycles` clock cycles, fewer if it is done or stuck. With a log, appends all
  // events. Testbenches that share the kernel run too, and all must exist before.
  void Run(Cycle cycles, EventLog* log);
  // Runs no further cycles, however often Run is called.
  void Stop() { clock_.Stop(); }

  // Between two runs: the cycle before which nothing happens; now() if something may.
  Cycle RestsUntil() const;
  // Continues at that cycle, as if the cycles until then had been run. Requires now() <= cycle and
  // cycle <= RestsUntil().
  void SkipTo(Cycle cycle);

  // Adds the counts of the other ranks after a run. All ranks call it once.
  void AddOtherRanks();

  Cycle now() const { return clock_.cycles(); }  // cycles run so far
  // Everything was sent and delivered, and the network was watched for long enough afterwards.
  bool done() const { return monitor_.done(); }
  // Nothing has happened for as long as the watchdog allows, though something must.
  bool stuck() const { return monitor_.watchdog().Expired(now()) && driver_.waits(); }
  const RunTotals& totals() const { return scoreboard_.totals(); }
  Faults faults() const { return scoreboard_.faults(); }
  const LinkLoads* links() const { return scoreboard_.links(); }
  const Watch& watch() const { return monitor_.watch(); }
  const Traffic& traffic() const { return driver_.traffic(); }
  const NetworkIf& network() const { return network_.inside(); }
  // Events that no packet explains, and rule violations on the network's wires.
  std::vector<std::string> Violations() const;
  // Why it is stuck.
  std::vector<std::string> Diagnosis() const;
  // Waiting flits and what they wait for. With ranks, all ranks call each of these three, and all
  // get the lines of all.
  std::vector<std::string> Blocked() const;

 private:
  const Plan& plan_;
  const PacketTable& packets_;
  RankSync* rank_sync_;
  KernelShare kernel_;  // before the modules, which belong to it
  Clock clock_;
  NetworkModule network_;
  Driver driver_;
  Monitor monitor_;
  Scoreboard scoreboard_;
};

}  // namespace toroid
