// Stalls are not followed hop by hop. For each packet, the sum of eject cycles less the sum of
// inject cycles is the total latency of its flits; anything above flits * zero-load latency is
// waiting. A message that leaves a tree of buffered routers has the inject cycles of the one that
// entered it.
//
// Example: two flits are injected in cycles 3 and 4 and ejected in 7 and 9: 16 - 7 = 9. With a
// latency of 4 each they need 8, so one flit waited one cycle, and the message is a conflict.
#include "sim/bench/scoreboard.h"

#include <algorithm>
#include <cassert>

namespace toroid {
namespace {
constexpr std::uint32_t kMostKnown = 128;  // largest number of nodes for a table of all latencies
}  // namespace

Scoreboard::Scoreboard(const sc_core::sc_module_name& name, const Plan& plan, PacketTable& packets,
                       std::uint64_t seed, Cycle window, bool checks, const RankSync* rank_sync)
    : sc_core::sc_module(name), plan_(plan), packets_(packets), window_(window) {
  if (checks) checker_.emplace(plan, packets, seed, rank_sync ? &rank_sync->slab() : nullptr);
  if (plan.host().size() <= LinkLoads::kMostNodes) links_.emplace(plan.link_loads());
  const auto nodes = static_cast<std::uint32_t>(plan.host().size());
  // With tables Plan::ZeroLoadLatency follows the routes.
  for (std::uint32_t n = 0; n < nodes && !rank_sync && plan.routes() == nullptr; ++n) {
    for (const int x : plan.host().CoordinatesOf(NodeId{n})) coordinates_.push_back(x);
  }
  if (rank_sync || plan.relay() || nodes > kMostKnown) return;
  known_.resize(std::size_t{nodes} * nodes);
  for (std::uint32_t pair = 0; pair < known_.size(); ++pair) {
    const NodeId from{pair / nodes};
    const NodeId to{pair % nodes};
    if (from != to && plan.IsAlive(from) && plan.IsAlive(to))
      known_[pair] = static_cast<std::uint16_t>(WorkOutLatency(from, to));
  }
}

Cycle Scoreboard::ZeroLoadLatency(NodeId from, NodeId to) const {
  if (known_.empty()) return WorkOutLatency(from, to);
  return known_[from.index() * plan_.host().size() + to.index()];
}

// Asks the plan, which divides for every coordinate.
Cycle Scoreboard::WorkOutLatency(NodeId from, NodeId to) const {
  if (plan_.relay() || coordinates_.empty()) return plan_.ZeroLoadLatency(from, to);
  const Graph& host = plan_.host();
  const auto axes = static_cast<std::size_t>(host.axes());
  const int* here = &coordinates_[from.index() * axes];
  const int* there = &coordinates_[to.index() * axes];
  Cycle links = 0;
  for (std::size_t a = 0; a < axes; ++a)
    links += host.AxisDistance(Axis{static_cast<int>(a)}, here[a], there[a]);
  const Cycle latency = plan_.LatencyOver(links);
  assert(latency == plan_.ZeroLoadLatency(from, to));
  return latency;
}

// Packets that the network must refuse do not count as sent: none of their flits may arrive. Nor do
// those that only enter: what comes of them does.
void Scoreboard::Injected(Cycle now, const FlitRef& flit) {
  PacketTable::Entry& entry = packets_[flit.slot];
  if (entry.packet.enters) entry.balance -= now;
  if (plan_.Copies() && !entry.packet.leaves) {
    if (flit.tail) broadcasts_[entry.packet.source].Add(entry.balance, plan_.host().size());
    return;
  }
  if (!flit.head() || entry.packet.misaddressed) return;
  if (!entry.packet.leaves) return AddTreeLink(entry.packet.source, true, entry.packet.flits);
  ++totals_.sent;
  if (checker_) checker_->Sent(flit.slot);
}

// BC2.4: the node that sends to this one copies of what the root sends.
NodeId Scoreboard::SenderOfCopies(NodeId root, NodeId node) const {
  const Graph& host = plan_.host();
  Axis axis{host.axes() - 1};
  while (host.Coordinate(root, axis) == host.Coordinate(node, axis)) axis = Axis{axis.value() - 1};
  const int l = host.length(axis);
  const int difference = host.Coordinate(node, axis) - host.Coordinate(root, axis);
  const bool plus = host.Wraps(axis) ? (difference + l) % l <= l / 2 : difference > 0;
  return *host.Neighbour(node, axis, plus ? Direction::kMinus : Direction::kPlus);
}

// Each node sends words up to its parent, and gets those that come down, over one link.
void Scoreboard::AddTreeLink(NodeId node, bool up, std::uint32_t flits) {
  const auto parent = plan_.in_network()->ParentOf(node);
  if (!links_ || !parent) return;
  links_->Add(up ? node : *parent, up ? *parent : node, flits);
}

void Broadcasts::Add(Cycle balance, std::size_t nodes) {
  delivered_.resize(nodes);
  waiting_.push_back({balance, nodes - 1});
}

Cycle Broadcasts::Deliver(NodeId node) {
  const std::uint32_t number = delivered_[node.index()]++ - ended_;
  if (number >= waiting_.size()) return 0;
  const Cycle balance = waiting_[number].balance;
  --waiting_[number].left;
  for (; !waiting_.empty() && waiting_.front().left == 0; ++ended_) waiting_.pop_front();
  return balance;
}

bool Scoreboard::Ejected(Cycle now, std::uint32_t local, const EjectedBeat& beat, FlitRef& flit) {
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

void Scoreboard::Withheld(std::uint32_t local, const EjectedBeat& beat) {
  if (checker_) checker_->Withheld(local, beat);
}

bool Scoreboard::Delivered(Cycle now, std::uint32_t slot) {
  const PacketTable::Entry& entry = packets_[slot];
  const Packet& packet = entry.packet;
  const bool copied = plan_.Copies() && !packet.enters;
  Cycle balance = entry.balance;
  if (copied) balance += broadcasts_[packet.source].Deliver(packet.destination);
  // nothing waits on the tree of scheduled routers
  const Cycle stalled = packet.enters || copied
                            ? balance - static_cast<Cycle>(packet.flits) *
                                            ZeroLoadLatency(packet.source, packet.destination)
                            : 0;
  totals_.stalled_flit_cycles += stalled;
  if (stalled != 0) ++totals_.conflicts;
  ++totals_.delivered;
  totals_.latencies.Add(now - packet.created);
  if (!packet.enters && !copied)
    AddTreeLink(packet.destination, false, packet.flits);
  else if (links_)
    links_->Add(copied ? SenderOfCopies(packet.source, packet.destination) : packet.source,
                packet.destination, packet.flits);
  if (checker_) checker_->Forget(slot);
  return stalled != 0;
}

void RunTotals::Put(Message& message) const {
  for (const std::uint64_t count : {sent, delivered, conflicts, accepted_flits_in_window})
    message.Put(count);
  message.Put(stalled_flit_cycles);
  message.Put(last_eject);
  message.Put(latencies.sum());
  message.Put(latencies.max());
  message.PutAll(latencies.counts());
}

void RunTotals::Add(Message& message) {
  for (std::uint64_t* count : {&sent, &delivered, &conflicts, &accepted_flits_in_window})
    *count += message.Take<std::uint64_t>();
  stalled_flit_cycles += message.Take<Cycle>();
  last_eject = std::max(last_eject, message.Take<Cycle>());
  const auto sum = message.Take<Cycle>();
  const auto longest = message.Take<Cycle>();
  latencies.Add(LatencyHistogram(message.TakeAll<std::uint64_t>(), sum, longest));
}

Faults Scoreboard::faults() const {
  Faults sum = other_faults_;
  if (checker_) sum.Add(checker_->faults());
  return sum;
}

void Scoreboard::AddOthers(RankSync& rank_sync) {
  Message own;
  own.Put(faults());
  totals_.Put(own);
  own.PutAll<std::uint64_t>(links_ ? links_->Counts() : std::vector<std::uint64_t>());
  auto all = rank_sync.ranks().Gather(own);
  for (int rank = 0; rank < rank_sync.ranks().count(); ++rank) {
    if (rank == rank_sync.ranks().number()) continue;
    Message& other = all[static_cast<std::size_t>(rank)];
    other_faults_.Add(other.Take<Faults>());
    totals_.Add(other);
    const auto counts = other.TakeAll<std::uint64_t>();
    if (links_) links_->AddCounts(counts);
  }
}

}  // namespace toroid
