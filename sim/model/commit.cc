// The second phase of a cycle (network.h) carries out the decisions. The order of moves has no
// effect, as no two change the same end of a queue.
//
// Source: docs/spec/router.md, section 5, and docs/spec/copies.md, section 3; the rules are named
// where they are carried out.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <span>

#include "sim/model/network.h"

namespace toroid::model {
namespace {

// Inlined, here and below, as GCC 12 treats a call of a function that only prefetches as having no
// effect.
[[gnu::always_inline]] inline void Fetch(const void* memory) { __builtin_prefetch(memory, 1); }

// Prefetches what the moves will change: the flits that leave, the room upstream, and the ends of
// queues downstream. Useless for a network that fits the cache.
[[gnu::always_inline]] inline void Expect(const Network& net, std::span<const Move> moves) {
  for (const Move& move : moves) {
    Fetch(&net.EntryAt(move.from, 0));
    if (move.source < net.routes.link_channels()) {
      const std::uint32_t up = net.Upstream(move.node, move.source);
      if (up < net.routes.nodes()) Fetch(net.room.data() + net.QueueIndex(up, move.source));
    }
    if (move.target >= net.routes.link_channels()) continue;
    const std::uint32_t down = net.Downstream(move.node, move.target);
    if (down >= net.routes.nodes()) continue;  // the halo's
    const std::size_t q = net.QueueIndex(down, move.target);
    Fetch(&net.EntryAt(q, 0));
    Fetch(net.count.data() + q);
    Fetch(net.wanted.data() + q);
  }
}

// Appends flits to sources. It copies the tables' addresses to locals, which no store can change,
// so a compiler need not reload them. `kCopies`: flits may be copied.
template <bool kCopies>
class Pusher {
 public:
  explicit Pusher(Network& net)
      : routes_(net.routes),
        steering_(net.routes.steering()),
        copying_(net.copying.data()),
        active_(net.active),
        occupied_(net.occupied.data()),
        wanted_(net.wanted.data()),
        first_(net.first.data()),
        count_(net.count.data()),
        entries_(net.entries.get()),
        plane_(net.plane),
        mask_(net.ring - 1),
        columns_(net.source_bound),
        link_channels_(net.routes.link_channels()),
        depth_(net.depth) {}

  // Computes the flit's next request by R5.1. Requires room.
  [[gnu::always_inline]] void Push(std::uint32_t n, std::uint32_t source, const Entry& flit) {
    const std::size_t q = ByteTable::Index(columns_, n, source);
    const std::uint32_t count = count_[q];
    const std::uint32_t place = (first_[q] + count) & mask_;
    assert(count < (source < link_channels_ ? depth_ : kLocalDepth));
    const bool copied = kCopies && flit.copied();
    if (copied && count == 0) copying_[q] = routes_.CopiesOf(n, source, flit.address);
    const std::uint32_t wanted =
        copied ? kCopied
               : steering_.TargetOf(n, source, flit.address) | Pick(flit.index == 0, 0, kBody);
    Entry& entry = entries_[place * plane_ + q];
    entry = flit;
    entry.wanted = static_cast<std::uint16_t>(wanted);
    wanted_[q] = static_cast<Byte>(Pick(count == 0, wanted, wanted_[q]));
    count_[q] = static_cast<Byte>(count + 1);
    occupied_[n] |= Bit(source);
    active_.Insert(n);
  }

