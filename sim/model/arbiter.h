// Who gets an output: R5.5 and R5.6 of docs/spec/router.md.
//
// Contenders are a bit mask over positions (R5.4). The model numbers positions alike at every
// output: 0 is the flit that goes straight on, 1 + i the turning flit of input port i, ports + 1
// the injector. R5.4 numbers only the positions that can occur at an output, in the same order.
// Both grant alike: what separates them are positions that never contend, and a pointer that has
// moved past such a position finds the same next contender.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "gen/plan/plan.h"
#include "sim/model/pick.h"

namespace toroid::model {

struct ArbiterState {
  std::uint16_t pointer = 0;  // the position that is looked at first
  // through-first: grants to position 0 since another contender was granted, while one waited
  std::uint16_t guard = 0;
};

// R5.5. The first contender at or after the pointer, cyclically. Requires one. Position 0, which
// nothing has at an ejector, leaves the pointer if it is alone. The positions stand twice in a row,
// so that the search needs no second start; a pointer past the last position needs no wrapping for
// the same reason.
inline std::uint32_t GrantRoundRobin(ArbiterState& state, std::uint32_t contenders) {
  assert(contenders != 0);
  const std::uint64_t twice = std::uint64_t{contenders} << 32 | contenders;
  const auto granted =
      static_cast<std::uint32_t>(std::countr_zero(twice >> state.pointer << state.pointer)) & 31;
  state.pointer = static_cast<std::uint16_t>(Pick(contenders == 1, state.pointer, granted + 1));
  return granted;
}

// R5.6. Position 0 wins unless it did so kThroughFirstGuard times over a waiting contender. That
// the pointer starts at 0 here and at 1 in R5.6 makes no difference: position 0 is not among those
// it chooses from.
inline std::uint32_t GrantThroughFirst(ArbiterState& state, std::uint32_t contenders) {
  assert(contenders != 0);
  const std::uint32_t others = contenders & ~1U;
  const bool through =
      ((contenders & 1) != 0) & ((others == 0) | (state.guard < kThroughFirstGuard));
  ArbiterState moved = state;
  const std::uint32_t other = GrantRoundRobin(moved, others | std::uint32_t{through});
  const std::uint32_t guard = state.guard + std::uint32_t{others != 0};
  state.guard = static_cast<std::uint16_t>(Pick(through, guard, 0));
  state.pointer = static_cast<std::uint16_t>(Pick(through, state.pointer, moved.pointer));
  return Pick(through, 0, other);
}

}  // namespace toroid::model
