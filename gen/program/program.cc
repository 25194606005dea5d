#include "gen/program/program.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace toroid {

std::string_view ToString(OperationKind kind) {
  switch (kind) {
    case OperationKind::kMessage: return "message";
    case OperationKind::kSend: return "send";
    case OperationKind::kReceive: return "receive";
    case OperationKind::kCalculate: return "calculate";
    case OperationKind::kJoin: return "join";
  }
  return "";
}

std::uint64_t Program::messages() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      operations, [](const Operation& one) { return one.is_message() && one.leaves; }));
}

std::uint32_t Program::Add(const Operation& operation, std::span<const Event> events) {
  const auto number = static_cast<std::uint32_t>(operations.size());
  operations.push_back(operation);
  if (!events.empty()) SetAfter(number, events);
  return number;
}

void Program::SetAfter(std::uint32_t number, std::span<const Event> events) {
  operations[number].first_after = static_cast<std::uint32_t>(after.size());
  operations[number].afters = static_cast<std::uint32_t>(events.size());
  after.insert(after.end(), events.begin(), events.end());
}

void Program::SortByCycle() {
  assert(std::ranges::all_of(
      operations, [](const Operation& one) { return one.kind == OperationKind::kMessage; }));
  std::vector<std::uint32_t> order(operations.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return operations[i].not_before; });
  std::vector<Operation> sorted;
  sorted.reserve(order.size());
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    sorted.push_back(operations[order[i]]);
    place[order[i]] = i;
  }
  operations = std::move(sorted);
  for (Event& event : after) {
    const std::uint32_t number = place[event.operation()];
    event = event.is_start() ? Event::StartOf(number) : Event::EndOf(number);
  }
}

}  // namespace toroid
