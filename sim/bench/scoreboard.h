// The counts of a run: what was sent, what arrived, and how long flits waited. The beat checker
// compares arrivals with what was sent, unless the network knows its flits.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "gen/metrics/loads.h"
#include "gen/plan/plan.h"
#include "sim/bench/beat_checker.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/rank_sync.h"
#include "sim/packets/packet_table.h"
#include "sim/trace/latency.h"

namespace toroid {

// Totals of a run.
struct RunTotals {
  std::uint64_t sent = 0;       // messages whose head was accepted
  std::uint64_t delivered = 0;  // messages whose tail was accepted by the right sink
  std::uint64_t conflicts = 0;  // messages with a stalled flit
  Cycle stalled_flit_cycles = 0;
  std::uint64_t accepted_flits_in_window = 0;
  Cycle last_eject = 0;
  LatencyHistogram latencies;  // from creation to tail ejection, by message

  void Put(Message& message) const;
  // Adds the totals that Put wrote.
  void Add(Message& message);
};

// The messages that a root has sent to all nodes by copies, which arrive in order
// (docs/spec/copies.md, BC3.6).
class Broadcasts {
 public:
  // All flits of one have entered. `balance`: the sum of their inject cycles, negative.
  void Add(Cycle balance, std::size_t nodes);
  // The balance of the next one that arrives at the node, which it has now; 0 if faulty hardware
  // delivers what has not entered.
  Cycle Deliver(NodeId node);

 private:
  struct Waiting {
    Cycle balance;
    std::size_t left;  // nodes that do not have it
  };
  std::deque<Waiting> waiting_;           // in order
  std::uint32_t ended_ = 0;               // those before
  std::vector<std::uint32_t> delivered_;  // by node
};

class Scoreboard : public sc_core::sc_module, public ScoreboardIf {
 public:
  // `window`: cycles of injection over which throughput counts; 0: none. `checks`: the network does
  // not know its flits.
  Scoreboard(const sc_core::sc_module_name& name, const Plan& plan, PacketTable& packets,
             std::uint64_t seed, Cycle window, bool checks, const RankSync* rank_sync = nullptr);

  // ScoreboardIf.
  void Injected(Cycle now, const FlitRef& flit) override;
  bool Ejected(Cycle now, std::uint32_t local, const EjectedBeat& beat, FlitRef& flit) override;
  void Withheld(std::uint32_t local, const EjectedBeat& beat) override;
  bool Delivered(Cycle now, std::uint32_t slot) override;

  // Adds the counts of the other ranks' scoreboards. All ranks call it once.
  void AddOthers(RankSync& rank_sync);

  // Totals so far. Faults come from hardware only, as a model delivers its input.
  const RunTotals& totals() const { return totals_; }
  Faults faults() const;
  // Flits of delivered messages on each link they crossed; null for hosts that are too large.
  const LinkLoads* links() const { return links_ ? &*links_ : nullptr; }

 private:
  Cycle ZeroLoadLatency(NodeId from, NodeId to) const;
  void AddTreeLink(NodeId node, bool up, std::uint32_t flits);
  NodeId SenderOfCopies(NodeId root, NodeId node) const;
  Cycle WorkOutLatency(NodeId from, NodeId to) const;

  const Plan& plan_;
  PacketTable& packets_;
  Cycle window_;
  std::optional<BeatChecker> checker_;
  std::vector<int> coordinates_;      // by node and axis; empty for a slab, and with tables
  std::vector<std::uint16_t> known_;  // latency by source and destination; small networks only
  std::optional<LinkLoads> links_;
  std::map<NodeId, Broadcasts> broadcasts_;  // by root
  RunTotals totals_;
  Faults other_faults_;  // of other ranks
};

}  // namespace toroid
