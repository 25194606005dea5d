#include "sim/axi/on_their_way.h"

#include <algorithm>
#include <utility>

namespace toroid::axi {

void OnTheirWay::Add(Transaction& transaction) {
  Of(transaction).next[transaction.manager.value()].push_back(&transaction);
}

Transaction* OnTheirWay::Take(NodeId memory, bool write,
                              const std::function<bool(const Transaction&)>& fits) {
  Memory& at = memories_[write ? 1 : 0][memory.value()];
  for (auto& [manager, open] : at.next) {
    if (open.empty() || !fits(*open.front())) continue;
    at.taken.push_back(open.front());
    open.pop_front();
    return at.taken.back();
  }
  return nullptr;
}

void OnTheirWay::Identify(Transaction& read, std::span<const std::uint32_t> beat) {
  const auto begins = [&](const Transaction& one) {
    return one.data.size() >= beat.size() &&
           std::ranges::equal(beat, std::span(one.data).first(beat.size()));
  };
  if (begins(read)) return;
  Memory& memory = Of(read);
  for (Transaction*& other : memory.taken) {
    const bool equal = other->request.address == read.request.address &&
                       other->request.beats == read.request.beats &&
                       other->request.size == read.request.size &&
                       other->request.burst == read.request.burst;
    if (other == &read || !equal || other->first >= 0 || !begins(*other)) continue;
    std::swap(read.data, other->data);
    std::deque<Transaction*>& next = memory.next[read.manager.value()];
    if (next.empty() || next.front() != &read) return;  // it was taken too
    next.pop_front();
    memory.next[other->manager.value()].push_front(other);
    other = &read;
    return;
  }
}

void OnTheirWay::End(const Transaction& transaction) {
  if (transaction.subordinate) std::erase(Of(transaction).taken, &transaction);
}

}  // namespace toroid::axi
