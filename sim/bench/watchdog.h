// Gives up on a run that comes to no end (docs/spec/testbench.md V4.1).
#pragma once

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid {

class Watchdog {
 public:
  // `cycles`: without an event before a run counts as stuck, beyond those in which a flit or its
  // credit is in the stages of a link.
  Watchdog(const Graph& host, int link_stages, Cycle cycles);

  // An inject, hop or eject.
  void SeeEvent(Cycle now) { last_event_ = now; }
  // A packet's flit entered the network or left it.
  void SeeEnd(Cycle now) { last_event_ = last_end_ = now; }

  // At the beginning of cycle `now`: nothing has happened for as long as the watchdog waits, or no
  // packet has moved on for much longer, though flits cross links or leave them.
  bool Expired(Cycle now) const {
    return now - last_event_ > cycles_ || now - last_end_ > patience_;
  }
  // Cycles that have gone by since.
  Cycle SinceEvent(Cycle now) const { return now - 1 - last_event_; }
  Cycle SinceEnd(Cycle now) const { return now - 1 - last_end_; }
  Cycle cycles() const { return cycles_; }

 private:
  Cycle cycles_;
  Cycle patience_;  // cycles without an end
  Cycle last_event_ = 0;
  Cycle last_end_ = 0;
};

}  // namespace toroid
