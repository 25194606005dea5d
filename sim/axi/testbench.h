// Endpoints, networks, managers and memories, connected, and the loop over the cycles.
//
// The hardware is that of NAME_wrap: the endpoints, compiled by Verilator, and two networks, as
// every simulation runs them. Each cycle goes in this order, as no output of a network, a manager
// or a memory depends on an input of the same cycle:
//   1. networks, managers and memories show their outputs to the endpoints,
//   2. the endpoints' outputs follow,
//   3. networks, managers and memories take what the endpoints send, or wait,
//   4. all step.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "sim/axi/class_network.h"
#include "sim/axi/manager.h"
#include "sim/axi/memory.h"
#include "sim/axi/tally.h"
#include "sim/axi/transactions.h"
#include "sim/axi/wave.h"
#include "sim/hardware/endpoints.h"

namespace toroid::axi {

class Testbench {
 public:
  // `networks`: of requests, of replies. `wrap` writes the wave; none: there is no wave. `changes`:
  // of memories that have them. Of the transactions the first `alone` run one by one. The plan must
  // outlive this.
  Testbench(const Plan& plan, const RunOptions& options, Transactions transactions,
            std::size_t alone, const std::vector<MemoryChange>& changes, Endpoints endpoints,
            std::vector<std::shared_ptr<Dut>> networks, std::optional<Wrap> wrap);

  void DoCycle();
  bool over() const;
  // Once it is over: looks whether anything is left in the hardware.
  void End();
  // Everything was answered, and model and hardware agreed.
  bool finished() const { return left() == 0 && !stuck() && !difference(); }

  Cycle now() const { return now_; }
  Cycle simulated() const { return now_ - skipped_; }  // cycles that were not skipped
  const Tally& tally() const { return tally_; }
  const ClassNetwork& network(std::size_t of_class) const { return *networks_[of_class]; }
  const Difference* difference() const;
  // What was wrong, and what stands still if the run got stuck.
  std::vector<std::string> Complaints() const;

 private:
  std::size_t left() const { return transactions_.size() - tally_.ended(); }
  // Something is open, and nothing has moved for as long as the watchdog allows.
  bool stuck() const { return tally_.open() > 0 && now_ - last_move_ > patience_; }
  void AddParties();
  Complain ComplainOf(std::string who);
  void ChangeMemories();
  void AddTransactions();
  void SkipIdleTime();
  void Evaluate();
  void Clock();
  void Show();
  bool Look();
  std::vector<std::uint32_t> BusyEndpoints() const;  // their nodes

  const Plan& plan_;
  RunOptions options_;
  Transactions transactions_;
  std::size_t alone_;
  std::size_t added_ = 0;
  Endpoints endpoints_;
  std::vector<PinFinder> find_;  // by node, like the next five
  std::vector<Pin> clk_, busy_, error_, timeout_;
  std::vector<Cycle> given_up_at_;  // the last cycle in which its memory was; -1: never
  std::vector<std::unique_ptr<ClassNetwork>> networks_;
  OnTheirWay coming_;
  std::vector<std::unique_ptr<Manager>> managers_;
  std::unordered_map<std::uint32_t, Manager*> manager_at_;  // by node
  std::unordered_map<std::uint32_t, Memory*> memory_at_;
  std::deque<MemoryChange> changes_;  // to come, by cycle
  Cycle patience_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::vector<std::string> complaints_;
  Tally tally_;
  std::optional<Wave> wave_;
  std::vector<Transaction*> changed_;  // in this cycle
  Cycle now_ = 0;
  Cycle last_move_ = 0;
  Cycle skipped_ = 0;
};

}  // namespace toroid::axi