 private:
  const Routes& routes_;
  const Steering steering_;
  std::uint64_t* const copying_;
  NodeSet& active_;
  std::uint64_t* const occupied_;
  Byte* const wanted_;
  const Byte* const first_;
  Byte* const count_;
  Entry* const entries_;
  const std::size_t plane_;
  const std::uint32_t mask_;
  const std::uint32_t columns_;
  [[maybe_unused]] const std::uint32_t link_channels_;
  [[maybe_unused]] const std::uint32_t depth_;
};

// R5.9: a flit left the buffer that this output channel fills.
void GiveCredit(Network& net, std::uint32_t n, std::uint32_t link_channel) {
  Byte& credits = net.room.data()[net.QueueIndex(n, link_channel)];
  assert(credits < net.depth);
  ++credits;
}

// R4.4: its place is already counted.
void PutInEjector(Network& net, std::uint32_t n, std::uint32_t port, FlitRef flit) {
  const std::uint32_t local = n * net.routes.locals() + port;
  EjectQueue& queue = net.ejectors[local];
  const std::uint32_t free = net.RoomAt(n, net.routes.link_channels() + port);
  queue.flits[(queue.first + kLocalDepth - 1 - free) % kLocalDepth] = flit;
  net.delivered.Insert(local);
}

// The list for arrivals at the node.
OnLinks& ListFor(const Network& net, Block& block, std::uint32_t node) {
  return node < net.routes.nodes() ? block.on_links[net.sent_list] : block.leaving;
}

// Number of moves carried out together, in three steps. Each step needs few of the tables, so their
// addresses fit into registers.
constexpr std::size_t kTogether = 128;

// Removes the oldest flits from their sources, a copied one with its last copy (BC3.1); `stays` is
// by move, as in Block. An empty queue's request in place 0, which has been written by then, is
// loaded but not used.
template <bool kCopies>
void TakeOldest(Network& net, std::span<const Move> moves, Entry* flits,
                [[maybe_unused]] Byte* stays) {
  Byte* const firsts = net.first.data();
  Byte* const counts = net.count.data();
  Byte* const wanted = net.wanted.data();
  std::uint64_t* const occupied = net.occupied.data();
  const Entry* const entries = net.entries.get();
  const std::size_t plane = net.plane;
  const std::uint32_t mask = net.ring - 1;
  for (const Move& move : moves) {
    const std::size_t q = move.from;
    assert(counts[q] > 0);
    const std::uint32_t left = counts[q] - 1U;
    const std::uint32_t first = firsts[q];
    const std::uint32_t next = (first + 1) & Pick(left == 0, 0, mask);
    const Entry& flit = *flits++ = entries[first * plane + q];
    if constexpr (kCopies) {
      if (flit.copied()) net.copying[q] &= ~Bit(move.target);
      const bool more = flit.copied() && net.copying[q] != 0;
      *stays++ = more ? 1 : 0;
      if (more) continue;
      const Entry& behind = entries[next * plane + q];
      if (left > 0 && behind.copied())
        net.copying[q] = net.routes.CopiesOf(move.node, move.source, behind.address);
    }
    const std::uint32_t wants = entries[next * plane + q].wanted;
    wanted[q] = static_cast<Byte>(Pick(left == 0, kNothing, wants));
    firsts[q] = static_cast<Byte>(next);
    counts[q] = static_cast<Byte>(left);
    occupied[move.node] ^= std::uint64_t{left == 0} << move.source;
  }
}

// R5.9 at the sender and, for flits that came by a link, at the receiver, with R5.11; and R5.10: a
// flit that is not the last locks its target. `kAlone`: the network has no lists (HasLists).
template <bool kAlone, bool kCopies>
void CloseAndOpen(Network& net, Block& block, std::span<const Move> moves, const Entry* flits,
                  [[maybe_unused]] const Byte* stays) {
  const std::uint32_t link_channels = net.routes.link_channels();
  Byte* const preferences = net.preferred.data();
  Byte* const leading = net.routes.by_tables() ? net.leading.data() : nullptr;
  Byte* const locked = net.locked.data();
  Byte* const room = net.room.data();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const bool tail = flits[i].tail != 0;
    assert(room[move.to] > 0);
    locked[move.to] = static_cast<Byte>(Pick(tail, 0, kBody));
    --room[move.to];
    if (leading != nullptr && tail && move.target < link_channels) {
      const std::uint32_t channel = net.routes.target(move.target).channel;
      leading[move.to - channel * kRow] = static_cast<Byte>(channel - 1U);
    }
    if (move.source >= link_channels) continue;
    if (kCopies && stays[i] != 0) continue;
    const Source& from = net.routes.source(move.source);
    // not read on a link with one channel
    Byte& preferred = preferences[move.from - from.channel * kRow];
    preferred = static_cast<Byte>(tail ? from.channel - 1U : preferred);
    const std::uint32_t up = net.routes.Next(move.node, from.opposite);
    if (kAlone || (net.stages == 0 && block.range.Has(up))) {
      GiveCredit(net, up, move.source);
    } else {
      ListFor(net, block, up).credits.push_back({up, move.source});
    }
  }
}

// R5.8.
template <bool kAlone, bool kCopies>
void Deliver(Network& net, Block& block, std::span<const Move> moves, const Entry* flits) {
  const std::uint32_t link_channels = net.routes.link_channels();
  Pusher<kCopies> pusher(net);
  std::size_t crossings = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    if (move.target >= link_channels) {
      PutInEjector(net, move.node, move.target - link_channels, flits[i].flit());
      continue;
    }
    ++crossings;
    const std::uint32_t down = net.Downstream(move.node, move.target);
    if (kAlone || (net.stages == 0 && block.range.Has(down))) {
      pusher.Push(down, move.target, flits[i]);
    } else {
      ListFor(net, block, down).arrivals.push_back({down, move.target, flits[i]});
    }
  }
  block.crossings += crossings;
}

