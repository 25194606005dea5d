// The second phase of a cycle (network.h): what was decided is done, a flit at a time. The order of
// moves has no effect, as no two touch the same queue's end.
//
// Source: docs/spec/router.md, section 5; the rules are named where they are carried out.
#include "sim/model/network.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

namespace toroid::model {
namespace {

// Inlined, as GCC 12 takes a call of a function that only prefetches for one without effect.
[[gnu::always_inline]] inline void Fetch(const void* memory) { __builtin_prefetch(memory, 1); }

constexpr std::size_t kAhead = 8;  // moves between a look ahead and its use
// Bytes of queues and their oldest flits from which looking ahead pays; below, it costs a tenth.
constexpr std::size_t kCache = std::size_t{5} << 20;

// Has the end of a queue brought to the cache.
[[gnu::always_inline]] inline void Expect(const Network& net, std::uint32_t n,
                                          std::uint32_t queue) {
  if (n >= net.routes.nodes()) return;  // the halo's
  const std::size_t q = net.QueueIndex(n, queue);
  Fetch(&net.EntryAt(q, 0));
  Fetch(net.count.data() + q);
  Fetch(net.room.data() + q);
}

// What a move will change. A network that fits a cache has no use for it.
[[gnu::always_inline]] inline void Expect(const Network& net, const Move& move) {
  Expect(net, move.node, move.source);
  if (move.source < net.routes.lanes())
    Expect(net, net.Upstream(move.node, move.source), move.source);
  if (move.target < net.routes.lanes())
    Expect(net, net.Downstream(move.node, move.target), move.target);
}

// The oldest flit of a source. What a queue that is empty asks for is not read; place 0 was written
// by then.
[[gnu::always_inline]] inline Entry Pop(Network& net, std::size_t q) {
  assert(net.count.data()[q] > 0);
  const std::uint32_t first = net.first.data()[q];
  const std::uint32_t left = net.count.data()[q] - 1U;
  const Entry entry = net.EntryAt(q, first);
  const std::uint32_t next = Pick(left != 0, (first + 1) & (net.ring - 1), 0);
  net.wanted.data()[q] =
      static_cast<Byte>(Pick(left != 0, net.EntryAt(q, next).wanted, kNothing));
  net.first.data()[q] = static_cast<Byte>(next);
  net.count.data()[q] = static_cast<Byte>(left);
  return entry;
}

// A flit at the end of a source; what it requests there is R5.1.
[[gnu::always_inline]] inline void Push(Network& net, std::uint32_t n, std::uint32_t source,
                                        Entry entry) {
  const std::size_t q = net.QueueIndex(n, source);
  const std::uint32_t count = net.count.data()[q];
  assert(count < (source < net.routes.lanes() ? net.depth : kLocalDepth));
  const std::uint32_t target = net.routes.TargetOf(n, source, entry.address);
  entry.wanted = static_cast<std::uint16_t>(target | Pick(entry.head(), 0, kBody));
  net.EntryAt(q, net.first.data()[q] + count) = entry;
  net.wanted.data()[q] = static_cast<Byte>(Pick(count == 0, entry.wanted, net.wanted.data()[q]));
  net.count.data()[q] = static_cast<Byte>(count + 1);
  net.active.Insert(n);
}

// R5.9. A flit left the buffer that this output lane fills.
void GiveCredit(Network& net, std::uint32_t n, std::uint32_t lane) {
  Byte& credits = net.room.data()[net.QueueIndex(n, lane)];
  assert(credits < net.depth);
  ++credits;
}

// R4.4.
void PutInEjector(Network& net, std::uint32_t n, std::uint32_t port, std::uint32_t free,
                  FlitRef flit) {
  const std::uint32_t local = n * net.routes.locals() + port;
  EjectQueue& queue = net.ejectors[local];
  queue.flits[(queue.first + kLocalDepth - free) % kLocalDepth] = flit;
  net.delivered.Insert(local);
}

// Where what is on its way to the node is listed.
OnLinks& ListFor(const Network& net, Block& block, std::uint32_t node) {
  return node < net.routes.nodes() ? block.on_links[net.sent_list] : block.leaving;
}

// R5.11 and R5.9 at the receiver, of a flit that came by a link. `kAlone`: the network has no lists
// (HasLists).
template <bool kAlone>
void LeaveBuffer(Network& net, Block& block, const Move& move, bool tail) {
  const Source& from = net.routes.source(move.source);
  // not read on a link with one channel
  Byte& preferred = net.preferred.At(move.node, from.port);
  preferred = static_cast<Byte>(Pick(tail, from.channel - 1U, preferred));
  const std::uint32_t up = net.routes.Next(move.node, from.opposite);
  if (kAlone || (net.stages == 0 && block.range.Has(up))) return GiveCredit(net, up, move.source);
  ListFor(net, block, up).credits.push_back({up, move.source});
}

// R5.9 at the sender.
template <bool kAlone>
void CrossLink(Network& net, Block& block, const Move& move, const Entry& entry) {
  ++block.crossings;
  const std::uint32_t down = net.Downstream(move.node, move.target);
  if (kAlone || (net.stages == 0 && block.range.Has(down)))
    return Push(net, down, move.target, entry);
  ListFor(net, block, down).arrivals.push_back({down, move.target, entry});
}

// R5.8.
template <bool kAlone>
void CommitMove(Network& net, Block& block, const Move move, bool report) {
  const Entry entry = Pop(net, net.QueueIndex(move.node, move.source));
  if (move.source < net.routes.lanes()) LeaveBuffer<kAlone>(net, block, move, entry.tail != 0);
  const std::size_t to = net.QueueIndex(move.node, move.target);
  // R5.10: behind a flit that is not the last its target is locked.
  net.locked.data()[to] = static_cast<Byte>(Pick(entry.tail != 0, 0, kBody));
  const std::uint32_t room = net.room.data()[to];
  assert(room > 0);
  net.room.data()[to] = static_cast<Byte>(room - 1);
  if (move.target >= net.routes.lanes())
    return PutInEjector(net, move.node, move.target - net.routes.lanes(), room, entry.flit());
  CrossLink<kAlone>(net, block, move, entry);
  if (!report) return;
  const Target& target = net.routes.target(move.target);
  block.hops.push_back({move.node, target.output, target.channel, entry.flit()});
}

template <bool kAlone>
void CommitMoves(Network& net, Block& block, bool report) {
  const std::vector<Move>& moves = block.moves;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (net.outgrows_cache && i + kAhead < moves.size()) Expect(net, moves[i + kAhead]);
    CommitMove<kAlone>(net, block, moves[i], report);
  }
}

// By node, and at each by output: from moves that are so by row of nodes.
void OrderByNode(std::vector<Move>& moves) {
  std::vector<Move> row;
  for (auto begin = moves.begin(); begin != moves.end();) {
    const std::uint32_t number = begin->node / kRow;
    const auto end = std::find_if(
        begin, moves.end(), [&](const Move& move) { return move.node / kRow != number; });
    std::array<std::uint32_t, kRow + 1> places{};  // by node of the row: where its moves begin
    for (auto move = begin; move != end; ++move) ++places[move->node % kRow + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    row.assign(begin, end);
    for (const Move& move : row) begin[places[move.node % kRow]++] = move;
    begin = end;
  }
}

// R6.5.
void CommitAccept(Network& net, std::uint32_t local) {
  const LocalPort at = net.routes.LocalAt(local);
  Byte& room = net.room.At(at.node, net.routes.lanes() + at.port);
  assert(room < kLocalDepth);
  ++room;
  net.ejectors[local].first ^= 1;
  net.delivered.EraseIf(room == kLocalDepth, local);
}

// The nodes of a row that have a flit waiting.
std::uint64_t Waiting(const Network& net, std::uint32_t row) {
  const Byte* wanted = net.wanted.RowAt(row);
  Row empty(255);
  for (std::uint32_t s = 0; s < net.source_bound; ++s)
    empty = empty & Equal(Row::Load(wanted + s * kRow), Row(kNothing));
  return ~Bits(empty);
}

}  // namespace

Network::Network(const Plan& plan, const Slab& slab, std::uint32_t most_blocks)
    : routes(plan, slab),
      ways(routes),
      arbiter(plan.hardware().arbiter),
      depth(static_cast<std::uint32_t>(plan.hardware().buffer_depth)),
      ring(std::bit_ceil(depth)),
      source_bound(routes.lanes() + routes.locals()),
      plane(QueueIndex((routes.nodes() + kRow - 1) / kRow * kRow, 0)),
      stages(static_cast<std::uint32_t>(plan.hardware().link_stages)),
      wanted(routes.nodes(), source_bound, kNothing),
      first(routes.nodes(), source_bound),
      count(routes.nodes(), source_bound),
      room(routes.nodes(), source_bound, depth),
      locked(routes.nodes(), source_bound),
      preferred(routes.nodes(), routes.ports()),
      arbiters{{routes.nodes(), routes.ports() + routes.locals()},
               {routes.nodes(), routes.ports() + routes.locals()}},
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
    for (std::uint32_t j = 0; j < routes.locals(); ++j) room.At(n, routes.lanes() + j) = kLocalDepth;
  }
  outgrows_cache = plane * sizeof(Entry) > kCache;
  for (Block& block : blocks) block.on_links.resize(stages + std::size_t{1});
  if (plan.hardware().translation == TableMethod::kExchanged) PreferAsExchanged(plan.host());
}

