// Idea: a cycle in two phases (network.h), over bit masks. A node's oldest flits, which of them can
// move, who contends for which output and who wins are bits of 64-bit words, and only nodes with a
// waiting flit are looked at; so a cycle costs little more than the flits that move.
//
// The order in which nodes are looked at has no effect: Decide reads only the state at the start of
// the cycle (R4.8), and no two moves touch the same queue's end.
//
// Source: docs/spec/router.md, section 5; the rules are named where they are carried out.
#include "sim/model/network.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace toroid::model {
namespace {

// Inlined, as GCC 12 takes a call of a function that only prefetches for one without effect.
[[gnu::always_inline]] inline void Fetch(const void* memory) { __builtin_prefetch(memory, 1); }

constexpr std::size_t kAhead = 8;  // moves between a look ahead and its use
// Bytes of queues and their oldest flits from which looking ahead pays; below, it costs a tenth.
constexpr std::size_t kCache = std::size_t{5} << 20;

// Who contends for the outputs of the node under decision. All zero between nodes.
struct Contest {
  explicit Contest(std::size_t outputs) { std::fill_n(contenders, outputs, 0); }
  std::uint32_t contenders[64];  // by output: positions
  // by output and position: the source; meaningful where contenders has the bit
  std::uint16_t offered[64][32];
};

// R5.2 and R5.3: the sources whose oldest flits are put up.
std::uint64_t Candidates(const Node& node, const Queue* queues, std::uint64_t paired) {
  std::uint64_t feasible = 0;
  const std::uint64_t open_to_heads = node.room & node.unlocked;
  for (std::uint64_t rest = node.occupied; rest != 0; rest &= rest - 1) {
    const std::uint32_t source = Lowest(rest);
    const Request oldest = queues[source].oldest;
    const std::uint64_t open = oldest.head() ? open_to_heads : node.room;
    feasible |= (open >> oldest.target() & 1) << source;
  }
  const std::uint64_t both = feasible & feasible >> 1 & paired;
  const std::uint64_t drop_one = both & ~node.preferred;
  const std::uint64_t drop_zero = both & node.preferred;
  return feasible & ~(drop_zero | drop_one << 1);
}

template <bool kThroughFirst>
void DecideNode(const Network& net, std::uint32_t n, ArbiterState* arbiters_of_node,
                Contest& contest, std::vector<Move>& decided) {
  const auto grant = [&](std::uint32_t output, std::uint32_t contenders) {
    ArbiterState& state = arbiters_of_node[output];
    // Nothing contends for an ejector from position 0, so that this is R5.5 there, as R5.6 asks.
    return kThroughFirst ? GrantThroughFirst(state, contenders)
                         : GrantRoundRobin(state, contenders);
  };
  const Queue* queues = &net.queues[net.QueueIndex(n, 0)];
  const auto decide = [&](std::uint32_t source) {
    decided.push_back({n, static_cast<std::uint16_t>(source),
                       static_cast<std::uint16_t>(queues[source].oldest.target())});
  };
  std::uint64_t candidates = Candidates(net.nodes[n], queues, net.paired);
  // The usual case: nothing to choose, but the arbiter's state moves. Not has_single_bit, which
  // counts all bits where the processor may be any.
  if ((candidates & (candidates - 1)) == 0 && candidates != 0) {
    const std::uint32_t source = Lowest(candidates);
    const Request oldest = queues[source].oldest;
    grant(net.routes.target(oldest.target()).output, 1U << oldest.position());
    return decide(source);
  }
  std::uint64_t outputs = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const std::uint32_t source = Lowest(candidates);
    const Request oldest = queues[source].oldest;
    const std::uint32_t output = net.routes.target(oldest.target()).output;
    outputs |= Bit(output);
    contest.contenders[output] |= 1U << oldest.position();
    contest.offered[output][oldest.position()] = static_cast<std::uint16_t>(source);
  }
  for (; outputs != 0; outputs &= outputs - 1) {
    const std::uint32_t output = Lowest(outputs);
    const std::uint32_t granted = grant(output, std::exchange(contest.contenders[output], 0));
    decide(contest.offered[output][granted]);
  }
}

