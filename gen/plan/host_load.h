// What a host sends before the first program, word by word, and when each node must have its own:
// parameters of its address units (docs/spec/loaded-addresses.md X2.4) and its row of the
// schedule's table (docs/spec/broadcast.md W3.3).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/support/id.h"

namespace toroid {

// A word that a host offers, all words without a gap.
struct HostWord {
  std::uint32_t word = 0;
  bool last = false;  // of its image
};

// When a node's register is not loaded any more, and when it is again; cycle 0 is that of the first
// word.
struct LoadTimes {
  Cycle empty_from = 0;
  Cycle loaded_from = 0;  // kNeverLoaded: it is not to be
};
inline constexpr Cycle kNeverLoaded = std::numeric_limits<Cycle>::max();

struct HostLoad {
  std::vector<HostWord> words;
  std::vector<LoadTimes> units;  // by node; empty where they are not loaded
  std::vector<LoadTimes> tables;
  Cycle cycles = 0;  // from the first word's to the first in which nothing is on its way any more
};

HostLoad HostLoadOf(const Plan& plan);

}  // namespace toroid
