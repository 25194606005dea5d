// Operations are stored in the order in which they are added; Finish sorts them by rank and
// renumbers the dependencies.
#include "gen/workload/builder.h"

#include <numeric>
#include <utility>

namespace toroid {

std::uint32_t WorkloadBuilder::Add(const Operation& operation, std::span<const Event> afters) {
  return workload_.Add(operation, afters);
}

std::optional<Event> WorkloadBuilder::At(std::uint32_t rank, Cycle cycle) {
  Clock& clock = clocks_[rank];
  if (cycle > clock.now) {
    std::vector<Event> afters;
    if (clock.operation) afters.push_back(Event::EndOf(*clock.operation));
    clock.operation =
        Add({.kind = OperationKind::kCalculate, .from = rank, .cycles = cycle - clock.now}, afters);
    clock.now = cycle;
  }
  if (!clock.operation) return std::nullopt;
  return Event::EndOf(*clock.operation);
}

void WorkloadBuilder::StartClock(std::uint32_t rank, std::uint32_t operation) {
  clocks_[rank] = {.now = 0, .operation = operation};
}

Workload WorkloadBuilder::Finish(const Progress& progress) && {
  Stage stage(progress, "ordering operations");
  auto& operations = workload_.operations;
  std::vector<std::uint32_t> next(clocks_.size() + 1);  // by rank: the place of its next operation
  for (const Operation& one : operations) ++next[one.by() + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> place(operations.size());
  std::vector<Operation> sorted(operations.size());
  for (std::size_t i = 0; i < operations.size(); ++i) {
    stage.Tick();
    place[i] = next[operations[i].by()]++;
    sorted[place[i]] = operations[i];
  }
  operations = std::move(sorted);
  for (Event& event : workload_.after) {
    const std::uint32_t number = place[event.operation()];
    event = event.is_start() ? Event::StartOf(number) : Event::EndOf(number);
  }
  workload_.ranks = static_cast<std::uint32_t>(clocks_.size());
  return std::move(workload_);
}

}  // namespace toroid