template <bool kThroughFirst>
void DecideAll(const Network& net, const Block& block, std::vector<ArbiterState>& arbiter_states,
               std::vector<Move>& decided) {
  const std::size_t outputs = net.routes.ports() + net.routes.locals();
  Contest contest(outputs);
  const std::size_t end = (block.range.end + 63) / 64;
  for (std::size_t w = block.range.begin / 64; w < end; ++w) {
    if (net.outgrows_cache && w + 1 < end) {
      net.active.ForEachOfWords(w + 1, w + 2, [&](std::uint32_t n) {
        Fetch(&net.nodes[n]);
        Fetch(&net.queues[net.QueueIndex(n, 0)]);
        Fetch(&net.queues[net.QueueIndex(n, net.source_bound - 1)]);
        Fetch(&arbiter_states[n * outputs]);
      });
    }
    net.active.ForEachOfWords(w, w + 1, [&](std::uint32_t n) {
      DecideNode<kThroughFirst>(net, n, arbiter_states.data() + n * outputs, contest, decided);
    });
  }
}

// Has the end of a queue brought to the cache.
[[gnu::always_inline]] inline void Expect(const Network& net, std::uint32_t n,
                                          std::uint32_t queue) {
  if (n >= net.routes.nodes()) return;  // the halo's
  const std::size_t q = net.QueueIndex(n, queue);
  Fetch(&net.EntryAt(q, 0));
  Fetch(&net.queues[q]);
  Fetch(&net.nodes[n]);
}

// What a move will change. A network that fits a cache has no use for it.
[[gnu::always_inline]] inline void Expect(const Network& net, const Move& move) {
  Expect(net, move.node, move.source);
  if (move.source < net.routes.lanes())
    Expect(net, net.Upstream(move.node, move.source), move.source);
  if (move.target < net.routes.lanes())
    Expect(net, net.Downstream(move.node, move.target), move.target);
}

// The oldest flit of a source. The request of a queue that is empty is not read; place 0 was
// written by then.
[[gnu::always_inline]] inline Entry Pop(Network& net, std::uint32_t n, std::uint32_t source) {
  const std::size_t q = net.QueueIndex(n, source);
  Queue& queue = net.queues[q];
  assert(queue.count > 0);
  const Entry entry = net.EntryAt(q, queue.first);
  const std::uint32_t last = queue.count == 1;
  const std::uint32_t next = (queue.first + 1U) & (last - 1);
  queue.oldest = net.EntryAt(q, next).request;
  queue.first = static_cast<std::uint16_t>(next);
  --queue.count;
  std::uint64_t& occupied = net.nodes[n].occupied;
  occupied &= ~(std::uint64_t{last} << source);
  net.active.EraseIf(occupied == 0, n);
  return entry;
}

// A flit at the end of a source; what it requests there is R5.1.
[[gnu::always_inline]] inline void Push(Network& net, std::uint32_t n, std::uint32_t source,
                                        Entry entry) {
  const std::size_t q = net.QueueIndex(n, source);
  Queue& queue = net.queues[q];
  assert(queue.count < (source < net.routes.lanes() ? net.depth : kLocalDepth));
  entry.request = Request(net.routes.RequestedOutputOf(n, source, entry.address), entry.head());
  net.EntryAt(q, std::uint32_t{queue.first} + queue.count) = entry;
  queue.oldest = Request::Either(queue.count == 0, entry.request, queue.oldest);
  ++queue.count;
  net.nodes[n].occupied |= Bit(source);
  net.active.Insert(n);
}

// R5.9. A flit left the buffer that this output lane fills.
void GiveCredit(Network& net, std::uint32_t n, std::uint32_t lane) {
  std::uint16_t& count = net.queues[net.QueueIndex(n, lane)].credits;
  assert(count < net.depth);
  ++count;
  net.nodes[n].room |= Bit(lane);
}

// R4.4.
void PutInEjector(Network& net, std::uint32_t n, std::uint32_t port, FlitRef flit) {
  const std::uint32_t local = n * net.routes.locals() + port;
  EjectQueue& queue = net.ejectors[local];
  assert(queue.count < kLocalDepth);
  queue.flits[(queue.first + std::uint32_t{queue.count}) % kLocalDepth] = flit;
  ++queue.count;
  net.nodes[n].room &= ~(std::uint64_t{queue.count == kLocalDepth} << (net.routes.lanes() + port));
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
  Node& node = net.nodes[move.node];
  const std::uint32_t channel = net.routes.source(move.source).channel;
  const std::uint64_t pair = Bit(move.source - channel);
  // not read on a link with one channel
  if (tail) node.preferred = (node.preferred & ~pair) | (channel == 0 ? pair : 0);
  const std::uint32_t up = net.Upstream(move.node, move.source);
  if (kAlone || (net.stages == 0 && block.range.Has(up))) return GiveCredit(net, up, move.source);
  ListFor(net, block, up).credits.push_back({up, move.source});
}

