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
    auto one = open.begin();
    while (one != open.end() && !fits(**one) && given_up_(**one)) ++one;
    if (one == open.end() || !fits(**one)) continue;
    at.taken.push_back(*one);
    open.erase(one);
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
    if (other == &read || !equal || (other->first >= 0 && !other->timed_out) || !begins(*other))
      continue;
    std::swap(read.data, other->data);
    std::deque<Transaction*>& next = memory.next[read.manager.value()];
    if (std::erase(next, &read) == 0) return;  // it was taken too
    memory.next[other->manager.value()].push_front(other);
    other = &read;
    return;
  }
}

void OnTheirWay::End(const Transaction& transaction) {
  if (transaction.subordinate && !transaction.timed_out)
    std::erase(Of(transaction).taken, &transaction);
}

}  // namespace toroid::axi
