// The words that a host sends before the first program, and the cycles in which each node must have
// its own: parameters of its address units (docs/spec/loaded-addresses.md X2.4) and its row of the
// schedule's table (docs/spec/broadcast.md W3.3).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/id.h"

namespace toroid {

// A word that a host offers; the words have no gaps.
struct HostWord {
  std::uint32_t word = 0;
  bool last = false;  // the last of its image
};

// The cycles from which a node's register is no longer loaded, and loaded again; cycle 0 is that of
// the first word.
struct LoadTimes {
  Cycle empty_from = 0;
  Cycle loaded_from = 0;  // kNeverLoaded: never
};
inline constexpr Cycle kNeverLoaded = std::numeric_limits<Cycle>::max();

struct HostLoad {
  std::vector<HostWord> words;
  std::vector<LoadTimes> units;  // by node; empty if they are not loaded
  std::vector<LoadTimes> tables;
  Cycle cycles = 0;  // from the first word to the first cycle without a word in transit
};

HostLoad HostLoadOf(const Plan& plan);

}  // namespace toroid