// R5.9 at the sender.
template <bool kAlone>
void CrossLink(Network& net, Block& block, const Move& move, const Entry& entry) {
  Queue& queue = net.queues[net.QueueIndex(move.node, move.target)];
  assert(queue.credits > 0);
  --queue.credits;
  net.nodes[move.node].room &= ~(std::uint64_t{queue.credits == 0} << move.target);
  ++block.crossings;
  const std::uint32_t down = net.Downstream(move.node, move.target);
  if (kAlone || (net.stages == 0 && block.range.Has(down)))
    return Push(net, down, move.target, entry);
  ListFor(net, block, down).arrivals.push_back({down, move.target, entry});
}

// R5.8.
template <bool kAlone>
void CommitMove(Network& net, Block& block, const Move move, bool report) {
  const Entry entry = Pop(net, move.node, move.source);
  if (move.source < net.routes.lanes()) LeaveBuffer<kAlone>(net, block, move, entry.tail != 0);
  // R5.10: behind a flit that is not the last its target is locked.
  Node& node = net.nodes[move.node];
  node.unlocked = (node.unlocked & ~Bit(move.target)) | std::uint64_t{entry.tail} << move.target;
  if (move.target >= net.routes.lanes())
    return PutInEjector(net, move.node, move.target - net.routes.lanes(), entry.flit());
  CrossLink<kAlone>(net, block, move, entry);
  if (!report) return;
  const Target& to = net.routes.target(move.target);
  block.hops.push_back({move.node, to.output, to.channel, entry.flit()});
}

template <bool kAlone>
void CommitMoves(Network& net, Block& block, bool report) {
  const std::vector<Move>& moves = block.moves;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (net.outgrows_cache && i + kAhead < moves.size()) Expect(net, moves[i + kAhead]);
    CommitMove<kAlone>(net, block, moves[i], report);
  }
}

// R6.5.
void CommitAccept(Network& net, std::uint32_t local) {
  EjectQueue& queue = net.ejectors[local];
  assert(queue.count > 0);
  queue.first ^= 1;
  --queue.count;
  net.delivered.EraseIf(queue.count == 0, local);
  const LocalPort at = net.routes.LocalAt(local);
  net.nodes[at.node].room |= Bit(net.routes.lanes() + at.port);
}

}  // namespace

Network::Network(const Plan& plan, const Slab& slab, std::uint32_t most_blocks)
    : routes(plan, slab),
      arbiter(plan.hardware().arbiter),
      depth(static_cast<std::uint32_t>(plan.hardware().buffer_depth)),
      ring(std::bit_ceil(depth)),
      plane(std::size_t{routes.nodes()} * (routes.lanes() + routes.locals())),
      source_bound(routes.lanes() + routes.locals()),
      stages(static_cast<std::uint32_t>(plan.hardware().link_stages)),
      nodes(routes.nodes()),
      queues(std::size_t{routes.nodes()} * source_bound),
      entries(new Entry[queues.size() * ring]),
      arbiters(std::size_t{routes.nodes()} * (routes.ports() + routes.locals())),
      ejectors(std::size_t{routes.nodes()} * routes.locals()),
      entering(ejectors.size()),
      active(routes.nodes()),
      delivered(ejectors.size()),
      blocks(Dealt<Block>(routes.nodes(), most_blocks)),
      block_of_word(BlockOfWords(blocks)),
      has_halo(!slab.halo().empty()),
      from_halo(stages + std::size_t{1}) {
  for (std::uint32_t p = 0; p < routes.ports(); ++p) {
    if (routes.port(p).channels == 2) paired |= Bit(routes.port(p).lane);
  }
  for (Queue& queue : queues) queue.credits = static_cast<std::uint16_t>(depth);
  outgrows_cache = queues.size() * (sizeof(Queue) + sizeof(Entry)) > kCache;
  for (Node& node : nodes) node.room = node.unlocked = ~std::uint64_t{0};
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
      if (x != behind_wrap) nodes[n].preferred |= Bit(port.lane);
    }
  }
}

// Reads the state and changes the arbiters alone; the order of nodes does not matter.
void Network::Decide(const Block& block, std::vector<ArbiterState>& arbiter_states,
                     std::vector<Move>& decided) const {
  decided.clear();
  if (arbiter == Arbiter::kThroughFirst) {
    DecideAll<true>(*this, block, arbiter_states, decided);
  } else {
    DecideAll<false>(*this, block, arbiter_states, decided);
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
  for (const std::uint32_t local : block.accepts) CommitAccept(*this, local);
  if (HasLists()) {
    CommitMoves<false>(*this, block, report);
  } else {
    CommitMoves<true>(*this, block, report);
  }
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
