// Idea: a cycle in two phases (network.h), over bit masks. A node's oldest flits, which of them can
// move, who contends for which output and who wins are bits of 64-bit words, and only nodes with a
// waiting flit are looked at; so a cycle costs little more than the flits that move.
//
// The order in which nodes are looked at has no effect: Decide reads only the state at the start of
// the cycle (R4.8), and no two moves touch the same queue's end.
//
// Source: docs/spec/router.md, section 5; the rules are named where they are carried out.
#include "sim/model/network.h"

#include <cassert>
#include <utility>

namespace toroid::model {
namespace {

// Who contends for the outputs of the node under decision. All zero between nodes.
struct Contest {
  std::uint32_t contenders[64] = {};  // by output: positions
  // by output and position; meaningful where contenders has the bit
  std::uint16_t offered[64][32];  // the source
};

// R5.2 and R5.3: the sources whose oldest flits are put up.
std::uint64_t Candidates(const Network& net, std::uint32_t n) {
  const Node& node = net.nodes[n];
  std::uint64_t feasible = 0;
  const Queue* queues = &net.queues[net.QueueIndex(n, 0)];
  const std::uint64_t open_to_heads = node.room & node.unlocked;
  for (std::uint64_t rest = node.occupied; rest != 0; rest &= rest - 1) {
    const std::uint32_t source = Lowest(rest);
    const Request oldest = queues[source].oldest;
    const std::uint64_t open = oldest.head() ? open_to_heads : node.room;
    feasible |= (open >> oldest.target() & 1) << source;
  }
  const std::uint64_t both = feasible & feasible >> 1 & net.paired;
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
  const auto move_of = [&](std::uint32_t source) {
    return Move{n, static_cast<std::uint16_t>(source),
                static_cast<std::uint16_t>(net.RequestAt(n, source).target())};
  };
  std::uint64_t candidates = Candidates(net, n);
  if (candidates == 0) return;
  // the usual case: nothing to choose, but the arbiter's state moves
  if ((candidates & (candidates - 1)) == 0) {
    const std::uint32_t source = Lowest(candidates);
    const Request oldest = net.RequestAt(n, source);
    grant(net.routes.target(oldest.target()).output, 1U << oldest.position());
    decided.push_back(move_of(source));
    return;
  }
  std::uint64_t outputs = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const std::uint32_t source = Lowest(candidates);
    const Request oldest = net.RequestAt(n, source);
    const std::uint32_t output = net.routes.target(oldest.target()).output;
    outputs |= Bit(output);
    contest.contenders[output] |= 1U << oldest.position();
    contest.offered[output][oldest.position()] = static_cast<std::uint16_t>(source);
  }
  for (; outputs != 0; outputs &= outputs - 1) {
    const std::uint32_t output = Lowest(outputs);
    decided.push_back(move_of(
        contest.offered[output][grant(output, std::exchange(contest.contenders[output], 0))]));
  }
}

template <bool kThroughFirst>
void DecideAll(const Network& net, std::vector<ArbiterState>& arbiter_states,
               std::vector<Move>& decided) {
  Contest contest;
  const std::size_t outputs = net.routes.ports() + net.routes.locals();
  net.active.ForEach([&](std::uint32_t n) {
    DecideNode<kThroughFirst>(net, n, arbiter_states.data() + n * outputs, contest, decided);
  });
}

// R5.1.
Request RequestOf(const Network& net, std::uint32_t n, std::uint32_t source, const Entry& entry) {
  return {net.routes.RequestedOutputOf(n, source, entry.address), entry.head()};
}

// The oldest flit of a source.
Entry Pop(Network& net, std::uint32_t n, std::uint32_t source) {
  const std::size_t q = net.QueueIndex(n, source);
  Queue& queue = net.queues[q];
  assert(queue.count > 0);
  const Entry* ring = &net.entries[q * net.depth];
  const Entry entry = ring[queue.first];
  queue.first = static_cast<std::uint16_t>(queue.first + 1U == net.depth ? 0 : queue.first + 1);
  if (--queue.count > 0) {
    queue.oldest = RequestOf(net, n, source, ring[queue.first]);
    return entry;
  }
  net.nodes[n].occupied &= ~Bit(source);
  net.active.EraseIf(net.nodes[n].occupied == 0, n);
  return entry;
}

// A flit at the end of a source.
void Push(Network& net, std::uint32_t n, std::uint32_t source, const Entry& entry) {
  const std::size_t q = net.QueueIndex(n, source);
  Queue& queue = net.queues[q];
  assert(queue.count < (source < net.routes.lanes() ? net.depth : kLocalDepth));
  const std::uint32_t place = queue.first + std::uint32_t{queue.count};
  net.entries[q * net.depth + (place < net.depth ? place : place - net.depth)] = entry;
  if (queue.count++ > 0) return;
  queue.oldest = RequestOf(net, n, source, entry);
  net.nodes[n].occupied |= Bit(source);
  net.active.Insert(n);
}

// R5.9. The flit left input buffer `lane` of node n; the neighbour that fills it holds the count.
void ReturnCredit(Network& net, std::uint32_t n, std::uint32_t lane) {
  const std::uint32_t upstream =
      net.routes.Next(n, net.routes.port(net.routes.source(lane).port).opposite);
  std::uint16_t& count = net.queues[net.QueueIndex(upstream, lane)].credits;
  assert(count < net.depth);
  ++count;
  net.nodes[upstream].room |= Bit(lane);
}

// R5.9, at the sender.
void TakeCredit(Network& net, std::uint32_t n, std::uint32_t lane) {
  std::uint16_t& count = net.queues[net.QueueIndex(n, lane)].credits;
  assert(count > 0);
  if (--count == 0) net.nodes[n].room &= ~Bit(lane);
}

// R4.4.
void PutInEjector(Network& net, std::uint32_t n, std::uint32_t port, FlitRef flit) {
  const std::uint32_t local = n * net.routes.locals() + port;
  EjectQueue& queue = net.ejectors[local];
  assert(queue.count < kLocalDepth);
  queue.flits[(queue.first + std::uint32_t{queue.count}) % kLocalDepth] = flit;
  if (++queue.count == kLocalDepth) net.nodes[n].room &= ~Bit(net.routes.lanes() + port);
  net.delivered.Insert(local);
}

// R5.8.
void CommitMove(Network& net, const Move& move, std::vector<HopEvent>& hops) {
  Node& node = net.nodes[move.node];
  const Entry entry = Pop(net, move.node, move.source);
  if (move.source < net.routes.lanes()) {
    const Source& from = net.routes.source(move.source);
    const std::uint64_t pair = Bit(move.source - from.channel);
    // R5.11; not read on a link with one channel
    node.preferred = from.channel == 0 ? node.preferred | pair : node.preferred & ~pair;
    ReturnCredit(net, move.node, move.source);
  }
  if (entry.head() != (entry.tail != 0)) {  // R5.10
    node.unlocked =
        entry.head() ? node.unlocked & ~Bit(move.target) : node.unlocked | Bit(move.target);
  }
  if (move.target >= net.routes.lanes())
    return PutInEjector(net, move.node, move.target - net.routes.lanes(), entry.flit());
  TakeCredit(net, move.node, move.target);
  const Target& to = net.routes.target(move.target);
  Push(net, net.routes.Next(move.node, to.output), move.target, entry);
  hops.push_back({move.node, to.output, to.channel, entry.flit()});
}

// R6.2; the address is read on the first beat (R6.3).
void CommitInjection(Network& net, const Injection& injection) {
  const std::uint32_t n = injection.local / net.routes.locals();
  const std::uint32_t source = net.routes.lanes() + injection.local % net.routes.locals();
  if (injection.flit.head())
    net.entering[injection.local] = net.routes.Address(injection.destination);
  Push(net, n, source,
       {injection.flit.slot, injection.flit.index, net.entering[injection.local],
        injection.flit.tail});
  ++net.flits_inside;
}

// R6.5.
void CommitAccept(Network& net, std::uint32_t local) {
  EjectQueue& queue = net.ejectors[local];
  assert(queue.count > 0);
  queue.first ^= 1;
  --queue.count;
  net.delivered.EraseIf(queue.count == 0, local);
  net.nodes[local / net.routes.locals()].room |=
      Bit(net.routes.lanes() + local % net.routes.locals());
  --net.flits_inside;
}

}  // namespace