// T5.3: each link has brought a packet, over the wrap link in channel 1, elsewhere in channel 0.
void Network::PreferAsExchanged(const Graph& host) {
  for (std::uint32_t n = 0; n < routes.nodes(); ++n) {
    for (std::uint32_t p = 0; p < routes.ports(); ++p) {
      const Port& port = routes.port(p);
      if (port.channels != 2) continue;
      const int x = host.Coordinate(routes.NodeOf(n), Axis{port.axis});
      const int behind_wrap = p < port.opposite ? 0 : host.length(Axis{port.axis}) - 1;
      if (x != behind_wrap) preferred.At(n, p) = 255;
    }
  }
}

// Acceptances first, then moves, then injections: each sees only what was decided before it.
void Network::Commit(Block& block, bool report) {
  block.crossings = 0;
  block.hops.clear();
  for (OnLinks* list : {&block.on_links[sent_list], &block.leaving}) {
    list->arrivals.clear();
    list->credits.clear();
  }
  if (report) OrderByNode(block.moves);
  for (const std::uint32_t local : block.accepts) CommitAccept(*this, local);
  if (HasLists()) {
    CommitMoves<false>(*this, block, report);
  } else {
    CommitMoves<true>(*this, block, report);
  }
  for (std::uint32_t row = block.range.begin / kRow; row * kRow < block.range.end; ++row)
    if (active.words()[row] != 0) active.Replace(row, Waiting(*this, row));
  for (const Arrival& injection : block.injections)
    Push(*this, injection.node, injection.source, injection.entry);
  block.accepts.clear();
  block.injections.clear();
}

// R9.2: what was sent `stages` cycles ago, in this one without stages.
void Network::TakeFromLinks(const Block& block) {
  const auto take = [&](const OnLinks& due) {
    for (const Arrival& arrival : due.arrivals)
      if (block.range.Has(arrival.node)) Push(*this, arrival.node, arrival.source, arrival.entry);
    for (const Credit& credit : due.credits)
      if (block.range.Has(credit.node)) GiveCredit(*this, credit.node, credit.lane);
  };
  for (const Block& other : blocks) take(other.on_links[DueList()]);
  take(from_halo[DueList()]);
}

}  // namespace toroid::model
