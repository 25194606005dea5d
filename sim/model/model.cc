// The testbench's view of the model: local ports, events, levels and, when nothing moves, who waits
// for whom. network.cc has the network itself; relays stand between its local ports and these.
#include "sim/model/model.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "gen/support/integers.h"
#include "gen/support/team.h"
#include "sim/model/barrier.h"
#include "sim/model/network.h"
#include "sim/model/relay.h"
#include "sim/model/routes.h"

namespace toroid {

using namespace model;  // NOLINT(build/namespaces)

namespace {

// The reason why the oldest flit of a source stays, if this request of it was not granted (R5.2,
// R5.3).
Model::Blocked Describe(const Network& network, std::uint32_t n, std::uint32_t source,
                        std::uint32_t wanted) {
  const Routes& routes = network.routes;
  const Entry& oldest = network.Oldest(n, source);
  const Target& to = routes.target(wanted);
  const Source& from = routes.source(source);
  const bool ejector = wanted >= routes.link_channels();
  using Reason = Model::Blocked::Reason;
  Model::Blocked blocked{
      .node = n,
      .port = from.axis == kNoAxis ? -1 - from.port : from.port,
      .channel = from.channel,
      .flit = oldest.flit(),
      .wants_port = ejector ? -1 - static_cast<int>(to.output - routes.ports()) : to.output,
      .wants_channel = to.channel,
      .reason = Reason::kLostArbitration};
  if (network.RoomAt(n, wanted) == 0) {
    blocked.reason = ejector ? Reason::kEjectorFull : Reason::kNoCredit;
  } else if (oldest.head() && network.IsLocked(n, wanted)) {
    blocked.reason = Reason::kLocked;
  }
  return blocked;
}

}  // namespace

struct Model::State : Network {
  State(const Plan& from, int threads, const Slab& part, model::Border* with)
      : Network(from, part, static_cast<std::uint32_t>(threads)),
        plan(from),
        border(with),
        team(static_cast<int>(blocks.size())),
        injectors(delivered.words().size()) {
    if (plan.relay()) relays.emplace(plan, *this);
    if (plan.hardware().barrier) barrier.emplace(plan.host(), plan.hardware().links.stages);
    for (std::uint32_t local = 0; local < ejectors.size(); ++local) {
      if (HasInjector(local)) Mark(injectors.data(), local);
    }
  }
  // R4.5, DG7.10.
  bool HasInjector(std::uint32_t local) const {
    if (!plan.IsPresent(routes.NodeOf(local / routes.locals()))) return false;
    return routes.locals() == 1 ||
           routes.Next(local / routes.locals(), local % routes.locals()) != kNoNode;
  }
  // Ends the cycle of all blocks.
  void StepBlocks(bool report);
  void EndBarrier();
  // Requires words that are 0.
  void MarkBusy(std::uint64_t* bits) const;
  void MarkReady(std::uint64_t* bits) const;
  void MarkValid(std::uint64_t* bits) const;

  std::size_t Crossings() const;
  void CrossBorder();

