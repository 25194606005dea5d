// One cycle in two phases. Decide reads the state at the start of the cycle and lists the moves; Commit carries them out (R4.8). What the
// local ports did in the cycle waits in two lists until Commit. No list or table is searched: each node has its sources, targets, locks and
// preferences as bits of 64-bit words, and only nodes with a waiting flit are looked at.
//
// Example, a ring of 4 and a packet of one flit from 0 to 1: in cycle 0 Inject puts it in the list and Commit into the inject queue. In
// cycle 1 Decide finds it there with the wish for lane 0 of port "+", which has credit; Commit takes the credit, moves the flit to input
// buffer 0 of node 1 and finds its wish there, the ejector. In cycle 2 it moves to the eject queue and the credit returns; in cycle 3 it is
// on m_axis.
#include "sim/model/model.h"

#include <bit>
#include <cassert>
#include <cstddef>
#include <utility>

#include "sim/model/arbiter.h"
#include "sim/model/node_set.h"
#include "sim/model/routes.h"

namespace toroid {
namespace model {
namespace {

constexpr std::uint32_t kLocalDepth = 2;  // R4.3, R4.4

constexpr std::uint64_t Bit(std::uint32_t i) { return std::uint64_t{1} << i; }
constexpr std::uint32_t Lowest(std::uint64_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }

// The state that changes has no byte-sized members: after a store through a byte pointer, which may point to anything, the compiler would
// have to load every pointer again.

// A flit in a buffer or an inject queue, with its wish there.
struct Entry {
  std::uint32_t slot;
  std::uint32_t index;
  std::uint32_t address;       // of its destination
  std::uint32_t target : 8;    // the Wish
  std::uint32_t position : 8;  //
  std::uint32_t tail : 1;

  bool head() const { return index == 0; }
  FlitRef flit() const { return {slot, index, tail != 0}; }
};

// The occupied part of a ring of `depth` entries. An inject queue has such a ring too, but holds at most kLocalDepth.
struct Queue {
  std::uint16_t first = 0;
  std::uint16_t count = 0;
};

// The bits of a node's sources and targets (routes.h).
struct Node {
  std::uint64_t occupied = 0;   // sources that hold a flit
  std::uint64_t room = 0;       // targets with a credit, or with a free place in the eject queue
  std::uint64_t unlocked = 0;   // targets whose lock is free
  std::uint64_t preferred = 0;  // R4.6: at the lane of channel 0 of an input link, its preferred channel
};

struct EjectQueue {
  FlitRef flits[kLocalDepth];
  std::uint8_t first = 0;
  std::uint8_t count = 0;
};

struct Move {
  std::uint32_t node;
  std::uint16_t source;
  std::uint16_t target;
};

// Who contends for the outputs of the node under decision. All zero between nodes.
struct Contest {
  std::uint32_t contenders[64] = {};  // by output: positions
  Move offered[64][32];               // by output and position; meaningful where contenders has the bit
};

struct Injection {
  std::uint32_t local;
  FlitRef flit;
  std::uint32_t destination;
};

}  // namespace
}  // namespace model

using namespace model;  // NOLINT(build/namespaces)

struct Model::State {
  explicit State(const Plan& plan);

  // ---- phase one ----
  template <bool kThroughFirst>
  void DecideAll(std::vector<ArbiterState>& arbiter_states, std::vector<Move>& decided) const;
  void Decide(std::vector<ArbiterState>& arbiter_states, std::vector<Move>& decided) const;
  template <bool kThroughFirst>
  void DecideNode(std::uint32_t n, ArbiterState* arbiters_of_node, Contest& contest, std::vector<Move>& decided) const;
  std::uint64_t Candidates(std::uint32_t n) const;

  // ---- phase two ----
  void Commit(std::vector<HopEvent>& hops);
  void CommitMove(const Move& move, std::vector<HopEvent>& hops);
  Entry Pop(std::uint32_t n, std::uint32_t source);
  void Push(std::uint32_t n, std::uint32_t source, Entry entry);
  void ReturnCredit(std::uint32_t n, std::uint32_t lane);
  void TakeCredit(std::uint32_t n, std::uint32_t lane);
  void PutInEjector(std::uint32_t n, std::uint32_t port, FlitRef flit);
  void CommitInjection(const Injection& injection);
  void CommitAccept(std::uint32_t local);

  // ---- where things are ----
  std::size_t QueueIndex(std::uint32_t n, std::uint32_t source) const { return std::size_t{n} * source_bound + source; }
  const Entry& Oldest(std::uint32_t n, std::uint32_t source) const {
    const std::size_t q = QueueIndex(n, source);
    return entries[q * depth + queues[q].first];
  }
  Blocked Describe(std::uint32_t n, std::uint32_t source) const;