Network::Network(const Plan& plan)
    : routes(plan),
      arbiter(plan.hardware().arbiter),
      depth(static_cast<std::uint32_t>(plan.hardware().buffer_depth)),
      source_bound(routes.lanes() + routes.locals()),
      nodes(routes.nodes()),
      queues(std::size_t{routes.nodes()} * source_bound),
      entries(new Entry[queues.size() * depth]),
      arbiters(std::size_t{routes.nodes()} * (routes.ports() + routes.locals())),
      ejectors(std::size_t{routes.nodes()} * routes.locals()),
      entering(ejectors.size()),
      active(routes.nodes()),
      delivered(ejectors.size()) {
  for (std::uint32_t p = 0; p < routes.ports(); ++p) {
    if (routes.port(p).channels == 2) paired |= Bit(routes.port(p).lane);
  }
  for (Queue& queue : queues) queue.credits = static_cast<std::uint16_t>(depth);
  for (Node& node : nodes) node.room = node.unlocked = ~std::uint64_t{0};
}

// Reads the state and changes the arbiters alone; the order of nodes does not matter.
void Network::Decide(std::vector<ArbiterState>& arbiter_states, std::vector<Move>& decided) const {
  decided.clear();
  if (arbiter == Arbiter::kThroughFirst) {
    DecideAll<true>(*this, arbiter_states, decided);
  } else {
    DecideAll<false>(*this, arbiter_states, decided);
  }
}

// Acceptances first, then moves, then injections: each sees only what was decided before it.
void Network::Commit(std::vector<HopEvent>& hops) {
  for (const std::uint32_t local : accepts) CommitAccept(*this, local);
  for (const Move& move : moves) CommitMove(*this, move, hops);
  for (const Injection& injection : injections) CommitInjection(*this, injection);
  accepts.clear();
  injections.clear();
  ejecting.clear();
  delivered.ForEach([&](std::uint32_t local) { ejecting.push_back(local); });
}

}  // namespace toroid::model