  const Plan& plan;
  model::Border* border;                 // null for a whole network
  Team team;                             // a thread for each block
  std::vector<std::uint32_t> ejecting;   // local ports with a delivered flit
  std::vector<std::uint64_t> injectors;  // bitmap of the local ports with an injector
  std::optional<Relays> relays;
  std::optional<Barrier> barrier;
  std::optional<Refusals> refusals;  // set once a packet enters by its address
  std::vector<bool> refusing;        // by local port: whether the entering packet is refused
  std::vector<std::uint32_t> ended;  // local ports whose refused packet ended in this cycle
  std::vector<std::uint32_t> errors;
  Observer* observer = nullptr;
};

// A block's decisions depend on its own nodes only, and so do its commits, apart from the lists for
// other blocks.
void Model::State::StepBlocks(bool report) {
  team.Run([&](int part) {
    Block& block = blocks[static_cast<std::size_t>(part)];
    Decide(block, arbiters, block.moves);
    Commit(block, report);
  });
  if (border != nullptr) CrossBorder();
  if (HasLists())
    team.Run([&](int part) { TakeFromLinks(blocks[static_cast<std::size_t>(part)]); });
  NextCycle();
  ejecting.clear();
  delivered.ForEach([&](std::uint32_t local) { ejecting.push_back(local); });
}

std::size_t Model::State::Crossings() const {
  std::size_t crossings = 0;
  for (const Block& block : blocks) crossings += block.crossings;
  return crossings;
}

void Model::State::CrossBorder() {
  std::vector<const OnLinks*> leaving;
  for (const Block& block : blocks) leaving.push_back(&block.leaving);
  border->Cross(leaving, Crossings(), FromHalo());
}

// BA3.2: the relays of all nodes start together, as the barrier releases them together (BA2.4).
void Model::State::EndBarrier() {
  if (relays && barrier->Released(NodeId{0})) relays->Start();
  barrier->EndCycle();
}

// R8.2, R9.6, L4.8, BA2.6.
void Model::State::MarkBusy(std::uint64_t* bits) const {
  std::ranges::copy(active.words(), bits);
  if (routes.locals() == 1) {
    for (std::size_t w = 0; w < delivered.words().size(); ++w) bits[w] |= delivered.words()[w];
  } else {
    delivered.ForEach([&](std::uint32_t local) { Mark(bits, local / routes.locals()); });
  }
  for (const std::uint32_t local : errors) Mark(bits, local / routes.locals());
  ForEachInStages([&](const OnLinks& on_links) {
    for (const Arrival& arrival : on_links.arrivals) Mark(bits, arrival.node);
    for (const Credit& credit : on_links.credits) Mark(bits, credit.node);
  });
  if (relays) relays->MarkBusy(bits);
  for (std::uint32_t n = 0; barrier && n < routes.nodes(); ++n)
    if (barrier->Busy(NodeId{n})) Mark(bits, n);
}

// R6.1, L4.5.
void Model::State::MarkReady(std::uint64_t* bits) const {
  std::ranges::copy(injectors, bits);
  active.ForEach([&](std::uint32_t n) {
    for (std::uint32_t port = 0; port < routes.locals(); ++port) {
      if (CountOf(n, routes.link_channels() + port) == kLocalDepth)
        Unmark(bits, n * routes.locals() + port);
    }
  });
  for (std::uint32_t local = 0; relays && local < ejectors.size(); ++local) {
    if (relays->Claims(local)) Unmark(bits, local);
  }
}

// R6.5, L4.1.
void Model::State::MarkValid(std::uint64_t* bits) const {
  if (!relays) {
    std::ranges::copy(delivered.words(), bits);
    return;
  }
  for (const std::uint32_t local : relays->Homing()) Mark(bits, local);
}

Model::Model(const Plan& plan, int threads) : Model(plan, threads, Slab(plan.host()), nullptr) {}
Model::Model(const Plan& plan, int threads, const Slab& slab, Border* border)
    : state_(std::make_unique<State>(plan, threads, slab, border)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

void Model::Show(Observer* observer) { state_->observer = observer; }

// R6.1, R4.5.
bool Model::InjectReady(std::uint32_t local) const {
  const Routes& routes = state_->routes;
  const LocalPort at = routes.LocalAt(local);
  if (!Holds(state_->injectors, local)) return false;
  if (state_->relays && state_->relays->Claims(local)) return false;
  return state_->CountOf(at.node, routes.link_channels() + at.port) < kLocalDepth;
}

void Model::Inject(std::uint32_t local, FlitRef flit, NodeId destination) {
  assert(InjectReady(local));
  assert(!flit.head() || destination.value() < state_->plan.host().size());
  assert(!flit.head() || state_->copies ||
         destination != state_->routes.NodeOf(local / state_->routes.locals()));
  const NodeId to = state_->relays ? state_->relays->Send(local, flit, destination) : destination;
  state_->Inject(local, flit, to);
}

// By address, like hardware: the head decides whether the packet is refused, and the flits behind
// it follow (R6.4). The error pulse is due after its tail.
void Model::Inject(std::uint32_t local, FlitRef flit, std::uint32_t address, std::uint32_t id) {
  State& s = *state_;
  if (!s.refusals) {
    s.refusals.emplace(s.plan, s.routes);
    s.refusing.resize(s.ejectors.size());
  }
  std::optional<NodeId> destination;
  if (flit.head()) {
    destination = s.refusals->Destination(local, address, id);
    s.refusing[local] = !destination;
  }
  assert(InjectReady(local));
  if (!s.refusing[local]) {
    Inject(local, flit, destination.value_or(NodeId{}));
  } else if (flit.tail) {
    s.ended.push_back(local);
  }
}

const std::vector<std::uint32_t>& Model::Errors() const { return state_->errors; }

// With relays, the user does not see a flit that has not reached its destination.
const FlitRef* Model::EjectHead(std::uint32_t local) const {
  if (!state_->delivered.Has(local)) return nullptr;
  const EjectQueue& queue = state_->ejectors[local];
  const FlitRef* oldest = &queue.flits[queue.first];
  if (state_->relays && !state_->relays->IsHome(local / state_->routes.locals(), *oldest))
    return nullptr;
  return oldest;
}

const std::vector<std::uint32_t>& Model::Ejecting() const {
  return state_->relays ? state_->relays->Homing() : state_->ejecting;
}

void Model::Accept(std::uint32_t local) {
  assert(EjectHead(local) != nullptr);
  state_->Accept(local);
}

void Model::Start() {
  if (state_->relays) state_->relays->Start();
}

void Model::Arrive() {
  assert(state_->barrier);
  for (std::uint32_t n = 0; n < state_->routes.nodes(); ++n) state_->barrier->Arrive(NodeId{n});
}

std::size_t Model::Step() { return EndCycle(false); }

void Model::Step(std::vector<HopEvent>& hops) {
  EndCycle(true);
  for (const Block& block : state_->blocks)
    hops.insert(hops.end(), block.hops.begin(), block.hops.end());
}

// Relays act on the state at the start of the cycle, like everything else, and then see its end.
std::size_t Model::EndCycle(bool report) {
  State& s = *state_;
  if (s.observer != nullptr) s.observer->See(s);
  if (s.barrier) s.EndBarrier();
  if (s.relays) s.relays->Act();
  s.StepBlocks(report);
  if (s.relays) s.relays->EndCycle();
  s.errors.swap(s.ended);
  s.ended.clear();
  if (s.relays) s.relays->AppendOverflows(s.errors);
  std::ranges::sort(s.errors);
  s.errors.erase(std::unique(s.errors.begin(), s.errors.end()), s.errors.end());
  return s.Crossings();
}

Model::Ends Model::EndsOf(FlitRef flit) const {
  assert(state_->relays);
  const Carrier& carrier = state_->relays->CarrierOf(flit);
  return {carrier.from, carrier.to, carrier.relayed};
}

std::vector<std::uint32_t> Model::BusyNodes() const {
  std::vector<std::uint64_t> words(BitmapWords(state_->routes.nodes()));
  state_->MarkBusy(words.data());
  std::vector<std::uint32_t> nodes;
  ForEachBit(words, [&](std::size_t n) { nodes.push_back(static_cast<std::uint32_t>(n)); });
  return nodes;
}

// Consecutive bitmaps: busy by node; ready, valid and error by local port; with a barrier releases
// by node.
void Model::AppendLevels(std::vector<std::uint64_t>& words) const {
  const State& s = *state_;
  const std::size_t of_nodes = s.active.words().size();
  const std::size_t of_locals = s.delivered.words().size();
  const std::size_t begin = words.size();
  words.resize(begin + of_nodes + 3 * of_locals + (s.barrier ? of_nodes : 0));
  std::uint64_t* bits = words.data() + begin;
  s.MarkBusy(bits);
  s.MarkReady(bits += of_nodes);
  s.MarkValid(bits + of_locals);
  for (const std::uint32_t local : Errors()) Mark(bits + 2 * of_locals, local);
  for (std::uint32_t n = 0; s.barrier && n < s.routes.nodes(); ++n)
    if (s.barrier->Released(NodeId{n})) Mark(bits + 3 * of_locals, n);
}

// A bit for each node, port and channel that returns a credit: a flit leaves the buffer that a link
// feeds.
void Model::AppendCredits(std::vector<std::uint64_t>& words) const {
  const Routes& routes = state_->routes;
  const std::uint32_t link_channels = routes.link_channels();
  const std::size_t of_node = std::size_t{routes.ports()} * 2;
  const std::size_t begin = words.size();
  words.resize(begin + (routes.nodes() * of_node + 63) / 64);
  std::uint64_t* bits = words.data() + begin;
  for (const Block& block : state_->blocks) {
    for (std::size_t i = 0; i < block.moves.size(); ++i) {
      const Move& move = block.moves[i];
      if (move.source >= link_channels || (state_->copies && block.stays[i] != 0)) continue;
      const Source& from = routes.source(move.source);
      Mark(bits, move.node * of_node + from.port * std::size_t{2} + from.channel);
    }
  }
}

bool Model::Empty() const {
  const auto none = [](const NodeSet& set) {
    return std::ranges::all_of(set.words(), [](std::uint64_t word) { return word == 0; });
  };
  bool none_in_stages = true;
  state_->ForEachInStages([&](const OnLinks& on_links) {
    none_in_stages = none_in_stages && on_links.arrivals.empty();
  });
  return none(state_->active) && none(state_->delivered) && none_in_stages &&
         (!state_->relays || state_->relays->Empty());
}

std::size_t Model::BytesPerNode() const {
  const Routes& routes = state_->routes;
  // wanted, first, count, room, locked and preferred
  const std::size_t of_source =
      6 + state_->ring * sizeof(Entry) + (state_->copies ? sizeof(std::uint64_t) : 0);
  const std::size_t of_local = sizeof(EjectQueue) + sizeof(std::uint32_t) +
                               (state_->relays ? state_->relays->bytes_per_local() : 0);
  // A link carries at most a flit and a credit a cycle.
  const std::size_t of_links =
      std::size_t{state_->stages} * routes.ports() * (sizeof(Arrival) + sizeof(Credit));
  // two for an arbiter, and the bits of occupied sources
  return state_->source_bound * of_source + of_links + sizeof(std::uint64_t) +
         (routes.ports() + routes.locals()) * std::size_t{2} + routes.locals() * of_local +
         routes.bytes_per_node();
}

// Decides once more, on a copy of the arbiters, to find the flits that would move.
std::vector<Model::Blocked> Model::BlockedFlits() const {
  Arbiters arbiters = state_->arbiters;
  std::vector<Move> moves;
  std::vector<std::uint64_t> moving(state_->routes.nodes());
  for (const Block& block : state_->blocks) {
    state_->Decide(block, arbiters, moves);
    for (const Move& move : moves) moving[move.node] |= Bit(move.source);
  }
  std::vector<Blocked> blocked;
  state_->active.ForEach([&](std::uint32_t n) {
    for (std::uint32_t source = 0; source < state_->source_bound; ++source) {
      if (state_->CountOf(n, source) == 0 || (moving[n] & Bit(source)) != 0) continue;
      for (std::uint64_t rest = state_->AllRequestedBy(n, source); rest != 0; rest &= rest - 1)
        blocked.push_back(Describe(*state_, n, source, Lowest(rest)));
    }
  });
  return blocked;
}

}  // namespace toroid
