// The idea: in a window of T steps every node starts at S, the sum of its groups over the axes, and
// sends its messages at fixed offsets from there, modulo T. Nodes that could meet on a link differ
// only in their group on that axis, so their steps differ. The offsets of one node are distinct, so
// its port is never busy twice. A node's partners have its groups, so they receive in distinct
// steps too.
//
// Example: <2,2> on mesh:4x4 (c = 2): levels 1 of both axes are single, T = max(2, 2) = 2, S = m_0
// mod 2 + m_1 mod 2. Axis 0 sends in step S mod 2, axis 1 in step (S + 1) mod 2.
// A ring under xor sends one of its top two levels "+" and the other "-" from every node, both over
// 2^(D-2) links; so its groups are m mod 2^(D-2) and need no doubling: half the steps of a line.
// It does not apply to tori under standard, whose top level is a tie. With all ports each axis does
// this alone.
//
// Source: our own; docs/spec/schedules.md section 4. The windows are CALMANT's (4.2).
#include <algorithm>
#include <cassert>

#include "gen/schedule/window.h"

namespace toroid {
namespace {

// The levels of one axis in a window: none, one (lower == upper) or two (lower + 1 == upper).
struct AxisWindow {
  int lower = 0;
  int upper = -1;
  int offset = 0;  // offset of its first message; the next message has the next offset
  bool ring = false;

  int levels() const { return upper - lower + 1; }
};

// The window of each axis; offsets are assigned in axis order.
std::vector<AxisWindow> AxisWindows(const Layout& layout, const Window& window) {
  const int c = layout.axes;
  const auto [first, count] = window.task;
  std::vector<AxisWindow> axes(static_cast<std::size_t>(c));
  for (int k = first; k < first + count; ++k) {
    AxisWindow& axis = axes[static_cast<std::size_t>(k % c)];
    if (axis.levels() == 0) axis.lower = k / c;
    axis.upper = k / c;
    assert(axis.levels() <= 2);
  }
  int offset = 0;
  for (AxisWindow& axis : axes) {
    axis.offset = offset;
    axis.ring = layout.rings && axis.upper == layout.levels - 1;
    offset += axis.levels();
  }
  return axes;
}

// The turn of a node's start by its coordinate on this axis.
int TurnOf(const Layout& layout, const AxisWindow& axis, int coordinate) {
  if (axis.levels() == 0) return 0;
  if (axis.ring) return coordinate & ((1 << (layout.levels - 2)) - 1);
  const int group = coordinate & ((1 << axis.lower) - 1);
  return axis.levels() == 2 ? 2 * group : group;
}

int OffsetOf(const Layout& layout, const AxisWindow& axis, int coordinate, int level) {
  if (axis.levels() == 1) return axis.offset;
  if (axis.ring) return axis.offset + (RingGoesPlus(layout, coordinate, level) ? 0 : 1);
  return axis.offset + PairSubStep(coordinate, axis.lower, level == axis.upper);
}

}  // namespace

int OffsetStepCount(const Window& window) { return window.LowerBound(); }

std::vector<int> OffsetSteps(const Layout& layout, const Window& window, const Coordinates& node) {
  const std::vector<AxisWindow> axes = AxisWindows(layout, window);
  int start = 0;
  for (std::size_t a = 0; a < axes.size(); ++a) start += TurnOf(layout, axes[a], node[a]);
  std::vector<int> steps;
  for (int k = window.task.first; k < window.task.first + window.task.count; ++k) {
    const auto a = static_cast<std::size_t>(k % layout.axes);
    steps.push_back((start + OffsetOf(layout, axes[a], node[a], k / layout.axes)) %
                    OffsetStepCount(window));
  }
  return steps;
}

}  // namespace toroid
