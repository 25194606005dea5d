// The events of a program, and the orders in which they may happen.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/program/program.h"
#include "gen/support/progress.h"
#include "gen/support/waiters.h"

namespace toroid {

// Which of the possible events happens next; by chance, any of them, as the seed says.
struct EventOrder {
  enum class Next { kOldest, kNewest, kByChance };
  Next next = Next::kOldest;
  std::uint64_t seed = 0;
};

// Requires that sends and receives are paired. A receive ends after its send has started.
class EventGraph {
 public:
  // Throws Interrupted, as its functions do.
  explicit EventGraph(const Program& program, const Progress& progress = {});

  // All events, each after those that it waits for; only some if operations wait in a cycle.
  std::vector<Event> InOrder(EventOrder order) const;
  std::size_t size() const { return 2 * program_.operations.size(); }
  // Operations each of which waits for the next, and the last for the first; empty if none do.
  std::vector<std::uint32_t> Cycle() const;

 private:
  // Calls visit(event) for each event that this one waits for.
  template <class Visit>
  void ForBlockers(std::size_t event, Visit visit) const;
  // Removes events that wait for no remaining event; counts down `waits`.
  std::vector<std::uint32_t> TakeAway(std::vector<std::uint32_t>& waits, EventOrder order) const;

  const Program& program_;
  Progress progress_;
  Waiters waiters_;  // events, too
};

}  // namespace toroid
