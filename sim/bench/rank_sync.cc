// One message to each other rank a cycle. Every rank adds up the sums for itself, which saves a
// second message.
#include "sim/bench/rank_sync.h"

#include <algorithm>

namespace toroid {

RankSync::RankSync(const Plan& plan, Ranks& ranks)
    : ranks_(ranks),
      slab_(plan.host(), ranks.number(), ranks.count()),
      local_ports_(static_cast<std::uint32_t>(plan.local_ports())),
      entered_(static_cast<std::size_t>(ranks.count())),
      messages_(entered_.size()) {}

void RankSync::ReportBusy(const std::vector<std::uint32_t>& nodes) {
  own_busy_.clear();
  for (const std::uint32_t node : nodes) own_busy_.push_back(slab_.begin() + node);
}

void RankSync::Begin(std::uint64_t crossings) {
  own_.crossings = crossings;
  for (std::size_t rank = 0; rank < messages_.size(); ++rank) {
    Message& message = messages_[rank];
    message.Clear();
    message.Put(own_);
    message.PutAll<std::uint32_t>(own_busy_);
    message.PutAll<EnteredFlit>(entered_[rank]);
    entered_[rank].clear();
  }
}

// The rank's own message comes back like the others'.
void RankSync::Exchange() {
  ranks_.Exchange(messages_);
  all_ = {};
  all_busy_.clear();
  coming_.clear();
  for (Message& message : messages_) {
    const auto sums = message.Take<CycleSums>();
    all_.live += sums.live;
    all_.crossings += sums.crossings;
    all_.moved += sums.moved;
    all_.strays += sums.strays;
    all_.signal = std::max(all_.signal, sums.signal);
    for (const std::uint32_t node : message.TakeAll<std::uint32_t>()) all_busy_.push_back(node);
    for (const EnteredFlit& flit : message.TakeAll<EnteredFlit>()) coming_.push_back(flit);
  }
  own_.moved = own_.strays = 0;
  own_busy_.clear();
}

std::vector<std::string> RankSync::Lines(const std::vector<std::string>& own) {
  Message message;
  message.Put(own.size());
  for (const std::string& line : own) message.PutText(line);
  std::vector<std::string> all;
  for (Message& part : ranks_.Gather(message)) {
    for (auto lines = part.Take<std::size_t>(); lines > 0; --lines) all.push_back(part.TakeText());
  }
  return all;
}

// Each message has the flits that cross the border in this cycle, then the credits.
SlabPackets::SlabPackets(const Plan& plan, RankSync& rank_sync)
    : rank_sync_(rank_sync),
      link_channel_bound_(static_cast<std::uint32_t>(2 * plan.link_ports().size())),
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
          {node.value(), credit.link_channel});
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
    std::uint32_t& slot = arriving_[std::uint64_t{node} * link_channel_bound_ + flit.link_channel];
    if (flit.index == 0) slot = Add(flit.packet);
    coming.arrivals.push_back(
        {node, flit.link_channel, {slot, flit.index, flit.address, flit.tail, 0}});
  }
  for (const Credit& credit : message.TakeAll<Credit>())
    coming.credits.push_back({credit.node - rank_sync_.first_node(), credit.link_channel});
}

// A node may show a flit to one neighbour and credits to another by ports of the same number, so
// flits and credits are sent separately.
WireCrossing::WireCrossing(const Plan& plan, RankSync& rank_sync)
    : rank_sync_(rank_sync),
      link_ports_(static_cast<std::uint32_t>(plan.link_ports().size())),
      leaving_(static_cast<std::size_t>(rank_sync.ranks().count())) {}

WireCrossing::Items& WireCrossing::For(std::uint32_t neighbour) {
  const Slab& slab = rank_sync_.slab();
  return leaving_[static_cast<std::size_t>(slab.PartOf(slab.NodeOf(neighbour)))];
}

// Sorts shown items by receiving rank.
void WireCrossing::Sort(const Dut& dut) {
  const Slab& slab = rank_sync_.slab();
  const ToroidDutCrossing shown = dut.Leaving();
  for (std::size_t i = 0; i < shown.count; ++i) {
    ToroidDutShown port = shown.ports[i];
    const std::size_t link = std::size_t{port.node} * link_ports_ + port.port;
    const std::uint32_t down = dut.Downstream()[link];
    const std::uint32_t up = dut.Upstream()[link];
    port.node += slab.begin();
    if (port.flit != 0) {
      ToroidDutShown flit = port;
      flit.credits = 0;
      Items& items = For(down);
      items.items.push_back({flit, slab.NodeOf(down).value()});
      const std::uint32_t* words = shown.flits + i * dut.flit_words();
      items.flits.insert(items.flits.end(), words, words + dut.flit_words());
    }
    if (port.credits == 0) continue;
    port.flit = port.channel = 0;
    For(up).items.push_back({port, slab.NodeOf(up).value()});
  }
}

void WireCrossing::Exchange(Dut& dut) {
  Sort(dut);
  rank_sync_.Begin(dut.crossings());
  for (int rank = 0; rank < rank_sync_.ranks().count(); ++rank) {
    auto& [items, flits] = leaving_[static_cast<std::size_t>(rank)];
    rank_sync_.To(rank).PutAll<Item>(items);
    rank_sync_.To(rank).PutAll<std::uint32_t>(flits);
    items.clear();
    flits.clear();
  }
  rank_sync_.Exchange();
  coming_.clear();
  coming_flits_.clear();
  flits_seen_.clear();
  credits_seen_.clear();
  for (int rank = 0; rank < rank_sync_.ranks().count(); ++rank)
    Take(rank_sync_.From(rank), dut.flit_words());
  dut.Come({coming_.data(), static_cast<std::uint32_t>(coming_.size()), coming_flits_.data()});
}

void WireCrossing::Take(Message& message, std::uint32_t flit_words) {
  const auto items = message.TakeAll<Item>();
  const auto flits = message.TakeAll<std::uint32_t>();
  std::size_t taken = 0;
  for (const Item& item : items) {
    ToroidDutShown shown = item.shown;
    shown.node = rank_sync_.slab().NumberOf(NodeId{shown.node}).value();
    coming_.push_back(shown);
    coming_flits_.resize(coming_.size() * flit_words);
    See(shown, item.to - rank_sync_.first_node());
    if (shown.flit == 0) continue;
    std::copy_n(flits.data() + taken, flit_words,
                coming_flits_.end() - static_cast<std::ptrdiff_t>(flit_words));
    taken += flit_words;
  }
}

// A flit fills a buffer here; a credit is for a buffer there.
void WireCrossing::See(const ToroidDutShown& shown, std::uint32_t to) {
  const auto buffer = [&](std::uint32_t node, std::uint32_t channel) {
    return (node * link_ports_ + shown.port) * 2 + channel;
  };
  if (shown.flit != 0) flits_seen_.push_back(buffer(to, shown.channel));
  for (std::uint32_t channel = 0; channel < 2; ++channel)
    if ((shown.credits >> channel & 1) != 0) credits_seen_.push_back(buffer(shown.node, channel));
}

}  // namespace toroid
