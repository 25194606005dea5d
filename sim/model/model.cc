#include "sim/model/model.h"

#include <cassert>
#include <optional>

#include "sim/model/network.h"
#include "sim/model/relay.h"

namespace toroid {

using namespace model;  // NOLINT(build/namespaces)

namespace {

// Why the oldest flit of a source stays, if it was not granted.
Model::Blocked Describe(const Network& network, std::uint32_t n, std::uint32_t source) {
  const Routes& routes = network.routes;
  const Node& node = network.nodes[n];
  const Entry& oldest = network.Oldest(n, source);
  const Target& to = routes.target(oldest.target);
  const Source& from = routes.source(source);
  const bool ejector = oldest.target >= routes.lanes();
  const bool room = (node.room >> oldest.target & 1) != 0;
  const bool locked = oldest.head() && (node.unlocked >> oldest.target & 1) == 0;
  using Reason = Model::Blocked::Reason;
  Model::Blocked blocked{
      .node = n,
      .port = from.axis == kNoAxis ? -1 - from.port : from.port,
      .channel = from.channel,
      .flit = oldest.flit(),
      .wants_port = ejector ? -1 - static_cast<int>(to.output - routes.ports()) : to.output,
      .wants_channel = to.channel,
      .reason = Reason::kLostArbitration};
  if (!room) {
    blocked.reason = ejector ? Reason::kEjectorFull : Reason::kNoCredit;
  } else if (locked) {
    blocked.reason = Reason::kLocked;
  }
  return blocked;
}

}  // namespace

struct Model::State : Network {
  explicit State(const Plan& plan) : Network(plan) {
    if (plan.relay()) relays.emplace(plan, *this);
  }
  std::optional<Relays> relays;
};

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
  if (state_->relays && state_->relays->Claims(local)) return false;
  return state_->queues[state_->QueueIndex(n, routes.lanes() + port)].count < kLocalDepth;
}

void Model::Inject(std::uint32_t local, FlitRef flit, NodeId destination) {
  assert(InjectReady(local));
  assert(!flit.head() || (destination.value() < state_->routes.nodes() &&
                          destination.value() != local / state_->routes.locals()));
  const NodeId to = state_->relays ? state_->relays->Send(local, flit, destination) : destination;
  state_->injections.push_back({local, flit, to.value()});
}

const FlitRef* Model::EjectHead(std::uint32_t local) const {
  const EjectQueue& queue = state_->ejectors[local];
  if (queue.count == 0) return nullptr;
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
  state_->accepts.push_back(local);
}

void Model::Start() {
  if (state_->relays) state_->relays->Start();
}

void Model::Step(std::vector<HopEvent>& hops) {
  if (state_->relays) state_->relays->Act();
  state_->Decide(state_->arbiters, state_->moves);
  state_->Commit(hops);
  if (state_->relays) state_->relays->EndCycle();
}

Model::Leg Model::LegOf(FlitRef flit) const {
  assert(state_->relays);
  const Carrier& carrier = state_->relays->CarrierOf(flit);
  return {carrier.from, carrier.to, carrier.relayed};
}

bool Model::Empty() const {
  return state_->flits_inside == 0 && (!state_->relays || state_->relays->Empty());
}

std::size_t Model::BytesPerNode() const {
  const Routes& routes = state_->routes;
  const std::size_t of_source =
      sizeof(Queue) + sizeof(std::uint16_t) + state_->depth * sizeof(Entry);
  const std::size_t of_local = sizeof(EjectQueue) + sizeof(std::uint32_t) +
                               (state_->relays ? state_->relays->bytes_per_local() : 0);
  return sizeof(Node) + state_->source_bound * of_source +
         (routes.ports() + routes.locals()) * sizeof(ArbiterState) + routes.locals() * of_local +
         routes.bytes_per_node();
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
      blocked.push_back(Describe(*state_, n, Lowest(rest)));
    }
  });
  return blocked;
}

}  // namespace toroid
