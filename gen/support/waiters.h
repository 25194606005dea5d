// Who waits for which event, and who has waited long enough.
//
// The idea: events and waiters are numbers. The lists of all events lie one behind the other in one
// array, which takes two passes over the pairs: one counts, one fills. How many events each waiter
// still waits for is the caller's, so one list serves several runs.
//
// Example: waiter 0 waits for events 0 and 2, waiter 1 for event 2. The lists are {0}, {}, {0, 1},
// the counts 2 and 1. When event 2 happens, waiter 1 is free, and waiter 0 when event 0 has too.
#pragma once

#include <cassert>
#include <cstdint>
#include <numeric>
#include <vector>

namespace toroid {

class Waiters {
 public:
  // `for_each(visit)` calls visit(waiter, event) for each pair; it is called twice, and must give
  // the same pairs in the same order. The waiters of an event are listed in that order.
  template <class ForEach>
  Waiters(std::size_t waiters, std::size_t events, const ForEach& for_each)
      : counts_(waiters), first_(events + 1) {
    for_each([&](std::size_t waiter, std::size_t event) {
      ++counts_[waiter];
      ++first_[event + 1];
    });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    waiters_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for_each([&](std::size_t waiter, std::size_t event) {
      waiters_[next[event]++] = static_cast<std::uint32_t>(waiter);
    });
  }

  // By waiter: how many events it waits for before any has happened.
  const std::vector<std::uint32_t>& counts() const { return counts_; }

  // An event has happened, for the first time: counts down `left` of its waiters, and calls
  // free(waiter) for each that waits for no other event.
  template <class Free>
  void Happened(std::size_t event, std::vector<std::uint32_t>& left, const Free& free) const {
    for (std::uint32_t i = first_[event]; i < first_[event + 1]; ++i) {
      assert(left[waiters_[i]] > 0);
      if (--left[waiters_[i]] == 0) free(waiters_[i]);
    }
  }

 private:
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> first_;  // by event: its first waiter, in waiters_
  std::vector<std::uint32_t> waiters_;
};

}  // namespace toroid
