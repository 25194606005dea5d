// Each message has the flits that cross the border in this cycle, then the credits.
#include "sim/bench/slab_packets.h"

namespace toroid {

SlabPackets::SlabPackets(const Plan& plan, RankSync& rank_sync)
    : rank_sync_(rank_sync),
      lanes_bound_(static_cast<std::uint32_t>(2 * plan.link_ports().size())),
      entering_(std::size_t{rank_sync.slab().size()} *
                static_cast<std::size_t>(plan.local_ports())),
      flits_(static_cast<std::size_t>(rank_sync.ranks().count())),
      credits_(flits_.size()) {}

std::uint32_t SlabPackets::Add(const Packet& packet) {
  const std::uint32_t slot = packets_.Add(packet);
  new_.push_back(slot);
  return slot;
}

// A refused packet goes no further, but has a slot like any other.
FlitRef SlabPackets::Enter(std::uint32_t local, const Packet& packet, FlitRef flit) {
  if (flit.head()) entering_[local] = Add(packet);
  flit.slot = entering_[local];
  if (flit.tail && packet.misaddressed) Leave(flit.slot);
  return flit;
}

std::vector<std::uint32_t> SlabPackets::TakeNew() {
  std::vector<std::uint32_t> slots;
  slots.swap(new_);
  return slots;
}

void SlabPackets::Forget() {
  for (const std::uint32_t slot : ended_) packets_.Release(slot);
  ended_.clear();
}

void SlabPackets::Put(const model::Arrival& arrival) {
  const NodeId node = rank_sync_.slab().NodeOf(arrival.node);
  const model::Entry& entry = arrival.entry;
  auto& flits = flits_[static_cast<std::size_t>(rank_sync_.slab().PartOf(node))];
  flits.push_back({node.value(), arrival.source, entry.index, entry.address, entry.tail, {}});
  if (entry.head()) flits.back().packet = packets_[entry.slot].packet;
  if (entry.tail != 0) Leave(entry.slot);
}

void SlabPackets::Cross(const std::vector<const model::OnLinks*>& leaving, std::size_t crossings,
                        model::OnLinks& coming) {
  for (const model::OnLinks* list : leaving) {
    for (const model::Arrival& arrival : list->arrivals) Put(arrival);
    for (const model::Credit& credit : list->credits) {
      const NodeId node = rank_sync_.slab().NodeOf(credit.node);
      credits_[static_cast<std::size_t>(rank_sync_.slab().PartOf(node))].push_back(
          {node.value(), credit.lane});
    }
  }
  rank_sync_.Begin(crossings);
  for (int rank = 0; rank < rank_sync_.ranks().count(); ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    rank_sync_.To(rank).PutAll<Flit>(flits_[at]);
    rank_sync_.To(rank).PutAll<Credit>(credits_[at]);
    flits_[at].clear();
    credits_[at].clear();
  }
  rank_sync_.Exchange();
  for (int rank = 0; rank < rank_sync_.ranks().count(); ++rank) Take(rank_sync_.From(rank), coming);
}

void SlabPackets::Take(Message& message, model::OnLinks& coming) {
  for (const Flit& flit : message.TakeAll<Flit>()) {
    const std::uint32_t node = flit.node - rank_sync_.first_node();
    std::uint32_t& slot = arriving_[std::uint64_t{node} * lanes_bound_ + flit.lane];
    if (flit.index == 0) slot = Add(flit.packet);
    coming.arrivals.push_back({node, flit.lane, {slot, flit.index, flit.address, flit.tail, 0}});
  }
  for (const Credit& credit : message.TakeAll<Credit>())
    coming.credits.push_back({credit.node - rank_sync_.first_node(), credit.lane});
}

}  // namespace toroid
