// A cycle begins with the links' registers alone, so what is on m_axis is known as soon as the
// cycle before has ended. Step then collects who wants which output, flits on links and taken beats
// alike, sorts them by output, and fills the registers anew by N4.3. What happened in a cycle is
// kept for one more before it is seen in the faults (N6.1).
#include "sim/model/scheduled_model.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <span>

#include "sim/model/barrier.h"
#include "sim/model/node_set.h"
#include "sim/model/refusal.h"
#include "sim/model/routes.h"
#include "sim/model/scheduled_flit.h"

namespace toroid {

using namespace model;  // NOLINT(build/namespaces)

std::string_view ToString(NodeFault fault) {
  switch (fault) {
    case NodeFault::kCollision: return "collision";
    case NodeFault::kSink: return "sink";
    case NodeFault::kRefused: return "refused";
    case NodeFault::kSlot: return "slot";
    case NodeFault::kArrival: return "arrival";
  }
  return "";
}

namespace {

// Who wants an output, or an ejector.
struct Claim {
  std::uint32_t target;  // node * ports + port, or the local port
  int position;          // kStraight, kTurning + the input's port, or kInjected
  LinkFlit flit;         // as it will be there
};

constexpr int kStraight = 0;
constexpr int kTurning = 1;
constexpr int kInjected = 1000;

// Which of the claims of one output, sorted, gets it; their number if none does (N4.3).
std::size_t WinnerOf(std::span<const Claim> some) {
  const bool contested = some.size() > 1 && some.front().position != kStraight &&
                         some[1].position < kInjected;  // several turn, or arrive
  return contested ? some.size() : 0;
}

void SortClaims(std::vector<Claim>& claims) {
  std::ranges::sort(claims, {},
                    [](const Claim& claim) { return std::pair(claim.target, claim.position); });
}

void Mark(std::uint64_t* bits, std::size_t i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }

}  // namespace

struct ScheduledModel::State {
  using Event = std::pair<std::uint32_t, NodeFault>;  // at a node

  // `times` of each phase of the schedule units.
  State(const Plan& chosen, const std::vector<ScheduleTimes>& times)
      : plan(chosen),
        routes(chosen),
        refusals(chosen, routes),
        paths(chosen),
        ports(routes.ports()),
        locals(routes.locals()),
        valid(std::size_t{routes.nodes()} * ports),
        registers(std::size_t{routes.nodes()} * ports),
        heads(std::size_t{routes.nodes()} * locals),
        accepted(heads.size()),
        timer(chosen.schedule_unit() ? chosen.schedule_unit()->phases : std::vector<UnitPhase>()),
        faults(routes.nodes()) {
    if (plan.hardware().barrier) barrier.emplace(plan.host());
    if (!plan.schedule_unit()) return;
    const int flits = plan.hardware().unit_task->message_flits;
    std::vector<std::vector<DueStart>> sends;
    std::vector<std::vector<DueStart>> arriving;
    for (const ScheduleTimes& of_phase : times) {
      sends.push_back(of_phase.sends);
      arriving.push_back(of_phase.arrivals);
    }
    slots.emplace(std::move(sends), heads.size(), flits);
    if (plan.hardware().check_arrivals) arrivals.emplace(std::move(arriving), heads.size(), flits);
  }

