// Ends a run that makes no progress (docs/spec/testbench.md V4.1), and explains why it makes none
// (V4.2).
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/id.h"
#include "gen/topology/graph.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/rank_sync.h"
#include "sim/packets/packet_table.h"

namespace toroid {

class Watchdog {
 public:
  // `cycles`: cycles without an event before a run counts as stuck, beyond those in which a flit or
  // its credit is in the stages of a link.
  Watchdog(const Graph& host, int link_stages, Cycle cycles);

  // An inject, hop or eject event.
  void SeeEvent(Cycle now) { last_event_ = now; }
  // A packet's flit entered or left the network.
  void SeeEnd(Cycle now) { last_event_ = last_end_ = now; }

  // At the beginning of cycle `now`: there was no event for `cycles` cycles, or no packet has
  // entered or left for much longer, though flits cross links.
  bool Expired(Cycle now) const {
    return now - last_event_ > cycles_ || now - last_end_ > patience_;
  }
  // Cycles since the last event.
  Cycle SinceEvent(Cycle now) const { return now - 1 - last_event_; }
  Cycle SinceEnd(Cycle now) const { return now - 1 - last_end_; }
  Cycle cycles() const { return cycles_; }

 private:
  Cycle cycles_;
  Cycle patience_;  // cycles without a flit entering or leaving
  Cycle last_event_ = 0;
  Cycle last_end_ = 0;
};

// Explains why a run does not end: the kind of standstill, then packets that have not arrived,
// sinks that take nothing, and who waits for whom; at the beginning of cycle `now`.
std::vector<std::string> DiagnosisOf(const Plan& plan, const PacketTable& packets,
                                     const NetworkIf& network, const Watchdog& watchdog, Cycle now);
// Diagnosis of all ranks. All ranks call it.
std::vector<std::string> DiagnosisOf(const Plan& plan, const PacketTable& packets,
                                     const NetworkIf& network, const Watchdog& watchdog, Cycle now,
                                     RankSync& rank_sync);

}  // namespace toroid