  Routes routes;
  Arbiter arbiter;
  std::uint32_t depth;
  std::uint32_t source_bound;  // lanes + locals
  std::uint64_t paired = 0;    // the lanes that are channel 0 of a link with two

  std::vector<Node> nodes;
  std::vector<Queue> queues;            // QueueIndex
  std::unique_ptr<Entry[]> entries;     // QueueIndex * depth + place; not read before it is written
  std::vector<std::uint16_t> credits;   // QueueIndex of the output lane; unused for locals
  std::vector<ArbiterState> arbiters;   // node * (ports + locals) + output
  std::vector<EjectQueue> ejectors;     // local
  std::vector<std::uint32_t> entering;  // local: the address read from the last head injected (R6.3)

  NodeSet active;     // nodes with an occupied source
  NodeSet delivered;  // locals with a flit in the eject queue
  std::uint64_t flits_inside = 0;

  std::vector<Move> moves;
  std::vector<Injection> injections;
  std::vector<std::uint32_t> accepts;
  std::vector<std::uint32_t> ejecting;
};

Model::State::State(const Plan& plan)
    : routes(plan),
      arbiter(plan.hardware().arbiter),
      depth(static_cast<std::uint32_t>(plan.hardware().buffer_depth)),
      source_bound(routes.lanes() + routes.locals()),
      nodes(routes.nodes()),
      queues(std::size_t{routes.nodes()} * source_bound),
      entries(new Entry[queues.size() * depth]),
      credits(queues.size(), static_cast<std::uint16_t>(depth)),
      arbiters(std::size_t{routes.nodes()} * (routes.ports() + routes.locals())),
      ejectors(std::size_t{routes.nodes()} * routes.locals()),
      entering(ejectors.size()),
      active(routes.nodes()),
      delivered(ejectors.size()) {
  for (std::uint32_t p = 0; p < routes.ports(); ++p) {
    if (routes.port(p).channels == 2) paired |= Bit(routes.port(p).lane);
  }
  for (Node& node : nodes) node.room = node.unlocked = ~std::uint64_t{0};
}

// R5.2 and R5.3: the sources whose oldest flits are put up.
std::uint64_t Model::State::Candidates(std::uint32_t n) const {
  const Node& node = nodes[n];
  std::uint64_t feasible = 0;
  for (std::uint64_t rest = node.occupied; rest != 0; rest &= rest - 1) {
    const std::uint32_t source = Lowest(rest);
    const Entry& oldest = Oldest(n, source);
    const std::uint64_t open = oldest.head() ? node.room & node.unlocked : node.room;
    feasible |= (open >> oldest.target & 1) << source;
  }
  const std::uint64_t both = feasible & feasible >> 1 & paired;
  const std::uint64_t drop_one = both & ~node.preferred;
  const std::uint64_t drop_zero = both & node.preferred;
  return feasible & ~(drop_zero | drop_one << 1);
}

template <bool kThroughFirst>
void Model::State::DecideNode(std::uint32_t n, ArbiterState* arbiters_of_node, Contest& contest, std::vector<Move>& decided) const {
  const auto grant = [&](std::uint32_t output, std::uint32_t contenders) {
    if (kThroughFirst && output < routes.ports()) return GrantThroughFirst(arbiters_of_node[output], contenders);
    return GrantRoundRobin(arbiters_of_node[output], contenders);
  };
  std::uint64_t candidates = Candidates(n);
  if (candidates == 0) return;
  if ((candidates & (candidates - 1)) == 0) {  // the usual case: nothing to choose, but the arbiter's state moves
    const std::uint32_t source = Lowest(candidates);
    const Entry& oldest = Oldest(n, source);
    grant(routes.target(oldest.target).output, 1U << oldest.position);
    decided.push_back({n, static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(oldest.target)});
    return;
  }
  std::uint64_t outputs = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const std::uint32_t source = Lowest(candidates);
    const Entry& oldest = Oldest(n, source);
    const std::uint32_t output = routes.target(oldest.target).output;
    outputs |= Bit(output);
    contest.contenders[output] |= 1U << oldest.position;
    contest.offered[output][oldest.position] = {n, static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(oldest.target)};
  }
  for (; outputs != 0; outputs &= outputs - 1) {
    const std::uint32_t output = Lowest(outputs);
    decided.push_back(contest.offered[output][grant(output, std::exchange(contest.contenders[output], 0))]);
  }
}

