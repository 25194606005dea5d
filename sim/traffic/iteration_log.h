// Results of the iterations of scheduled traffic.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "gen/schedule/schedule.h"
#include "gen/support/id.h"

namespace toroid {

// Result of one iteration.
struct IterationResult {
  std::size_t planned = 0;  // the section that it is of
  Phase phase = Phase::kTask;
  Task task;
  // Step windows in which an injection was seen; with relays, the last step in which a link was
  // crossed; otherwise none.
  std::optional<int> steps;
  std::uint64_t lower_bound = 0;
  std::uint64_t cycle_lower_bound = 0;  // cycles that the program takes at least
  Cycle cycles = 0;                     // from the start pulse to the last eject
  std::uint64_t conflicts = 0;          // messages with a stalled flit
  std::strong_ordering operator<=>(const IterationResult&) const = default;
};

// All iterations, in order. A kernel may repeat one iteration millions of times, so from
// kMostListed iterations on equal ones become one entry, at the place of the first.
class IterationLog {
 public:
  static constexpr std::size_t kMostListed = 1 << 16;

  struct Entry {
    IterationResult result;
    std::uint64_t number = 1;  // number of the first iteration of the entry, from 1 on
    std::uint64_t times = 1;   // iterations in the entry
  };

  void Add(const IterationResult& result);
  std::uint64_t size() const { return size_; }  // iterations
  const std::vector<Entry>& entries() const { return entries_; }
  // Whether an entry may represent several iterations.
  bool folded() const { return !places_.empty(); }

 private:
  void AddFolded(const Entry& entry);

  std::vector<Entry> entries_;
  std::map<IterationResult, std::size_t> places_;  // in entries_, once folded
  std::size_t last_ = 0;                           // the entry added to last
  std::uint64_t size_ = 0;
};

}  // namespace toroid