  // N1.2: whether the local port's link exists.
  bool IsLive(std::uint32_t local) const {
    return locals == 1 || routes.Next(local / locals, local % locals) != kNoNode;
  }
  void Enter(std::uint32_t local, FlitRef flit, std::optional<NodeId> destination);
  void Move(std::uint32_t link);
  void CheckSchedule();
  void FillRegisters();
  void Arrive();
  void Lose(std::uint32_t node, NodeFault cause, FlitRef flit) {
    Raise(node, cause);
    lost.push_back({now, NodeId{node}, cause, flit});
  }
  void Raise(std::uint32_t node, NodeFault fault) { happening.emplace_back(node, fault); }
  void SetFaults();
  // Gives each target to its winner; the others are lost at its node, target / per_node.
  template <class Take>
  void Grant(std::vector<Claim>& some, std::uint32_t per_node, Take take) {
    SortClaims(some);
    for (std::size_t begin = 0, end = 0; begin < some.size(); begin = end) {
      while (end < some.size() && some[end].target == some[begin].target) ++end;
      const std::size_t winner = begin + WinnerOf(std::span(some).subspan(begin, end - begin));
      if (winner < end) take(some[winner]);
      for (std::size_t c = begin; c < end; ++c) {
        if (c != winner)
          Lose(some[begin].target / per_node, NodeFault::kCollision, some[c].flit.flit);
      }
    }
  }
  void MarkBusy(std::uint64_t* bits) const;
  void EndBarrier();

  const Plan& plan;
  Routes routes;
  Refusals refusals;
  FlitPaths paths;
  std::uint32_t ports;
  std::uint32_t locals;

  NodeSet valid;                    // N2.1, by node * ports + port
  std::vector<LinkFlit> registers;  // the same
  std::vector<FlitRef> heads;       // by local port: what is on m_axis, of those in `ejecting`
  std::vector<std::uint32_t> ejecting;
  std::vector<bool> accepted;  // by local port, in this cycle
  ScheduleTimer timer;
  std::optional<DueChecks> slots;
  std::optional<DueChecks> arrivals;
  std::optional<Barrier> barrier;
  std::vector<std::uint8_t> faults;  // N2.2, by node
  std::vector<std::uint32_t> faulty;
  std::vector<Event> happened;  // in the cycle before

