// The idea: on a line, nodes that agree in the bits below level l form a group, and a group can
// send the messages of levels l and l + 1 in two successive steps without sharing a link
// (PairSubStep). Groups take turns. On a mesh a node has a group on every
// axis; turning each axis by the sum of all the node's groups keeps the groups of one axis apart,
// and adding the cube dimension keeps the axes of one node apart, which is what one port needs.
//
// Example: <1,2> on line:16. Groups are m mod 2. Node 5 = 0101 is in group 1, so it sends in steps
// 2 and 3; its bits 1 and 2 differ (0 and 1), so level 1 (to node 7) goes first and level 2 (to
// node 1) second. The window takes 4 steps, the load of the middle link. It does not apply to tori,
// nor to windows with fewer pairs of steps than axes (c >= 4, see CalmantCovers). With all ports
// each axis does this alone (c = 1).
//
// Source: CALMANT 3.2 (c = 1), 4.2.1 (2c cube dimensions), 4.2.2 (at most c), 4.2.3 (between).
// Departures: 3.2.2's group is m mod 2^l (the text's 2^(l+1) groups need twice the steps that it
// counts). In 4.2.3 k can be negative, so division and modulus are floored. <i,4>_3 with i <= 5 is
// repaired (RepairedSteps). Tests: docs/spec/schedules.md.
#include <cassert>

#include "gen/schedule/window.h"
#include "gen/support/integers.h"

namespace toroid {
namespace {

constexpr int FloorDiv(int a, int b) { return (a - FloorMod(a, b)) / b; }

// The group of a coordinate at a level: its bits below the level.
constexpr int GroupOf(int coordinate, int level) {
  return level <= 0 ? 0 : coordinate & ((1 << level) - 1);
}

// Section 4.2 turns every axis by its cube dimension; section 3.2, with one axis, does not.
int TurnOf(const Layout& layout, int k) { return layout.axes == 1 ? 0 : k; }

// Steps of a window in units of two, as in 4.2.1 and 4.2.3.
int PairSlots(const Window& window) { return (window.LowerBound() + 1) / 2; }

bool HasPairs(const Layout& layout, const Window& window) {
  return window.task.count > layout.axes;
}

// <i,4>_3 with i <= 5: one axis carries a pair, two a single, and the lower bound of 4 leaves two
// pair slots for three axes.
bool NeedsRepair(const Layout& layout, const Window& window) {
  return layout.axes == 3 && window.task.count == 4 && PairSlots(window) < layout.axes;
}

int AxisOf(const Layout& layout, int k) { return FloorMod(k, layout.axes); }
int LevelOf(const Layout& layout, int k) { return FloorDiv(k, layout.axes); }
int CoordinateFor(const Layout& layout, const Coordinates& node, int k) {
  return node[static_cast<std::size_t>(AxisOf(layout, k))];
}

// 3.2.2 and 4.2.2: at most one level on each axis.
std::vector<int> SingleSteps(const Layout& layout, const Window& window, const Coordinates& node) {
  const auto [first, count] = window.task;
  int sum = 0;
  for (int k = first; k < first + count; ++k)
    sum += GroupOf(CoordinateFor(layout, node, k), LevelOf(layout, k));
  std::vector<int> steps;
  for (int k = first; k < first + count; ++k)
    steps.push_back((sum + TurnOf(layout, k)) % window.LowerBound());
  return steps;
}

// 3.2.1, 4.2.1 and 4.2.3: cube dimension k and k + c share the pair slot of their axis, k from
// `bottom` to bottom + c - 1. If k is below the task only k + c is sent.
std::vector<int> PairedSteps(const Layout& layout, const Window& window, const Coordinates& node) {
  const auto [first, count] = window.task;
  const int c = layout.axes;
  const int bottom = first + count - 2 * c;
  int sum = 0;
  for (int k = bottom; k < bottom + c; ++k)
    sum += GroupOf(CoordinateFor(layout, node, k), LevelOf(layout, k));
  std::vector<int> steps;
  for (int k = first; k < first + count; ++k) {
    const bool upper = k >= bottom + c;
    const int lower = upper ? k - c : k;
    const int slot = FloorMod(sum + TurnOf(layout, lower), PairSlots(window));
    steps.push_back(2 * slot +
                    PairSubStep(CoordinateFor(layout, node, k), LevelOf(layout, lower), upper));
  }
  return steps;
}

// Our repair of 4.2.3 for <i,4>_3, i <= 5, in 4 steps: the axis with two cube dimensions takes one
// pair slot by the parity of the node's groups, the two axes with one share the other slot, at
// opposite sub-steps.
std::vector<int> RepairedSteps(const Layout& layout, const Window& window,
                               const Coordinates& node) {
  // `first` and first + 3 share an axis; first + 1 and first + 2 are alone
  const int first = window.task.first;
  const auto group = [&](int k) {
    return GroupOf(CoordinateFor(layout, node, k), LevelOf(layout, k));
  };
  const int slot = (group(first) + group(first + 1) + group(first + 2)) % 2;
  const int pair = 2 * slot;
  const int other = 2 * (1 - slot);
  const int sub_step = (group(first + 1) / 2 + group(first + 2) / 2) % 2;
  const int coordinate = CoordinateFor(layout, node, first);
  const int level = LevelOf(layout, first);
  return {pair + PairSubStep(coordinate, level, false), other + sub_step, other + 1 - sub_step,
          pair + PairSubStep(coordinate, level, true)};
}

}  // namespace

// With c >= 4 a window of c < x < 2c cube dimensions can have fewer pair slots than axes; 4.2.3
// would then break the one-port rule.
bool CalmantCovers(const Layout& layout, const Window& window) {
  return !HasPairs(layout, window) || PairSlots(window) >= layout.axes ||
         NeedsRepair(layout, window);
}

int CalmantStepCount(const Layout& layout, const Window& window) {
  return HasPairs(layout, window) ? 2 * PairSlots(window) : window.LowerBound();
}

std::vector<int> CalmantSteps(const Layout& layout, const Window& window, const Coordinates& node) {
  assert(CalmantCovers(layout, window));
  if (!HasPairs(layout, window)) return SingleSteps(layout, window, node);
  return NeedsRepair(layout, window) ? RepairedSteps(layout, window, node)
                                     : PairedSteps(layout, window, node);
}

}  // namespace toroid
