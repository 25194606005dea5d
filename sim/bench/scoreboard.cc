// A flit's stall is not followed hop by hop: for each packet the sum of its eject cycles less the
// sum of its inject cycles is what its flits took, and anything above flits * zero-load latency is
// waiting.
//
// Example: two flits injected in cycles 3 and 4 and ejected in 7 and 9: 16 - 7 = 9; with a latency
// of 4 each they need 8, so one flit waited one cycle and the message is a conflict.
#include "sim/bench/scoreboard.h"

#include <cassert>

namespace toroid {

Scoreboard::Scoreboard(const sc_core::sc_module_name& name, const Plan& plan, PacketTable& packets,
                       std::uint64_t seed, Cycle window, bool checks)
    : sc_core::sc_module(name), plan_(plan), packets_(packets), window_(window) {
  if (checks) checker_.emplace(plan, packets, seed);
  if (plan.host().size() <= LinkLoads::kMostNodes) links_.emplace(plan.host());
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    for (const int x : plan.host().CoordinatesOf(NodeId{n})) coordinates_.push_back(x);
  }
}

// The plan's, which divides for every coordinate.
Cycle Scoreboard::ZeroLoadLatency(NodeId from, NodeId to) const {
  if (plan_.relay()) return plan_.ZeroLoadLatency(from, to);
  const Graph& host = plan_.host();
  const auto axes = static_cast<std::size_t>(host.axes());
  Cycle links = 0;
  for (std::size_t a = 0; a < axes; ++a)
    links += host.AxisDistance(Axis{static_cast<int>(a)}, coordinates_[from.index() * axes + a],
                               coordinates_[to.index() * axes + a]);
  const Cycle latency = plan_.LatencyOver(links);
  assert(latency == plan_.ZeroLoadLatency(from, to));
  return latency;
}

// Packets that the network must refuse are not sent: nothing of them may arrive.
void Scoreboard::Injected(Cycle now, const FlitRef& flit) {
  PacketTable::Entry& entry = packets_[flit.slot];
  entry.balance -= now;
  if (!flit.head() || entry.packet.misaddressed) return;
  ++totals_.sent;
  if (checker_) checker_->Sent(flit.slot);
}

bool Scoreboard::Ejected(Cycle now, std::uint32_t local, const Beat& beat, FlitRef& flit) {
  if (checker_) {
    if (!checker_->Arrived(local, beat, flit)) return false;
  } else {
    flit = beat.flit;
    if (!packets_.IsLive(flit.slot)) return false;
  }
  PacketTable::Entry& entry = packets_[flit.slot];
  ++entry.ejected;
  entry.balance += now;
  totals_.last_eject = now;
  if (now < window_) ++totals_.accepted_flits_in_window;
  return true;
}

void Scoreboard::Withheld(std::uint32_t local, const Beat& beat) {
  if (checker_) checker_->Withheld(local, beat);
}

bool Scoreboard::Delivered(Cycle now, std::uint32_t slot) {
  const PacketTable::Entry& entry = packets_[slot];
  const Packet& packet = entry.packet;
  const Cycle ideal =
      static_cast<Cycle>(packet.flits) * ZeroLoadLatency(packet.source, packet.destination);
  const Cycle stalled = entry.balance - ideal;
  totals_.stalled_flit_cycles += stalled;
  if (stalled != 0) ++totals_.conflicts;
  ++totals_.delivered;
  totals_.latencies.Add(now - packet.created);
  if (links_) links_->Add(packet.source, packet.destination, packet.flits);
  if (checker_) checker_->Forget(slot);
  return stalled != 0;
}

}  // namespace toroid
