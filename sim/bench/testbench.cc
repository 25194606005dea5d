// Makes the modules and connects their ports; interfaces.h says what they do in a cycle.
#include "sim/bench/testbench.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "sim/bench/watchdog.h"

namespace toroid {
namespace {

// Names must differ, as a kernel may have several modules of a kind.
const char* Name(const char* kind) { return sc_core::sc_gen_unique_name(kind); }

}  // namespace

Testbench::Testbench(const Plan& plan, std::unique_ptr<NetworkIf> network,
                     std::unique_ptr<Traffic> traffic, PacketTable& packets,
                     const TestbenchOptions& options, RankSync* rank_sync)
    : plan_(plan),
      packets_(packets),
      rank_sync_(rank_sync),
      kernel_(options.kernel),
      clock_(Name("clock")),
      network_(Name("network"), std::move(network)),
      driver_(Name("driver"), plan, std::move(traffic), packets, options.seed, options.sink_ready,
              rank_sync),
      monitor_(Name("monitor"), plan, options.seed, options.watchdog, rank_sync),
      scoreboard_(Name("scoreboard"), plan, packets, options.seed, options.window,
                  !network_.inside().KnowsFlits(), rank_sync) {
  driver_.clock(clock_);
  driver_.network(network_.network);
  driver_.scoreboard(scoreboard_);
  driver_.monitor(monitor_);
  monitor_.clock(clock_);
  monitor_.driver(driver_);
  monitor_.network(network_.network);
  network_.monitor(monitor_);
  kernel_->Leave();
}

// Modules must be destroyed while their kernel is the current one.
Testbench::~Testbench() { kernel_->Enter(); }

void Testbench::Run(Cycle cycles, EventLog* log) {
  monitor_.Record(log);
  kernel_->Run(cycles);
}

Cycle Testbench::RestsUntil() const {
  if (done() || rank_sync_ != nullptr || driver_.waits() || !network().AtRest()) return now();
  return std::max(now(), traffic().NextOffer());
}

void Testbench::SkipTo(Cycle cycle) {
  assert(now() <= cycle && cycle <= RestsUntil());
  const Cycle skipped = cycle - now();
  clock_.Skip(skipped);
  network_.Skip(skipped);
}

void Testbench::AddOtherRanks() {
  if (rank_sync_ == nullptr) return;
  scoreboard_.AddOthers(*rank_sync_);
  monitor_.AddOthers(*rank_sync_);
}

std::vector<std::string> Testbench::Violations() const {
  std::vector<std::string> lines = watch().Violations();
  for (std::string& line : network().Violations()) lines.push_back(std::move(line));
  return rank_sync_ == nullptr ? lines : rank_sync_->Lines(lines);
}

std::vector<std::string> Testbench::Blocked() const {
  return rank_sync_ == nullptr ? network().Blocked() : rank_sync_->Lines(network().Blocked());
}

std::vector<std::string> Testbench::Diagnosis() const {
  if (rank_sync_ != nullptr)
    return DiagnosisOf(plan_, packets_, network(), monitor_.watchdog(), now(), *rank_sync_);
  return DiagnosisOf(plan_, packets_, network(), monitor_.watchdog(), now());
}

}  // namespace toroid