template <bool kThroughFirst>
void Model::State::DecideAll(std::vector<ArbiterState>& arbiter_states, std::vector<Move>& decided) const {
  Contest contest;
  const std::size_t outputs = routes.ports() + routes.locals();
  active.ForEach([&](std::uint32_t n) { DecideNode<kThroughFirst>(n, arbiter_states.data() + n * outputs, contest, decided); });
}

// The moves of this cycle, ascending by (node, output). The arbiters are an argument so that BlockedFlits can ask without changing them.
void Model::State::Decide(std::vector<ArbiterState>& arbiter_states, std::vector<Move>& decided) const {
  decided.clear();
  if (arbiter == Arbiter::kThroughFirst) {
    DecideAll<true>(arbiter_states, decided);
  } else {
    DecideAll<false>(arbiter_states, decided);
  }
}

Entry Model::State::Pop(std::uint32_t n, std::uint32_t source) {
  const std::size_t q = QueueIndex(n, source);
  Queue& queue = queues[q];
  assert(queue.count > 0);
  const Entry entry = entries[q * depth + queue.first];
  queue.first = static_cast<std::uint16_t>(queue.first + 1U == depth ? 0 : queue.first + 1);
  --queue.count;
  nodes[n].occupied &= ~(std::uint64_t{queue.count == 0} << source);
  active.EraseIf(nodes[n].occupied == 0, n);
  return entry;
}

void Model::State::Push(std::uint32_t n, std::uint32_t source, Entry entry) {
  const std::size_t q = QueueIndex(n, source);
  Queue& queue = queues[q];
  assert(queue.count < (source < routes.lanes() ? depth : kLocalDepth));
  const Wish wish = routes.WishOf(n, source, entry.address);
  const std::uint32_t place = queue.first + std::uint32_t{queue.count};
  entries[q * depth + (place < depth ? place : place - depth)] = {entry.slot,  entry.index,   entry.address,
                                                                  wish.target, wish.position, entry.tail};
  ++queue.count;
  nodes[n].occupied |= Bit(source);
  active.Insert(n);
}

// R5.9. The flit left input buffer `lane` of node n; the neighbour that fills it holds the count.
void Model::State::ReturnCredit(std::uint32_t n, std::uint32_t lane) {
  const std::uint32_t upstream = routes.Next(n, routes.port(routes.source(lane).port).opposite);
  std::uint16_t& count = credits[QueueIndex(upstream, lane)];
  assert(count < depth);
  ++count;
  nodes[upstream].room |= Bit(lane);
}

void Model::State::TakeCredit(std::uint32_t n, std::uint32_t lane) {
  std::uint16_t& count = credits[QueueIndex(n, lane)];
  assert(count > 0);
  if (--count == 0) nodes[n].room &= ~Bit(lane);
}

void Model::State::PutInEjector(std::uint32_t n, std::uint32_t port, FlitRef flit) {
  const std::uint32_t local = n * routes.locals() + port;
  EjectQueue& queue = ejectors[local];
  assert(queue.count < kLocalDepth);
  queue.flits[(queue.first + std::uint32_t{queue.count}) % kLocalDepth] = flit;
  if (++queue.count == kLocalDepth) nodes[n].room &= ~Bit(routes.lanes() + port);
  delivered.Insert(local);
}

void Model::State::CommitMove(const Move& move, std::vector<HopEvent>& hops) {
  Node& node = nodes[move.node];
  const Entry entry = Pop(move.node, move.source);
  if (move.source < routes.lanes()) {
    const Source& from = routes.source(move.source);
    const std::uint64_t pair = Bit(move.source - from.channel);
    node.preferred = from.channel == 0 ? node.preferred | pair : node.preferred & ~pair;  // R5.11; not read on a link with one channel
    ReturnCredit(move.node, move.source);
  }
  if (entry.head() != entry.tail) {  // R5.10
    node.unlocked = entry.head() ? node.unlocked & ~Bit(move.target) : node.unlocked | Bit(move.target);
  }
  if (move.target >= routes.lanes()) return PutInEjector(move.node, move.target - routes.lanes(), entry.flit());
  TakeCredit(move.node, move.target);
  const Target& to = routes.target(move.target);
  Push(routes.Next(move.node, to.output), move.target, entry);
  hops.push_back({move.node, to.output, to.channel, entry.flit()});
}

void Model::State::CommitInjection(const Injection& injection) {
  const std::uint32_t n = injection.local / routes.locals();
  const std::uint32_t source = routes.lanes() + injection.local % routes.locals();
  if (injection.flit.head()) entering[injection.local] = routes.Address(injection.destination);
  Push(n, source, {injection.flit.slot, injection.flit.index, entering[injection.local], 0, 0, injection.flit.tail});
  ++flits_inside;
}

