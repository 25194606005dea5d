// The testbench's view of the model: beats, faults, the checks of schedules, levels.
// scheduled_network.cc has the links. Events of a cycle are kept for one more cycle before the
// faults show them (N6.1).
#include "sim/model/scheduled_model.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "gen/support/integers.h"
#include "gen/support/team.h"
#include "sim/model/barrier.h"
#include "sim/model/routes.h"
#include "sim/model/scheduled_network.h"

namespace toroid {

using namespace model;  // NOLINT(build/namespaces)

std::string_view ToString(NodeFault fault) {
  switch (fault) {
    case NodeFault::kCollision: return "collision";
    case NodeFault::kSink: return "sink";
    case NodeFault::kRefused: return "refused";
    case NodeFault::kSlot: return "slot";
    case NodeFault::kArrival: return "arrival";
    case NodeFault::kJoin: return "join";
  }
  return "";
}

struct ScheduledModel::State : ScheduledNetwork {
  using Event = std::pair<std::uint32_t, NodeFault>;  // at a node

  // `times` of each phase of the schedule units.
  State(const Plan& chosen, const std::vector<ScheduleTimes>& times, int threads, Joins::Adder add)
      : ScheduledNetwork(chosen, static_cast<std::uint32_t>(threads), std::move(add)),
        plan(chosen),
        refusals(chosen, routes),
        team(static_cast<int>(blocks.size())),
        accepted(heads.size()),
        timer(chosen.schedule_unit() ? chosen.schedule_unit()->phases : std::vector<UnitPhase>()),
        faults(routes.nodes()) {
    if (plan.hardware().barrier) barrier.emplace(plan.host(), plan.hardware().links.stages);
    if (!plan.schedule_unit()) return;
    const int flits = plan.hardware().schedule_unit.task->message_flits;
    std::vector<std::vector<DueStart>> sends;
    std::vector<std::vector<DueStart>> arriving;
    for (const ScheduleTimes& of_phase : times) {
      sends.push_back(of_phase.sends);
      arriving.push_back(of_phase.arrivals);
    }
    slots.emplace(std::move(sends), heads.size(), flits);
    if (plan.hardware().schedule_unit.check_arrivals)
      arrivals.emplace(std::move(arriving), heads.size(), flits);
  }

  void Take(std::uint32_t local, FlitRef flit, std::optional<NodeId> destination);
  void CheckSchedule();
  // Runs a phase of the network.
  void RunBlocks(void (ScheduledNetwork::*phase)(ScheduledBlock&)) {
    team.Run([&](int part) { (this->*phase)(blocks[static_cast<std::size_t>(part)]); });
  }
  void LoseCollided();
  void JoinWords();
  void Lose(std::uint32_t node, NodeFault cause, FlitRef flit) {
    Raise(node, cause);
    lost.push_back({now, NodeId{node}, cause, flit});
  }
  void Raise(std::uint32_t node, NodeFault fault) { happening.emplace_back(node, fault); }
  void SetFaults();
  void MarkBusy(std::uint64_t* bits) const;
  void EndBarrier();

