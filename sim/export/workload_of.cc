#include "sim/export/workload_of.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gen/workload/builder.h"

namespace toroid {
namespace {

// The two operations of message number `tag`.
struct MessageOperations {
  Operation send;
  Operation receive;
};

MessageOperations OperationsOf(std::uint32_t from, std::uint32_t to, std::uint32_t tag,
                               std::uint32_t flits, const Plan& plan) {
  const auto flit_bytes = static_cast<std::uint64_t>(plan.hardware().flit_width) / 8;
  const Operation send{.kind = OperationKind::kSend,
                       .rank = from,
                       .partner = to,
                       .tag = tag,
                       .bytes = flits * flit_bytes,
                       .flits = flits};
  MessageOperations both{send, send};
  both.receive.kind = OperationKind::kReceive;
  std::swap(both.receive.rank, both.receive.partner);
  return both;
}

// A message comes after those that must have arrived at its sender, and after the start of those
// that its sender must have offered. Where what arrives is added to what its receiver sends too, as
// partners of a stage do, it must not arrive before that has started: the network's cycles see to
// that, but a file has none.
class OfTransfers {
 public:
  OfTransfers(const Plan& plan, const CollectiveProgram& program)
      : plan_(plan), program_(program), builder_(plan.host().size()) {
    for (std::uint32_t i = 0; i < program.transfers.size(); ++i) {
      const Transfer& transfer = program.transfers[i];
      sent_[{transfer.from.value(), transfer.content}].push_back(i);
    }
  }

  Workload Make() && {
    const auto count = static_cast<std::uint32_t>(program_.transfers.size());
    receives_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      AddSend(i);
      if (SentBefore(i).empty()) AddReceive(i);
    }
    for (std::uint32_t i = 0; i < count; ++i) AddReceive(i);
    return std::move(builder_).Finish();
  }

 private:
  MessageOperations OperationsOf(std::uint32_t i) const {
    const Transfer& transfer = program_.transfers[i];
    return toroid::OperationsOf(transfer.from.value(), transfer.to.value(), i,
                                program_.FlitsOf(transfer), plan_);
  }

  void AddSend(std::uint32_t i) {
    const Transfer& transfer = program_.transfers[i];
    std::vector<After> afters;
    if (const auto clock = builder_.At(transfer.from.value(), transfer.cycle))
      afters.push_back(*clock);
    for (const std::uint32_t before : program_.AfterOf(transfer)) {
      const bool arrives = program_.transfers[before].to == transfer.from;
      if (arrives) AddReceive(before);
      afters.push_back(
          {.operation = arrives ? *receives_[before] : sends_[before], .start = !arrives});
    }
    sends_.push_back(builder_.Add(OperationsOf(i).send, afters));
  }

  // Does nothing the second time.
  void AddReceive(std::uint32_t i) {
    if (receives_[i]) return;
    std::vector<After> afters;
    // Transfers are sorted by cycle, and what waits for this one is offered after it has arrived:
    // so what goes before that is added by now. Were it not, the check of the file would show it.
    for (const std::uint32_t sent : SentBefore(i)) {
      if (sent < sends_.size()) afters.push_back({.operation = sends_[sent], .start = true});
    }
    receives_[i] = builder_.Add(OperationsOf(i).receive, afters);
  }

  // What the receiver offers, of what this transfer adds to, before it arrives.
  std::vector<std::uint32_t> SentBefore(std::uint32_t i) const {
    const Transfer& transfer = program_.transfers[i];
    const auto sent = sent_.find({transfer.to.value(), transfer.to_content});
    if (!transfer.adds || sent == sent_.end()) return {};
    const Cycle arrives = transfer.cycle + plan_.ZeroLoadLatency(transfer.from, transfer.to) +
                          static_cast<Cycle>(program_.FlitsOf(transfer)) - 1;
    std::vector<std::uint32_t> before;
    for (const std::uint32_t other : sent->second)
      if (program_.transfers[other].cycle < arrives) before.push_back(other);
    return before;
  }

  const Plan& plan_;
  const CollectiveProgram& program_;
  WorkloadBuilder builder_;
  // by node and content: the transfers from there
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> sent_;
  std::vector<std::uint32_t> sends_;
  std::vector<std::optional<std::uint32_t>> receives_;
};

// Between two iterations each rank has a gate: a calculation, as long as the barrier, that comes
// after all its operations of the first, and before all of the second.
class OfIterations {
 public:
  OfIterations(const Plan& plan, Cycle barrier_cycles)
      : plan_(plan),
        barrier_cycles_(barrier_cycles),
        builder_(plan.embedding()->guest().size()),
        before_gate_(plan.embedding()->guest().size()) {}

  Workload Make(const std::vector<PlannedIteration>& iterations) && {
    bool first = true;
    for (const PlannedIteration& iteration : iterations) {
      for (std::uint64_t t = 0; t < iteration.times; ++t) {
        if (!std::exchange(first, false)) AddGates();
        AddMessages(*iteration.schedule);
      }
    }
    return std::move(builder_).Finish();
  }

 private:
  std::uint32_t GuestAt(NodeId node, std::uint32_t rank) const {
    return plan_.embedding()->GuestsOf(node)[rank].value();
  }

  void AddMessages(const Schedule& schedule) {
    for (const ScheduledMessage& message : schedule.messages) {
      const auto [send, receive] = OperationsOf(
          GuestAt(message.node, message.from_rank), GuestAt(message.to, message.to_rank), tag_++,
          static_cast<std::uint32_t>(schedule.message_flits), plan_);
      std::vector<After> afters;
      if (const auto clock = builder_.At(send.rank, message.cycle)) afters.push_back(*clock);
      before_gate_[send.rank].push_back({.operation = builder_.Add(send, afters)});
      before_gate_[receive.rank].push_back({.operation = builder_.Add(receive, {})});
    }
  }

  void AddGates() {
    for (std::uint32_t rank = 0; rank < before_gate_.size(); ++rank) {
      std::vector<After>& afters = before_gate_[rank];
      const std::uint32_t gate = builder_.Add(
          {.kind = OperationKind::kCalculate, .rank = rank, .cycles = barrier_cycles_}, afters);
      builder_.StartClock(rank, gate);
      afters = {{.operation = gate}};
    }
  }

  const Plan& plan_;
  Cycle barrier_cycles_;
  WorkloadBuilder builder_;
  std::vector<std::vector<After>> before_gate_;  // by rank
  std::uint32_t tag_ = 0;
};

}  // namespace

Workload WorkloadOf(const Plan& plan, const Stimulus& stimulus, Cycle barrier_cycles) {
  if (stimulus.program() != nullptr) return OfTransfers(plan, *stimulus.program()->program).Make();
  return OfIterations(plan, barrier_cycles).Make(stimulus.planned());
}

std::uint64_t MessagesOf(const Stimulus& stimulus) {
  if (stimulus.program() != nullptr) return stimulus.program()->program->transfers.size();
  std::uint64_t messages = 0;
  for (const PlannedIteration& iteration : stimulus.planned())
    messages += iteration.times * iteration.schedule->messages.size();
  return messages;
}

}  // namespace toroid
