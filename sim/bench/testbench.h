// A network under one traffic. Hardware and models are driven and watched by the same testbench;
// only the network in it differs.
//
// The folder is the testbench. It consists of SystemC modules, one for each part:
//
//   clock       begins the cycles
//   driver      stands for the users: sends what the traffic offers, and takes what arrives
//   network     the hardware (hardware_network, which checks its own wires: conduct) or the
//               reference model (model_network)
//   monitor     writes down what is compared between networks (event_log), watches what no packet
//               explains (watch), and knows when a run is over (watchdog)
//   scoreboard  checks what arrives against what was sent (beat_checker), and keeps the books
//
// interfaces.h says what they ask of each other, and what happens when in a cycle. What is watched,
// and what cannot be seen: docs/spec/testbench.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/clock.h"
#include "sim/bench/driver.h"
#include "sim/bench/kernel.h"
#include "sim/bench/monitor.h"
#include "sim/bench/network.h"
#include "sim/bench/packet_table.h"
#include "sim/bench/scoreboard.h"
#include "sim/bench/together.h"
#include "sim/traffic/traffic.h"

namespace toroid {

struct TestbenchOptions {
  std::uint64_t seed = 1;
  double sink_ready = 1;   // share of cycles in which a sink takes what it is offered
  Cycle watchdog = 10000;  // cycles without an event before a run counts as stuck
  Cycle window = 0;        // cycles of injection over which throughput counts; 0: none
  Ranks* ranks = nullptr;  // that share the network; null: this process has all of it
  // Shared with testbenches whose networks go in step with this one's; null: its own.
  std::shared_ptr<Kernel> kernel = {};
};

class Testbench {
 public:
  // `packets`: empty, and the network's too. Of a slab `together`, which is the network's too.
  // Plan, packets and `together` must outlive the testbench.
  Testbench(const Plan& plan, std::unique_ptr<NetworkIf> network, std::unique_ptr<Traffic> traffic,
            PacketTable& packets, const TestbenchOptions& options, Together* together = nullptr);
  ~Testbench();
  Testbench(const Testbench&) = delete;
  Testbench& operator=(const Testbench&) = delete;

  // Runs at most `cycles` clock cycles, fewer if it is done or stuck. With a log, all that happens
  // is appended. Testbenches that share the kernel run too, and all must be there before.
  void Run(Cycle cycles, EventLog* log);
  // No further cycles, however often it is run.
  void Stop() { clock_.Stop(); }

  // Between two runs: the cycle before which nothing happens; now() if something may.
  Cycle RestsUntil() const;
  // Goes on there, as if the cycles until then had been run. Requires now() <= cycle and cycle <=
  // RestsUntil().
  void SkipTo(Cycle cycle);

  // When it has run: adds what the other ranks have counted. All ranks call it, once.
  void AddOtherRanks();

  Cycle now() const { return clock_.cycles(); }  // cycles that have been run
  // Everything was sent and delivered, and the network was watched for long enough afterwards.
  bool done() const { return monitor_.done(); }
  // Nothing has happened for as long as the watchdog waits, though something must.
  bool stuck() const { return monitor_.watchdog().Expired(now()) && driver_.waits(); }
  const RunTotals& totals() const { return scoreboard_.totals(); }
  Faults faults() const { return scoreboard_.faults(); }
  const LinkLoads* links() const { return scoreboard_.links(); }
  const Watch& watch() const { return monitor_.watch(); }
  const Traffic& traffic() const { return driver_.traffic(); }
  const NetworkIf& network() const { return network_.inside(); }
  // What was seen that no packet explains, and what the network's wires showed that must not be.
  std::vector<std::string> Violations() const;
  // Why it is stuck.
  std::vector<std::string> Diagnosis() const;
  // Who waits for whom. With ranks all call each of these three, and get the lines of all.
  std::vector<std::string> Blocked() const;

 private:
  const Plan& plan_;
  const PacketTable& packets_;
  Together* together_;
  KernelShare kernel_;  // before the modules, which belong to it
  Clock clock_;
  NetworkModule network_;
  Driver driver_;
  Monitor monitor_;
  Scoreboard scoreboard_;
};

}  // namespace toroid
