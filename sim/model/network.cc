// The initial state of a network; see network.h. Decide is in decide.cc, Commit in commit.cc.
#include "sim/model/network.h"

namespace toroid::model {
namespace {

// Size in bytes of the first places of all queues above which prefetching pays (commit.cc).
constexpr std::size_t kCache = std::size_t{5} << 20;

}  // namespace

Network::Network(const Plan& plan, const Slab& slab, std::uint32_t most_blocks)
    : routes(plan, slab),
      contenders(routes),
      arbiter(plan.hardware().buffered.arbiter),
      copies(plan.Copies()),
      depth(static_cast<std::uint32_t>(plan.hardware().buffered.depth)),
      ring(std::bit_ceil(depth)),
      source_bound(routes.link_channels() + routes.locals()),
      plane(QueueIndex((routes.nodes() + kRow - 1) / kRow * kRow, 0)),
      stages(static_cast<std::uint32_t>(plan.hardware().links.stages)),
      wanted(routes.nodes(), source_bound, kNothing),
      first(routes.nodes(), source_bound),
      count(routes.nodes(), source_bound),
      room(routes.nodes(), source_bound, depth),
      locked(routes.nodes(), source_bound),
      preferred(routes.nodes(), source_bound),
      leading(routes.nodes(), routes.by_tables() ? source_bound : 0),
      copying(copies ? plane : 0),
      occupied(routes.nodes()),
      arbiters{{routes.nodes(), static_cast<std::uint32_t>(contenders.outputs().size())},
               {routes.nodes(), static_cast<std::uint32_t>(contenders.outputs().size())}},
      entries(new Entry[plane * ring]),
      ejectors(std::size_t{routes.nodes()} * routes.locals()),
      entering(ejectors.size()),
      active(routes.nodes()),
      delivered(ejectors.size()),
      blocks(Dealt<Block>(routes.nodes(), most_blocks)),
      block_of_word(BlockOfWords(blocks)),
      has_halo(!slab.halo().empty()),
      from_halo(stages + std::size_t{1}) {
  for (std::uint32_t n = 0; n < routes.nodes(); ++n) {
    for (std::uint32_t j = 0; j < routes.locals(); ++j)
      room.At(n, routes.link_channels() + j) = kLocalDepth;
  }
  for (std::uint32_t p = 0; p < routes.ports(); ++p) {
    if (routes.port(p).channels == 2) paired |= Bit(routes.port(p).link_channel);
  }
  outgrows_cache = plane * sizeof(Entry) > kCache;
  for (Block& block : blocks) block.on_links.resize(stages + std::size_t{1});
  if (plan.hardware().translation == TableMethod::kExchanged) PreferAsExchanged(plan.host());
}

// TL5.3: each link has carried a packet, in channel 1 on the wrap link, elsewhere in channel 0.
void Network::PreferAsExchanged(const Graph& host) {
  for (std::uint32_t n = 0; n < routes.nodes(); ++n) {
    for (std::uint32_t p = 0; p < routes.ports(); ++p) {
      const Port& port = routes.port(p);
      if (port.channels != 2) continue;
      const int x = host.Coordinate(routes.NodeOf(n), Axis{port.axis});
      const int behind_wrap = p < port.opposite ? 0 : host.length(Axis{port.axis}) - 1;
      if (x != behind_wrap) preferred.At(n, port.link_channel) = 255;
    }
  }
}

}  // namespace toroid::model
