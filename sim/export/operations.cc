// The operations of a program one by one: those of a file, and of a schedule whose messages do not
// keep to its cycles.
//
// Files have no clock and no delays. What an operation waits for besides others becomes a
// calculation on a processor of its own, which never waits: a chain of them from each time that
// cycles are counted from, and one for each delay.
//
// Example: a rank sends in cycles 5 and 9, and then, 2 cycles after a message has arrived, once
// more. Processor 0 calculates for 5 and then for 4 cycles, processor 1 for 2 when the message has
// arrived; each send requires the end of one of these.
#include <fmt/core.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/export/workload_of.h"

namespace toroid {
namespace {

class OperationLister {
 public:
  OperationLister(const Program& program, const ListedFor& setting,
                  const std::vector<std::optional<std::uint32_t>>& gates, WorkloadBuilder& builder)
      : program_(program),
        file_(setting.file),
        flit_bytes_(setting.flit_bytes),
        tag_(setting.first_tag),
        gates_(gates),
        builder_(builder),
        used_(gates.size()) {
    for (const Operation& one : program.operations)
      if (one.kind == OperationKind::kCalculate) used_[one.by()].insert(one.cpu);
  }

  // The number of each operation, or why the file cannot say it.
  Result<std::vector<std::uint32_t>> Add() && {
    const auto& operations = program_.operations;
    for (std::uint32_t i = 0; i < operations.size(); ++i) AddOperation(operations[i]);
    for (std::uint32_t i = 0; i < operations.size(); ++i)
      if (operations[i].is_message()) NameMessage(i);
    for (std::uint32_t i = 0; i < operations.size(); ++i)
      if (operations[i].not_before > 0) ticks_[ClockOf(operations[i])][operations[i].not_before];
    for (auto& [clock, ticks] : ticks_) AddTicks(clock, ticks);
    for (std::uint32_t i = 0; i < operations.size(); ++i)
      if (const auto why = AddAfters(i)) return *why;
    return std::move(numbers_);
  }

 private:
  using Clock = std::pair<std::uint32_t, std::uint32_t>;  // rank, and the operation it starts after

  const Operation& At(std::uint32_t i) const { return program_.operations[i]; }
  static Clock ClockOf(const Operation& one) { return {one.by(), one.clock}; }

  void AddOperation(Operation one) {
    if (one.bytes == 0) one.bytes = one.flits * flit_bytes_;
    one.first_after = one.afters = 0;
    one.match = one.clock = kNoOperation;
    one.not_before = one.delay = 0;
    numbers_.push_back(builder_.Add(one, {}));
  }

  // A processor on which the rank calculates nothing yet.
  std::uint32_t FreshProcessor(std::uint32_t rank) {
    if (used_[rank].size() >= kMostGoalProcessors)
      return kMostGoalProcessors;  // too many for any file
    std::uint32_t cpu = 0;
    for (const std::uint32_t one : used_[rank]) {
      if (one > cpu) break;
      cpu = one + 1;
    }
    used_[rank].insert(cpu);
    return cpu;
  }

  // Both ends have the same tag, and no other message has it.
  void NameMessage(std::uint32_t send) {
    builder_.At(numbers_[send]).tag = tag_;
    builder_.At(numbers_[At(send).match]).tag = tag_++;
  }

  void AddTicks(const Clock& clock, std::map<Cycle, std::uint32_t>& ticks) {
    const auto [rank, from] = clock;
    std::optional<std::uint32_t> before = from == kNoOperation ? gates_[rank] : numbers_[from];
    const std::uint32_t cpu = FreshProcessor(rank);
    Cycle now = 0;
    for (auto& [cycle, number] : ticks) {
      number = AddCalculation(rank, cpu, cycle - now, before);
      before = number;
      now = cycle;
    }
  }

  std::uint32_t AddCalculation(std::uint32_t rank, std::uint32_t cpu, Cycle cycles,
                               std::optional<std::uint32_t> after) {
    std::vector<Event> afters;
    if (after) afters.push_back(Event::EndOf(*after));
    return builder_.Add(
        {.kind = OperationKind::kCalculate, .from = rank, .cpu = cpu, .cycles = cycles}, afters);
  }

  std::optional<Diagnostic> AddAfters(std::uint32_t i) {
    const Operation& one = At(i);
    std::vector<Event> afters;
    for (const Event event : program_.AfterOf(one)) {
      const std::uint32_t other = event.operation();
      if (At(other).by() == one.by()) {
        afters.push_back(event.is_start() ? Event::StartOf(numbers_[other])
                                          : Event::EndOf(numbers_[other]));
      } else if (!program_.promises) {  // else its cycle says so
        return Diagnostic{
            "--export", file_,
            fmt::format("would have an operation of rank {} that comes after one of rank {}",
                        one.by(), At(other).by()),
            "there a rank waits for its own operations alone; with --schedule list its messages "
            "have cycles"};
      }
    }
    if (afters.empty() && gates_[one.by()]) afters.push_back(Event::EndOf(*gates_[one.by()]));
    const bool has_cycle = program_.promises && one.is_message();
    if (one.delay > 0 && !has_cycle) afters = {DelayAfter(i, afters)};
    if (one.not_before > 0)
      afters.push_back(Event::EndOf(ticks_.at(ClockOf(one)).at(one.not_before)));
    builder_.SetAfter(numbers_[i], afters);
    return std::nullopt;
  }

  // On the processor of the delay before that of an operation which this one comes after, if there
  // is one: these never wait for each other.
  Event DelayAfter(std::uint32_t i, const std::vector<Event>& afters) {
    const std::uint32_t rank = At(i).by();
    std::optional<std::uint32_t> cpu;
    for (const Event event : program_.AfterOf(At(i))) {
      const auto found = delays_.find(event.operation());
      if (event.is_start() || found == delays_.end()) continue;
      cpu = found->second;
      delays_.erase(found);
      break;
    }
    if (!cpu) cpu = FreshProcessor(rank);
    delays_[i] = *cpu;
    const std::uint32_t number = AddCalculation(rank, *cpu, At(i).delay, std::nullopt);
    builder_.SetAfter(number, afters);
    return Event::EndOf(number);
  }

  const Program& program_;
  std::string file_;
  std::uint64_t flit_bytes_;
  std::uint32_t tag_;
  const std::vector<std::optional<std::uint32_t>>& gates_;  // by rank
  WorkloadBuilder& builder_;
  std::vector<std::set<std::uint32_t>> used_;  // by rank: processors
  std::vector<std::uint32_t> numbers_;         // by operation
  std::map<Clock, std::map<Cycle, std::uint32_t>> ticks_;
  std::map<std::uint32_t, std::uint32_t> delays_;  // processors, by the operation delayed there
};

}  // namespace

Result<std::vector<std::uint32_t>> AddOperations(
    const Program& program, const ListedFor& setting,
    const std::vector<std::optional<std::uint32_t>>& gates, WorkloadBuilder& builder) {
  return OperationLister(program, setting, gates, builder).Add();
}

}  // namespace toroid
