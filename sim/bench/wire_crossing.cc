// A node may show a flit to one neighbour and credits to another by ports of the same number, so
// flits and credits are sent separately.
#include "sim/bench/wire_crossing.h"

#include <algorithm>

namespace toroid {

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
  const Dut::Shown shown = dut.Leaving();
  for (std::size_t i = 0; i < shown.ports.size(); ++i) {
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
  dut.Come({coming_, coming_flits_.data()});
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
