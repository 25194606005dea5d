// The idea: lockstep steps wait for their longest message before the next may start. Instead every
// axis runs independently, and orders its messages so that on each link the next message arrives
// just when the tail of the one before has left: L cycles for each message, without gaps. The nodes
// are taken modulo H, the distance of the lowest level, and a group that is further on in the
// direction of travel starts later. Mirroring the axis exchanges "+" and "-", so a message that
// goes "-" is placed as if it came from the mirrored coordinate.
//
// Example: <1,1> on line:4 with L = 3. H = 2. Towards "+" node 0 sends in slot 0, cycle 0, and
// takes links 0-1 and 1-2 in cycles 0 to 2 and 1 to 3. Node 1 is in slot 1 with skew 1, cycle 3 + 1
// = 4, and takes link 1-2 in cycles 4 to 6, right behind node 0's tail. Towards "-" node 3 does as
// node 0 does, and node 2 as node 1. A pair of levels on a line needs 2H slots; the free bit y
// separates the two halves of the messages that would meet. The top two levels of a ring under xor
// need only H: every node sends one of the two "+" and the other "-", all over the same distance H.
//
// It does not apply to tori under standard (a tie at half the ring), nor, with one port, to several
// axes, which would have to wait for each other (stream_one_port.cc). Source: our own;
// docs/spec/schedules.md section 8.
#include "gen/schedule/stream.h"

#include <algorithm>
#include <cassert>

namespace toroid {
namespace {

// The cycles of an axis beyond its slots, until the last message, late by its skew, has crossed all
// its links. `levels` levels run, from `lowest` on.
Cycle FillAndDrain(const StreamWindow& last, int lowest, int levels) {
  // the longest distance
  const Cycle reach = last.ring ? last.groups : Cycle{1} << (lowest + levels - 1);
  return last.line_pair() ? 3 * (reach / 2) - 2 : 2 * reach - 2;
}

}  // namespace

// S8.1.
std::vector<StreamWindow> StreamWindows(const Layout& layout, Task task, Axis axis) {
  const Task levels = LevelsOf(layout, task, axis);
  const int to = levels.first + levels.count;
  std::vector<StreamWindow> windows;
  int base = 0;
  for (int lower = levels.first; lower < to;) {
    // pairs from the top, so a single one is the lowest
    const int upper = (to - lower) % 2 == 1 ? lower : lower + 1;
    const bool ring = layout.rings && upper == layout.levels - 1;
    windows.push_back({.lower = lower,
                       .upper = upper,
                       .ring = ring,
                       .groups = 1 << (ring ? layout.levels - 2 : lower),
                       .base = base});
    base += windows.back().slots();
    lower = upper + 1;
  }
  return windows;
}

// S8.2 to S8.4.
StreamPlace PlaceInStream(const Layout& layout, const StreamWindow& window, int coordinate,
                          Direction direction, int level) {
  assert(level == window.lower || level == window.upper);
  const int mirrored = (1 << layout.levels) - 1 - coordinate;
  const int position = direction == Direction::kPlus ? coordinate : mirrored;
  const int group = position % window.groups;
  if (!window.line_pair()) return {.slot = window.base + group, .skew = group};
  const bool upper = level == window.upper;
  const int half = upper ? 1 - BitOf(position, window.lower) : BitOf(position, window.upper);
  const int local = half * window.groups + group;
  return {.slot = window.base + local, .skew = upper ? group : local};
}

Cycle OfferCycle(const StreamPlace& place, int message_flits) {
  return Cycle{message_flits} * place.slot + place.skew;
}

// S8.6: the slots of the longest axis, and the links before the first and behind the last flit.
Cycle StreamMakespan(const Layout& layout, Task task, int message_flits) {
  Cycle longest = 0;
  for (int a = 0; a < layout.axes; ++a) {
    const std::vector<StreamWindow> windows = StreamWindows(layout, task, Axis{a});
    if (windows.empty()) continue;
    const StreamWindow& last = windows.back();
    const int lowest = windows.front().lower;
    const Cycle slots = last.base + last.slots();
    longest = std::max(longest,
                       slots * message_flits + FillAndDrain(last, lowest, last.upper - lowest + 1));
  }
  return longest;
}

bool StreamFitsOnePort(const Layout& layout, Task task) {
  if (task.count == 1) return true;
  // On a ring of 4 nodes both messages of <0,2> are in the only slot.
  const bool one_slot_for_two = layout.rings && layout.levels == 2;
  return layout.axes == 1 && !one_slot_for_two;
}

}  // namespace toroid
