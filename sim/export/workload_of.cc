#include "sim/export/workload_of.h"

#include <optional>
#include <utility>
#include <vector>

#include "gen/workload/builder.h"
#include "sim/export/data_order.h"

namespace toroid {
namespace {

// The send and the receive of message number `tag`.
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
// that its sender must have offered. Where the arriving data is added, its receive comes after the
// start of messages that must not carry the sum.
class OfTransfers {
 public:
  OfTransfers(const Plan& plan, const CollectiveProgram& program, const Progress& progress)
      : plan_(plan),
        program_(program),
        progress_(progress),
        order_(DataOrderOf(program, progress)),
        builder_(plan.host().size()),
        receives_(program.transfers.size()) {}

  Workload Make() && {
    const auto count = static_cast<std::uint32_t>(program_.transfers.size());
    Stage stage(progress_, "listing messages", count);
    for (std::uint32_t i = 0; i < count; ++i) {
      stage.Tick();
      AddSend(i);
      if (order_[i].sends.empty()) AddReceive(i);
    }
    for (std::uint32_t i = 0; i < count; ++i) AddReceive(i);
    return std::move(builder_).Finish(progress_);
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

  // Idempotent. Messages after it are offered after the sends that it comes after itself, so these
  // are added by now.
  void AddReceive(std::uint32_t i) {
    if (receives_[i]) return;
    std::vector<After> afters;
    for (const std::uint32_t sent : order_[i].sends)
      afters.push_back({.operation = sends_[sent], .start = true});
    receives_[i] = builder_.Add(OperationsOf(i).receive, afters);
  }

  const Plan& plan_;
  const CollectiveProgram& program_;
  Progress progress_;
  std::vector<AddsAfter> order_;  // by transfer
  WorkloadBuilder builder_;
  std::vector<std::uint32_t> sends_;
  std::vector<std::optional<std::uint32_t>> receives_;
};

// Each rank has a gate between two iterations: a calculation as long as the barrier, after all its
// operations of the first iteration and before all of the second.
class OfIterations {
 public:
  OfIterations(const Plan& plan, Cycle barrier_cycles)
      : plan_(plan),
        barrier_cycles_(barrier_cycles),
        builder_(plan.embedding()->guest().size()),
        before_gate_(plan.embedding()->guest().size()) {}

  Workload Make(const std::vector<PlannedIteration>& iterations, const Progress& progress) && {
    Stage stage(progress, "listing messages");
    bool first = true;
    for (const PlannedIteration& iteration : iterations) {
      for (std::uint64_t t = 0; t < iteration.times; ++t) {
        stage.Tick();
        if (!std::exchange(first, false)) AddGates();
        AddMessages(*iteration.schedule);
      }
    }
    return std::move(builder_).Finish(progress);
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

Workload WorkloadOf(const Plan& plan, const Stimulus& stimulus, Cycle barrier_cycles,
                    const Progress& progress) {
  if (stimulus.program() != nullptr)
    return OfTransfers(plan, *stimulus.program()->program, progress).Make();
  return OfIterations(plan, barrier_cycles).Make(stimulus.planned(), progress);
}

std::uint64_t MessagesOf(const Stimulus& stimulus) {
  if (stimulus.program() != nullptr) return stimulus.program()->program->transfers.size();
  std::uint64_t messages = 0;
  for (const PlannedIteration& iteration : stimulus.planned())
    messages += iteration.times * iteration.schedule->messages.size();
  return messages;
}

}  // namespace toroid