  const Plan& plan;
  Refusals refusals;
  Team team;                            // a thread for each block
  std::vector<std::uint32_t> ejecting;  // local ports with a flit on m_axis, ascending
  std::vector<bool> accepted;           // by local port, in this cycle
  ScheduleTimer timer;
  std::optional<DueChecks> slots;
  std::optional<DueChecks> arrivals;
  std::optional<Barrier> barrier;
  std::vector<std::uint8_t> faults;  // N2.2, by node
  std::vector<std::uint32_t> faulty;
  std::vector<Event> happened;   // in the last cycle
  std::vector<Event> happening;  // in this cycle
  std::vector<std::uint64_t> controls;
  std::vector<Raised> raised;
  std::vector<Lost> lost;
  Cycle now = 0;
};

// N5.2, N4.2.
void ScheduledModel::State::Take(std::uint32_t local, FlitRef flit,
                                 std::optional<NodeId> destination) {
  assert(IsLive(local));
  if (slots) slots->See(local, flit.tail);
  const std::uint32_t node = local / locals;
  const bool entered = destination == NodeId{node}
                           ? EnterTree(node, flit)
                           : destination && Enter(local, flit, *destination);
  if (!entered) Raise(node, NodeFault::kRefused);
}

void ScheduledModel::State::JoinWords() {
  const Joins::Outcome outcome = Join();
  for (const std::uint32_t node : outcome.faulty) Raise(node, NodeFault::kJoin);
  for (const auto& [node, flit] : outcome.lost)
    lost.push_back({now, NodeId{node}, NodeFault::kJoin, flit});
  for (const auto& [node, flit] : std::exchange(displaced, {}))
    Lose(node, NodeFault::kCollision, flit);
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

// N4.3, N4.5.
void ScheduledModel::State::LoseCollided() {
  for (const ScheduledBlock& block : blocks) {
    for (const auto& [node, flit] : block.collided) Lose(node, NodeFault::kCollision, flit);
  }
}

// BA3.2: the timers of all nodes start together, as the barrier releases them together (BA2.4).
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

// N6.4; requires words that are 0.
void ScheduledModel::State::MarkBusy(std::uint64_t* bits) const {
  if (timer.busy()) {
    for (std::uint32_t n = 0; n < routes.nodes(); ++n) Mark(bits, n);
    return;
  }
  for (std::uint32_t n = 0; barrier && n < routes.nodes(); ++n) {
    if (barrier->Busy(NodeId{n})) Mark(bits, n);
  }
  valid.ForEach([&](std::uint32_t link) { Mark(bits, link / ports); });
  ForEachInStages([&](const OnLink& on_link) { Mark(bits, End(on_link.link)); });
  if (joins) joins->ForEachWithWords([&](std::uint32_t node) { Mark(bits, node); });
  for (const auto& [node, fault] : happened) Mark(bits, node);
  for (const auto* checks : {&slots, &arrivals}) {
    if (!*checks) continue;
    for (const std::uint32_t local : (*checks)->waiting()) Mark(bits, local / locals);
  }
}

ScheduledModel::ScheduledModel(const Plan& plan, int threads, Joins::Adder add)
    : state_(std::make_unique<State>(plan, ProgramTimesOf(plan), threads, std::move(add))) {}
ScheduledModel::ScheduledModel(const Plan& plan, ScheduleTimes times)
    : state_(std::make_unique<State>(plan, std::vector{std::move(times)}, 1, nullptr)) {}
ScheduledModel::~ScheduledModel() = default;
ScheduledModel::ScheduledModel(ScheduledModel&&) noexcept = default;
ScheduledModel& ScheduledModel::operator=(ScheduledModel&&) noexcept = default;

bool ScheduledModel::InjectReady(std::uint32_t local) const { return state_->IsLive(local); }

void ScheduledModel::Inject(std::uint32_t local, FlitRef flit, NodeId destination) {
  state_->Take(local, flit, destination);
}

void ScheduledModel::Inject(std::uint32_t local, FlitRef flit, std::uint32_t address) {
  const NodeId node{local / state_->locals};
  const bool own = state_->plan.IsAddressable(node) && state_->plan.WireAddressOf(node) == address;
  state_->Take(local, flit, own ? node : state_->refusals.Destination(local, address, 0));
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

// A collision at an ejector happens in the cycle that begins.
void ScheduledModel::Step(std::vector<HopEvent>& hops) {
  State& s = *state_;
  s.RunBlocks(&State::Move);
  s.controls.clear();
  for (const ScheduledBlock& block : s.blocks) {
    hops.insert(hops.end(), block.hops.begin(), block.hops.end());
    s.controls.insert(s.controls.end(), block.controls.begin(), block.controls.end());
  }
  s.EndBarrier();
  s.CheckSchedule();
  if (s.joins) s.JoinWords();
  s.RunBlocks(&State::Fill);
  if (s.joins) s.LeaveAtRoot();
  s.LoseCollided();
  s.SetFaults();
  ++s.now;
  s.RunBlocks(&State::Eject);
  s.LoseCollided();
  s.ejecting.clear();
  for (const ScheduledBlock& block : s.blocks)
    s.ejecting.insert(s.ejecting.end(), block.ejecting.begin(), block.ejecting.end());
}

const std::vector<std::uint64_t>& ScheduledModel::ControlBits() const { return state_->controls; }

std::uint32_t ScheduledModel::FaultsOf(NodeId node) const { return state_->faults[node.index()]; }

const std::vector<std::uint32_t>& ScheduledModel::FaultyNodes() const { return state_->faulty; }

const std::vector<ScheduledModel::Raised>& ScheduledModel::raised() const { return state_->raised; }

const std::vector<ScheduledModel::Lost>& ScheduledModel::lost() const { return state_->lost; }

std::vector<std::uint32_t> ScheduledModel::BusyNodes() const {
  std::vector<std::uint64_t> words(BitmapWords(state_->routes.nodes()));
  state_->MarkBusy(words.data());
  std::vector<std::uint32_t> nodes;
  ForEachBit(words, [&](std::size_t n) { nodes.push_back(static_cast<std::uint32_t>(n)); });
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
  state_->ForEachInStages([&](const OnLink&) { empty = false; });
  return empty;
}

std::size_t ScheduledModel::BytesPerNode() const {
  return state_->ports * sizeof(LinkFlit) + state_->locals * sizeof(FlitRef) +
         state_->routes.bytes_per_node() + 1;
}

}  // namespace toroid
