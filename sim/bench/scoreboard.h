// The books of a run: what was sent, what arrived, and what each packet's flits waited for. Whether
// what arrives is what was sent is found out by the beat checker, unless the network knows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/metrics/link_loads.h"
#include "gen/plan/plan.h"
#include "sim/bench/beat_checker.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/packet_table.h"
#include "sim/bench/together.h"
#include "sim/trace/latency.h"

namespace toroid {

// What a run amounts to.
struct RunTotals {
  std::uint64_t sent = 0;       // messages whose head was accepted
  std::uint64_t delivered = 0;  // messages whose tail was accepted by the right sink
  std::uint64_t conflicts = 0;  // messages with a stalled flit
  Cycle stalled_flit_cycles = 0;
  std::uint64_t accepted_flits_in_window = 0;
  Cycle last_eject = 0;
  LatencyHistogram latencies;  // creation to tail eject, of each message

  void Put(Message& message) const;
  // What Put put.
  void Add(Message& message);
};

class Scoreboard : public sc_core::sc_module, public ScoreboardIf {
 public:
  // `window`: cycles of injection over which throughput counts; 0: none. `checks`: the network does
  // not know its flits.
  Scoreboard(const sc_core::sc_module_name& name, const Plan& plan, PacketTable& packets,
             std::uint64_t seed, Cycle window, bool checks, const Together* together = nullptr);

  // ScoreboardIf.
  void Injected(Cycle now, const FlitRef& flit) override;
  bool Ejected(Cycle now, std::uint32_t local, const Beat& beat, FlitRef& flit) override;
  void Withheld(std::uint32_t local, const Beat& beat) override;
  bool Delivered(Cycle now, std::uint32_t slot) override;

  // Adds what the scoreboards of the other ranks have counted. All ranks call it, once.
  void AddOthers(Together& together);

  // Up to now; faults of hardware alone, as a model brings what it was given.
  const RunTotals& totals() const { return totals_; }
  Faults faults() const;
  // The flits of delivered messages, on each link that they crossed; null for hosts too large.
  const LinkLoads* links() const { return links_ ? &*links_ : nullptr; }

 private:
  Cycle ZeroLoadLatency(NodeId from, NodeId to) const;
  Cycle WorkOutLatency(NodeId from, NodeId to) const;

  const Plan& plan_;
  PacketTable& packets_;
  Cycle window_;
  std::optional<BeatChecker> checker_;
  std::vector<int> coordinates_;      // by node and axis; of a slab none
  std::vector<std::uint16_t> known_;  // latency by source and destination, of a small network
  std::optional<LinkLoads> links_;
  RunTotals totals_;
  Faults other_faults_;  // of other ranks
};

}  // namespace toroid
