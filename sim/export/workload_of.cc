// A message becomes a send and a receive. The send comes after the receives of those messages that
// must have arrived at its sender, and after the start of those that its sender must have offered.
// Where the arriving data is added, its receive comes after the start of messages that must not
// carry the sum. Other operations than messages are listed one by one (operations.cc).
//
// Each rank has a gate between two programs: a calculation as long as the barrier, after all its
// operations of the first and before all of the second.
#include "sim/export/workload_of.h"

#include <algorithm>
#include <set>

namespace toroid {
namespace {

class Lister {
 public:
  Lister(const Plan& plan, const Stimulus& stimulus, Cycle barrier_cycles, const std::string& file,
         const Progress& progress)
      : file_(file),
        flit_bytes_(static_cast<std::uint64_t>(plan.hardware().flit_width) / 8),
        stimulus_(stimulus),
        barrier_cycles_(barrier_cycles),
        progress_(progress),
        ranks_(stimulus.workload()     ? stimulus.workload()->ranks
               : stimulus.collective() ? plan.host().size()
                                       : plan.embedding()->guest().size()),
        builder_(ranks_),
        gates_(ranks_),
        before_gate_(ranks_) {
    if (stimulus.collective()) order_ = DataOrderOf(*stimulus.collective()->program, progress);
  }

  Result<Workload> Make() && {
    Stage stage(progress_, "listing messages", stimulus_.messages());
    bool first = true;
    for (const Section& section : stimulus_.sections()) {
      for (std::uint64_t t = 0; t < section.times; ++t) {
        if (!std::exchange(first, false)) AddGates();
        if (HasMessagesAlone(*section.program)) {
          AddMessages(*section.program, stage);
        } else if (const auto why = AddAll(*section.program, stage)) {
          return *why;
        }
      }
    }
    return std::move(builder_).Finish(progress_);
  }

 private:
  static bool HasMessagesAlone(const Program& program) {
    return std::ranges::all_of(program.operations, [](const Operation& one) {
      return one.kind == OperationKind::kMessage;
    });
  }

  std::optional<Diagnostic> AddAll(const Program& program, Stage& stage) {
    stage.Tick(0);
    const auto numbers =
        AddOperations(program, {.file = file_, .flit_bytes = flit_bytes_, .first_tag = first_tag_},
                      gates_, builder_);
    if (!numbers) return numbers.diagnostics().front();
    const std::uint64_t messages = program.messages();
    stage.Tick(messages);
    first_tag_ += static_cast<std::uint32_t>(messages);
    for (std::size_t i = 0; i < numbers->size(); ++i)
      before_gate_[program.operations[i].by()].push_back(Event::EndOf((*numbers)[i]));
    return std::nullopt;
  }

  void AddMessages(const Program& program, Stage& stage) {
    const auto count = static_cast<std::uint32_t>(program.operations.size());
    sends_.clear();
    receives_.assign(count, std::nullopt);
    for (std::uint32_t i = 0; i < count; ++i) {
      stage.Tick();
      AddSend(program, i);
      if (order_.empty() || order_[i].sends.empty()) AddReceive(program, i);
    }
    for (std::uint32_t i = 0; i < count; ++i) AddReceive(program, i);
    first_tag_ += count;
  }

  Operation OperationOf(const Program& program, std::uint32_t i, OperationKind kind) const {
    const Operation& message = program.operations[i];
    return {.kind = kind,
            .from = message.from,
            .to = message.to,
            .tag = first_tag_ + i,
            .flits = message.flits,
            .bytes = message.flits * flit_bytes_};
  }

  void AddSend(const Program& program, std::uint32_t i) {
    const Operation& message = program.operations[i];
    std::vector<Event> afters;
    if (const auto clock = builder_.At(message.from, message.not_before)) afters.push_back(*clock);
    for (const Event event : program.AfterOf(message)) {
      if (!event.is_start()) AddReceive(program, event.operation());
      afters.push_back(event.is_start() ? Event::StartOf(sends_[event.operation()])
                                        : Event::EndOf(*receives_[event.operation()]));
    }
    sends_.push_back(builder_.Add(OperationOf(program, i, OperationKind::kSend), afters));
    before_gate_[message.from].push_back(Event::EndOf(sends_.back()));
  }

  // Idempotent. Messages after it are offered after the sends that it comes after itself, so these
  // are added by now.
  void AddReceive(const Program& program, std::uint32_t i) {
    if (receives_[i]) return;
    std::vector<Event> afters;
    if (!order_.empty())
      for (const std::uint32_t sent : order_[i].sends)
        afters.push_back(Event::StartOf(sends_[sent]));
    receives_[i] = builder_.Add(OperationOf(program, i, OperationKind::kReceive), afters);
    before_gate_[program.operations[i].to].push_back(Event::EndOf(*receives_[i]));
  }

  void AddGates() {
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      std::vector<Event>& afters = before_gate_[rank];
      const std::uint32_t gate = builder_.Add(
          {.kind = OperationKind::kCalculate, .from = rank, .cycles = barrier_cycles_}, afters);
      builder_.StartClock(rank, gate);
      gates_[rank] = gate;
      afters = {Event::EndOf(gate)};
    }
  }

  std::string file_;
  std::uint64_t flit_bytes_;
  const Stimulus& stimulus_;
  Cycle barrier_cycles_;
  Progress progress_;
  std::uint32_t ranks_;
  WorkloadBuilder builder_;
  std::vector<std::optional<std::uint32_t>> gates_;  // by rank: before the current program
  std::vector<AddsAfter> order_;                     // by message of a collective program
  std::vector<std::vector<Event>> before_gate_;      // by rank
  // of the current program
  std::uint32_t first_tag_ = 0;
  std::vector<std::uint32_t> sends_;
  std::vector<std::optional<std::uint32_t>> receives_;
};

}  // namespace

Result<Workload> WorkloadOf(const Plan& plan, const Stimulus& stimulus, Cycle barrier_cycles,
                            const std::string& file, const Progress& progress) {
  return Lister(plan, stimulus, barrier_cycles, file, progress).Make();
}

std::pair<std::uint32_t, std::uint32_t> MostProcessors(const Workload& workload) {
  std::vector<std::set<std::uint32_t>> used(workload.ranks);
  for (const Operation& one : workload.operations)
    if (one.kind == OperationKind::kCalculate) used[one.by()].insert(one.cpu);
  const auto most = std::ranges::max_element(used, {}, &std::set<std::uint32_t>::size);
  return {static_cast<std::uint32_t>(most->size()),
          static_cast<std::uint32_t>(most - used.begin())};
}

}  // namespace toroid