  // of this cycle
  std::vector<Claim> claims;
  std::vector<Event> happening;
  std::vector<std::uint64_t> controls;
  std::vector<Raised> raised;
  std::vector<Lost> lost;
  Cycle now = 0;
};

// N5.2, N4.2.
void ScheduledModel::State::Enter(std::uint32_t local, FlitRef flit,
                                  std::optional<NodeId> destination) {
  assert(IsLive(local));
  const std::uint32_t node = local / locals;
  if (slots) slots->See(local, flit.tail);
  if (destination) {
    const FlitPaths::Entry entry = paths.Enter(NodeId{node}, *destination, flit);
    assert(locals == 1 || entry.port == static_cast<int>(local % locals));
    if (paths.HasTurns(entry)) {
      claims.push_back(
          {node * ports + static_cast<std::uint32_t>(entry.port), kInjected, entry.flit});
      return;
    }
  }
  Raise(node, NodeFault::kRefused);
}

// N4.1: the claim of the flit on a link, unless it leaves.
void ScheduledModel::State::Move(std::uint32_t link) {
  const LinkFlit& flit = registers[link];
  const std::uint32_t port = link % ports;
  const std::uint32_t next = routes.Next(link / ports, port);
  assert(next != kNoNode);
  if (flit.ahead) {
    claims.push_back(
        {next * ports + port, kStraight, paths.Straight(flit, static_cast<int>(port))});
  } else if (flit.turn != LinkFlit::kNoTurn) {
    claims.push_back({next * ports + static_cast<std::uint32_t>(flit.turn),
                      kTurning + static_cast<int>(port), paths.Turned(flit)});
  }
}

// Section 7, and N5.4.
void ScheduledModel::State::CheckSchedule() {
  for (const std::uint32_t local : ejecting) {
    if (arrivals) arrivals->See(local, heads[local].tail);
    if (!accepted[local]) Lose(local / locals, NodeFault::kSink, heads[local]);
    accepted[local] = false;
  }
  const auto check = [this](std::optional<DueChecks>& checks, NodeFault fault) {
    if (!checks) return;
    std::vector<std::uint32_t> found;
    checks->EndCycle(timer.now(), timer.phase(), found);
    for (const std::uint32_t local : found) Raise(local / locals, fault);
  };
  check(slots, NodeFault::kSlot);
  check(arrivals, NodeFault::kArrival);
  timer.EndCycle();
}

// N4.3, N4.4.
void ScheduledModel::State::FillRegisters() {
  std::vector<std::uint32_t> emptied;
  valid.ForEach([&](std::uint32_t link) { emptied.push_back(link); });
  for (const std::uint32_t link : emptied) valid.EraseIf(true, link);
  Grant(claims, ports, [this](const Claim& claim) {
    valid.Insert(claim.target);
    registers[claim.target] = claim.flit;
  });
  claims.clear();
}

// N4.1, N4.5: what is on m_axis in the cycle that begins. A collision at an ejector happens in it
// too.
void ScheduledModel::State::Arrive() {
  std::vector<Claim> leaving;
  valid.ForEach([&](std::uint32_t link) {
    const LinkFlit& flit = registers[link];
    if (flit.ahead || flit.turn != LinkFlit::kNoTurn) return;
    const std::uint32_t port = link % ports;
    const std::uint32_t local = routes.Next(link / ports, port) * locals + (locals == 1 ? 0 : port);
    leaving.push_back({local, kTurning + static_cast<int>(port), flit});
  });
  ejecting.clear();
  Grant(leaving, locals, [this](const Claim& claim) {
    ejecting.push_back(claim.target);
    heads[claim.target] = claim.flit.flit;
  });
}

// B3.2: the timers of all nodes start together, as these are released together (B2.4).
void ScheduledModel::State::EndBarrier() {
  if (!barrier) return;
  if (slots && barrier->Released(NodeId{0})) timer.Start();
  barrier->EndCycle();
}

// N6.1.
void ScheduledModel::State::SetFaults() {
  for (const auto& [node, fault] : happened) {
    const unsigned bit = 1U << static_cast<unsigned>(fault);
    if ((faults[node] & bit) != 0) continue;
    if (faults[node] == 0) faulty.insert(std::ranges::lower_bound(faulty, node), node);
    faults[node] = static_cast<std::uint8_t>(faults[node] | bit);
    raised.push_back({now - 1, NodeId{node}, fault});
  }
  happened.swap(happening);
  happening.clear();
}

// N6.4, into words that are 0.
void ScheduledModel::State::MarkBusy(std::uint64_t* bits) const {
  if (timer.busy()) {
    for (std::uint32_t n = 0; n < routes.nodes(); ++n) Mark(bits, n);
    return;
  }
  for (std::uint32_t n = 0; barrier && n < routes.nodes(); ++n) {
    if (barrier->Busy(NodeId{n})) Mark(bits, n);
  }
  valid.ForEach([&](std::uint32_t link) { Mark(bits, link / ports); });
  for (const auto& [node, fault] : happened) Mark(bits, node);
  for (const auto* checks : {&slots, &arrivals}) {
    if (!*checks) continue;
    for (const std::uint32_t local : (*checks)->waiting()) Mark(bits, local / locals);
  }
}

ScheduledModel::ScheduledModel(const Plan& plan)
    : state_(std::make_unique<State>(plan, ProgramTimesOf(plan))) {}
ScheduledModel::ScheduledModel(const Plan& plan, ScheduleTimes times)
    : state_(std::make_unique<State>(plan, std::vector{std::move(times)})) {}
ScheduledModel::~ScheduledModel() = default;
ScheduledModel::ScheduledModel(ScheduledModel&&) noexcept = default;
ScheduledModel& ScheduledModel::operator=(ScheduledModel&&) noexcept = default;

bool ScheduledModel::InjectReady(std::uint32_t local) const { return state_->IsLive(local); }

void ScheduledModel::Inject(std::uint32_t local, FlitRef flit, NodeId destination) {
  state_->Enter(local, flit, destination);
}

void ScheduledModel::Inject(std::uint32_t local, FlitRef flit, std::uint32_t address) {
  state_->Enter(local, flit, state_->refusals.Destination(local, address, 0));
}

const FlitRef* ScheduledModel::EjectHead(std::uint32_t local) const {
  const bool offers = std::ranges::binary_search(state_->ejecting, local);
  return offers ? &state_->heads[local] : nullptr;
}

const std::vector<std::uint32_t>& ScheduledModel::Ejecting() const { return state_->ejecting; }

void ScheduledModel::Accept(std::uint32_t local) {
  assert(EjectHead(local) != nullptr);
  state_->accepted[local] = true;
}

void ScheduledModel::Start() {
  if (state_->slots) state_->timer.Start();
}

void ScheduledModel::Arrive() {
  for (std::uint32_t n = 0; state_->barrier && n < state_->routes.nodes(); ++n)
    state_->barrier->Arrive(NodeId{n});
}

void ScheduledModel::Step(std::vector<HopEvent>& hops) {
  State& s = *state_;
  s.controls.clear();
  s.valid.ForEach([&](std::uint32_t link) {
    const auto port = static_cast<std::uint8_t>(link % s.ports);
    hops.push_back(
        {.node = link / s.ports, .port = port, .channel = 0, .flit = s.registers[link].flit});
    s.controls.push_back(s.paths.ControlBits(s.registers[link], port));
    s.Move(link);
  });
  s.EndBarrier();
  s.CheckSchedule();
  s.FillRegisters();
  s.SetFaults();
  ++s.now;
  s.Arrive();
}

const std::vector<std::uint64_t>& ScheduledModel::ControlBits() const { return state_->controls; }

std::uint32_t ScheduledModel::FaultsOf(NodeId node) const { return state_->faults[node.index()]; }

const std::vector<std::uint32_t>& ScheduledModel::FaultyNodes() const { return state_->faulty; }

const std::vector<ScheduledModel::Raised>& ScheduledModel::raised() const { return state_->raised; }

const std::vector<ScheduledModel::Lost>& ScheduledModel::lost() const { return state_->lost; }

std::vector<std::uint32_t> ScheduledModel::BusyNodes() const {
  std::vector<std::uint64_t> words((state_->routes.nodes() + 63) / 64);
  state_->MarkBusy(words.data());
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t n = 0; n < state_->routes.nodes(); ++n) {
    if ((words[n / 64] >> (n % 64) & 1) != 0) nodes.push_back(n);
  }
  return nodes;
}

