// Who gets an output: R5.5 and R5.6 of docs/spec/router.md, for one output of a node, and for that
// of 64 nodes at once.
//
// The model numbers positions (R5.4) alike at every output: 0 is the flit that goes straight on,
// 1 + i the turning flit of input port i, ports + 1 the injector. R5.4 numbers only the positions
// that can occur at an output, in the same order. Both grant alike: what separates them are
// positions that never contend, and a pointer that has moved past such a position finds the same
// next contender.
//
// Idea, of a node: contenders are a bit mask over positions, and the first at or after the pointer,
// cyclically, is found by counting zeros. Of 64 nodes: it is the one of the greatest rank, if a
// position ranks the higher the lower it is, and those at or after the pointer rank above all
// others.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "gen/plan/plan.h"
#include "sim/model/pick.h"
#include "sim/model/rows.h"

namespace toroid::model {

// Of one node.
struct ArbiterState {
  Byte pointer = 0;  // the position that is looked at first
  // through-first: grants to position 0 since another contender was granted, while one waited
  Byte guard = 0;
};

// R5.5. Requires a contender. Position 0, which nothing has at an ejector, leaves the pointer if it
// is alone. The positions stand twice in a row, so that the search needs no second start; a pointer
// past the last position needs no wrapping for the same reason.
inline std::uint32_t GrantRoundRobin(ArbiterState& state, std::uint32_t contenders) {
  assert(contenders != 0);
  const std::uint64_t twice = std::uint64_t{contenders} << 32 | contenders;
  const auto granted =
      static_cast<std::uint32_t>(std::countr_zero(twice >> state.pointer << state.pointer)) & 31;
  state.pointer = static_cast<Byte>(Pick(contenders == 1, state.pointer, granted + 1));
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
  state.guard = static_cast<Byte>(Pick(through, guard, 0));
  state.pointer = static_cast<Byte>(Pick(through, state.pointer, moved.pointer));
  return Pick(through, 0, other);
}

// The same of 64 nodes.
struct ArbiterRow {
  Row pointer = Row(0);
  Row guard = Row(0);
};

class Contest {
 public:
  static constexpr std::uint32_t kPositions = 32;

  // The state is that of the arbiters, and changes as they grant.
  explicit Contest(ArbiterRow& state) : state_(state) {}

  // The nodes at which position 0 contends; nothing does at an ejector.
  void OfferStraight(const Row& nodes) { straight_ = nodes; }
  // Those at which another position does.
  void Offer(std::uint32_t position, const Row& nodes) {
    assert(position > 0 && position < kPositions);
    others_ = others_ | nodes;
    best_ = Greatest(best_, nodes & RankOf(position));
  }
  // The nodes at which any does.
  Row Contended() const { return straight_ | others_; }

  // The positions granted; meaningless where none contends. Once, when all have been offered.
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
  Row best_ = Row(0);  // the greatest rank of a position but 0
};

}  // namespace toroid::model
