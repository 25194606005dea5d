// Operations are stored in the order in which they are added; Finish sorts them by rank and
// renumbers the dependencies.
#include "gen/workload/builder.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace toroid {

std::uint32_t WorkloadBuilder::Add(Operation operation, std::span<const After> afters) {
  operation.first_after = static_cast<std::uint32_t>(workload_.after.size());
  operation.afters = static_cast<std::uint32_t>(afters.size());
  workload_.after.insert(workload_.after.end(), afters.begin(), afters.end());
  workload_.operations.push_back(operation);
  return static_cast<std::uint32_t>(workload_.operations.size() - 1);
}

std::optional<After> WorkloadBuilder::At(std::uint32_t rank, Cycle cycle) {
  Clock& clock = clocks_[rank];
  if (cycle > clock.now) {
    std::vector<After> afters;
    if (clock.operation) afters.push_back({.operation = *clock.operation});
    clock.operation =
        Add({.kind = OperationKind::kCalculate, .rank = rank, .cycles = cycle - clock.now}, afters);
    clock.now = cycle;
  }
  if (!clock.operation) return std::nullopt;
  return After{.operation = *clock.operation};
}

void WorkloadBuilder::StartClock(std::uint32_t rank, std::uint32_t operation) {
  clocks_[rank] = {.now = 0, .operation = operation};
}

Workload WorkloadBuilder::Finish() && {
  auto& operations = workload_.operations;
  std::vector<std::uint32_t> order(operations.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return operations[i].rank; });
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<Operation> sorted;
  sorted.reserve(order.size());
  for (const std::uint32_t i : order) sorted.push_back(operations[i]);
  operations = std::move(sorted);
  for (After& after : workload_.after) after.operation = place[after.operation];
  workload_.ranks = static_cast<std::uint32_t>(clocks_.size());
  return std::move(workload_);
}

}  // namespace toroid