void Model::State::CommitAccept(std::uint32_t local) {
  EjectQueue& queue = ejectors[local];
  assert(queue.count > 0);
  queue.first ^= 1;
  --queue.count;
  delivered.EraseIf(queue.count == 0, local);
  nodes[local / routes.locals()].room |= Bit(routes.lanes() + local % routes.locals());
  --flits_inside;
}

void Model::State::Commit(std::vector<HopEvent>& hops) {
  for (const std::uint32_t local : accepts) CommitAccept(local);
  for (const Move& move : moves) CommitMove(move, hops);
  for (const Injection& injection : injections) CommitInjection(injection);
  accepts.clear();
  injections.clear();
  ejecting.clear();
  delivered.ForEach([&](std::uint32_t local) { ejecting.push_back(local); });
}

// Why the oldest flit of a source stays, if it was not granted.
Model::Blocked Model::State::Describe(std::uint32_t n, std::uint32_t source) const {
  const Entry& oldest = Oldest(n, source);
  const Target& to = routes.target(oldest.target);
  const Source& from = routes.source(source);
  const bool ejector = oldest.target >= routes.lanes();
  const bool room = (nodes[n].room >> oldest.target & 1) != 0;
  const bool locked = oldest.head() && (nodes[n].unlocked >> oldest.target & 1) == 0;
  Blocked blocked{.node = n,
                  .port = from.axis == kNoAxis ? -1 - from.port : from.port,
                  .channel = from.channel,
                  .flit = oldest.flit(),
                  .wants_port = ejector ? -1 - static_cast<int>(to.output - routes.ports()) : to.output,
                  .wants_channel = to.channel,
                  .reason = Blocked::Reason::kLostArbitration};
  if (!room) {
    blocked.reason = ejector ? Blocked::Reason::kEjectorFull : Blocked::Reason::kNoCredit;
  } else if (locked) {
    blocked.reason = Blocked::Reason::kLocked;
  }
  return blocked;
}

Model::Model(const Plan& plan) : state_(std::make_unique<State>(plan)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

// R6.1, R4.5.
bool Model::InjectReady(std::uint32_t local) const {
  const Routes& routes = state_->routes;
  const std::uint32_t n = local / routes.locals();
  const std::uint32_t port = local % routes.locals();
  if (routes.locals() > 1 && routes.Next(n, port) == kNoNode) return false;
  return state_->queues[state_->QueueIndex(n, routes.lanes() + port)].count < kLocalDepth;
}

void Model::Inject(std::uint32_t local, FlitRef flit, NodeId destination) {
  assert(InjectReady(local));
  assert(!flit.head() || (destination.value() < state_->routes.nodes() && destination.value() != local / state_->routes.locals()));
  state_->injections.push_back({local, flit, destination.value()});
}

const FlitRef* Model::EjectHead(std::uint32_t local) const {
  const EjectQueue& queue = state_->ejectors[local];
  return queue.count == 0 ? nullptr : &queue.flits[queue.first];
}

const std::vector<std::uint32_t>& Model::Ejecting() const { return state_->ejecting; }

void Model::Accept(std::uint32_t local) {
  assert(EjectHead(local) != nullptr);
  state_->accepts.push_back(local);
}

void Model::Step(std::vector<HopEvent>& hops) {
  state_->Decide(state_->arbiters, state_->moves);
  state_->Commit(hops);
}

bool Model::Empty() const { return state_->flits_inside == 0; }

std::size_t Model::BytesPerNode() const {
  const Routes& routes = state_->routes;
  const std::size_t of_source = sizeof(Queue) + sizeof(std::uint16_t) + state_->depth * sizeof(Entry);
  const std::size_t of_local = sizeof(EjectQueue) + sizeof(std::uint32_t);
  return sizeof(Node) + state_->source_bound * of_source + (routes.ports() + routes.locals()) * sizeof(ArbiterState) +
         routes.locals() * of_local + routes.bytes_per_node();
}

std::vector<Model::Blocked> Model::BlockedFlits() const {
  std::vector<ArbiterState> arbiters = state_->arbiters;
  std::vector<Move> moves;
  state_->Decide(arbiters, moves);
  std::vector<std::uint64_t> moving(state_->nodes.size());
  for (const Move& move : moves) moving[move.node] |= Bit(move.source);
  std::vector<Blocked> blocked;
  state_->active.ForEach([&](std::uint32_t n) {
    for (std::uint64_t rest = state_->nodes[n].occupied & ~moving[n]; rest != 0; rest &= rest - 1) {
      blocked.push_back(state_->Describe(n, Lowest(rest)));
    }
  });
  return blocked;
}

}  // namespace toroid