template <bool kAlone, bool kCopies>
void CommitMoves(Network& net, Block& block) {
  Entry flits[kTogether];
  if (kCopies) block.stays.resize(block.moves.size());
  for (std::size_t begin = 0; begin < block.moves.size(); begin += kTogether) {
    const std::size_t count = std::min(kTogether, block.moves.size() - begin);
    const std::span<const Move> moves = std::span(block.moves).subspan(begin, count);
    if (net.outgrows_cache) Expect(net, moves);
    Byte* const stays = kCopies ? block.stays.data() + begin : nullptr;
    TakeOldest<kCopies>(net, moves, flits, stays);
    CloseAndOpen<kAlone, kCopies>(net, block, moves, flits, stays);
    Deliver<kAlone, kCopies>(net, block, moves, flits);
  }
}

// R9.7: link crossings for monitors, before the moves are carried out.
void Report(const Network& net, Block& block) {
  for (const Move& move : block.moves) {
    if (move.target >= net.routes.link_channels()) continue;
    const Target& to = net.routes.target(move.target);
    block.hops.push_back(
        {move.node, to.output, to.channel, net.Oldest(move.node, move.source).flit()});
  }
}

// Orders moves by node, then output; they come ordered by row of nodes.
void OrderByNode(std::vector<Move>& moves) {
  std::vector<Move> row;
  for (auto begin = moves.begin(); begin != moves.end();) {
    const std::uint32_t number = begin->node / kRow;
    const auto end = std::find_if(begin, moves.end(),
                                  [&](const Move& move) { return move.node / kRow != number; });
    std::array<std::uint32_t, kRow + 1> places{};  // by node of the row: the start of its moves
    for (auto move = begin; move != end; ++move) ++places[move->node % kRow + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    row.assign(begin, end);
    for (const Move& move : row)
      begin[static_cast<std::ptrdiff_t>(places[move.node % kRow]++)] = move;
    begin = end;
  }
}

// R6.5.
void CommitAccept(Network& net, std::uint32_t local) {
  const LocalPort at = net.routes.LocalAt(local);
  Byte& room = net.room.At(at.node, net.routes.link_channels() + at.port);
  assert(room < kLocalDepth);
  ++room;
  net.ejectors[local].first ^= 1;
  net.delivered.EraseIf(room == kLocalDepth, local);
}

// R6.2.
template <bool kCopies>
void PushInjections(Network& net, const Block& block) {
  Pusher<kCopies> pusher(net);
  for (const Arrival& injection : block.injections)
    pusher.Push(injection.node, injection.source, injection.entry);
}

// R9.2: the flits and credits of a list that are for this block.
template <bool kCopies>
void TakeList(Network& net, const Block& block, const OnLinks& due) {
  Pusher<kCopies> pusher(net);
  for (const Arrival& arrival : due.arrivals)
    if (block.range.Has(arrival.node)) pusher.Push(arrival.node, arrival.source, arrival.entry);
  for (const Credit& credit : due.credits)
    if (block.range.Has(credit.node)) GiveCredit(net, credit.node, credit.link_channel);
}

}  // namespace

// Acceptances first, then moves, then injections: each sees only decisions made before it.
void Network::Commit(Block& block, bool report) {
  block.crossings = 0;
  block.hops.clear();
  for (OnLinks* list : {&block.on_links[sent_list], &block.leaving}) {
    list->arrivals.clear();
    list->credits.clear();
  }
  if (report) {
    OrderByNode(block.moves);
    Report(*this, block);
  }
  for (const std::uint32_t local : block.accepts) CommitAccept(*this, local);
  const auto commit_moves = copies ? HasLists() ? CommitMoves<false, true> : CommitMoves<true, true>
                            : HasLists() ? CommitMoves<false, false>
                                         : CommitMoves<true, false>;
  commit_moves(*this, block);
  active.ForEachOfWords(block.range.begin / 64, (block.range.end + 63) / 64,
                        [&](std::uint32_t n) { active.EraseIf(occupied[n] == 0, n); });
  copies ? PushInjections<true>(*this, block) : PushInjections<false>(*this, block);
  block.accepts.clear();
  block.injections.clear();
}

// Flits and credits sent `stages` cycles ago, in this cycle without stages.
void Network::TakeFromLinks(const Block& block) {
  const auto take = copies ? TakeList<true> : TakeList<false>;
  for (const Block& other : blocks) take(*this, block, other.on_links[DueList()]);
  take(*this, block, from_halo[DueList()]);
}

}  // namespace toroid::model
