// Arbitration of one output of a node, and of one output of 64 nodes at once: R5.5 and R5.6 of
// docs/spec/router.md.
//
// The model numbers positions (R5.4) alike at every output: 0 is the flit that goes straight on, 1
// + i the turning flit of input port i, ports + 1 the injector. R5.4 numbers only the positions
// that can occur at an output, in the same order. Both grant alike: they differ only in positions
// that never contend, and a pointer that has moved past such a position finds the same next
// contender.
//
// Idea, for one node: contenders are a bit mask over positions, and counting zeros finds the first
// at or after the pointer, cyclically. For 64 nodes: the winner has the greatest rank, where lower
// positions rank higher, and those at or after the pointer rank above all others.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "gen/plan/plan.h"
#include "sim/model/rows.h"

namespace toroid::model {

// The arbiter of one output of one node.
struct ArbiterState {
  Byte pointer = 0;  // the position considered first
  // through-first: grants to position 0 since another contender was granted, while one waited
  Byte guard = 0;
};

// R5.5. Requires a contender. Position 0, which never occurs at an ejector, leaves the pointer
// unchanged if it is alone. The positions appear twice in a row, so that the search needs no second
// start, and a pointer past the last position needs no wrapping.
inline std::uint32_t GrantRoundRobin(ArbiterState& state, std::uint32_t contenders) {
  assert(contenders != 0);
  const std::uint64_t twice = std::uint64_t{contenders} << 32 | contenders;
  const auto granted =
      static_cast<std::uint32_t>(std::countr_zero(twice >> state.pointer << state.pointer)) & 31;
  state.pointer = static_cast<Byte>(Pick(contenders == 1, state.pointer, granted + 1));
  return granted;
}

// R5.6. Position 0 wins unless it has won kThroughFirstGuard times over a waiting contender. The
// pointer starts at 0 here and at 1 in R5.6, which makes no difference, as it never chooses
// position 0.
inline std::uint32_t GrantThroughFirst(ArbiterState& state, std::uint32_t contenders) {
  assert(contenders != 0);
  const std::uint32_t others = contenders & ~1U;
  const bool through =
      ((contenders & 1) != 0) & ((others == 0) | (state.guard < kThroughFirstGuard));
  ArbiterState moved = state;
  const std::uint32_t other = GrantRoundRobin(moved, others | std::uint32_t{through});
  const std::uint32_t guard = state.guard + std::uint32_t{others != 0};
  state.guard = static_cast<Byte>(Pick(through, guard, 0));
  state.pointer = static_cast<Byte>(Pick(through, state.pointer, moved.pointer));
  return Pick(through, 0, other);
}

// The arbiters of one output of 64 nodes.
struct ArbiterRow {
  Row pointer = Row(0);
  Row guard = Row(0);
};

class Contest {
 public:
  static constexpr std::uint32_t kPositions = 32;

  // `state` is that of the arbiters, and changes as they grant.
  explicit Contest(ArbiterRow& state) : state_(state) {}

  // The nodes at which position 0 contends; none at an ejector.
  void OfferStraight(const Row& nodes) { straight_ = nodes; }
  // The nodes at which another position contends.
  void Offer(std::uint32_t position, const Row& nodes) {
    assert(position > 0 && position < kPositions);
    others_ = others_ | nodes;
    best_ = Greatest(best_, nodes & RankOf(position));
  }
  // The nodes at which any position contends.
  Row Contended() const { return straight_ | others_; }

  // The positions granted; meaningless where none contends. Call once, after all offers.
  template <bool kThroughFirst>
  Row Grant() {
    return kThroughFirst ? GrantThroughFirst() : GrantRoundRobin();
  }

 private:
  Row RankOf(std::uint32_t position) const {
    const Row behind = Less(Row(position), state_.pointer);
    return Row(2 * kPositions - 1 - position) - (behind & Row(kPositions));
  }
  static Row PositionOf(const Row& rank) {
    return Row(kPositions - 1) - (rank & Row(kPositions - 1));
  }

  // R5.5.
  Row GrantRoundRobin() {
    const Row granted = PositionOf(Greatest(best_, straight_ & RankOf(0)));
    state_.pointer = Either(others_, granted + Row(1), state_.pointer);
    return granted;
  }

  // R5.6.
  Row GrantThroughFirst() {
    const Row through =
        straight_ &
        (~others_ | Less(state_.guard, Row(static_cast<std::uint32_t>(kThroughFirstGuard))));
    const Row granted = PositionOf(best_);
    const Row other = others_ & ~through;
    state_.pointer = Either(other, granted + Row(1), state_.pointer);
    // a mask is -1, so this adds 1
    state_.guard = ~other & (state_.guard - (through & others_));
    return granted & ~through;
  }

  ArbiterRow& state_;
  Row straight_ = Row(0);
  Row others_ = Row(0);
  Row best_ = Row(0);  // greatest rank among positions other than 0
};

}  // namespace toroid::model