void ScheduledModel::AppendLevels(std::vector<std::uint64_t>& words) const {
  const State& s = *state_;
  const auto fault_bits = static_cast<std::size_t>(s.plan.fault_bits());
  const std::size_t of_nodes = (s.routes.nodes() + 63) / 64;
  const std::size_t of_locals = (s.heads.size() + 63) / 64;
  const std::size_t begin = words.size();
  const std::size_t of_faults = (s.routes.nodes() * fault_bits + 63) / 64;
  words.resize(begin + of_nodes + 2 * of_locals + of_faults + (s.barrier ? of_nodes : 0));
  std::uint64_t* bits = words.data() + begin;
  s.MarkBusy(bits);
  bits += of_nodes;
  for (std::uint32_t local = 0; local < s.heads.size(); ++local) {
    if (s.IsLive(local)) Mark(bits, local);
  }
  bits += of_locals;
  for (const std::uint32_t local : s.ejecting) Mark(bits, local);
  bits += of_locals;
  for (const std::uint32_t node : s.faulty) {
    for (std::size_t f = 0; f < fault_bits; ++f) {
      if ((s.faults[node] >> f & 1) != 0) Mark(bits, node * fault_bits + f);
    }
  }
  bits += of_faults;
  for (std::uint32_t n = 0; s.barrier && n < s.routes.nodes(); ++n) {
    if (s.barrier->Released(NodeId{n})) Mark(bits, n);
  }
}

bool ScheduledModel::Empty() const {
  bool empty = true;
  state_->valid.ForEach([&](std::uint32_t) { empty = false; });
  return empty;
}

std::size_t ScheduledModel::BytesPerNode() const {
  return state_->ports * sizeof(LinkFlit) + state_->locals * sizeof(FlitRef) +
         state_->routes.bytes_per_node() + 1;
}

}  // namespace toroid
