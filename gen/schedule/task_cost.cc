// The idea: a lockstep schedule's steps follow from the windows' loads, which are those of lines
// and rings. Its last cycle needs one thing more: all windows except the last take their full
// length, but the last step of the last window may have only routes that are shorter than the
// window's longest. The messages of that step follow from the rhythm of all lockstep solvers: a
// node starts in some step, a sum over the axes of its group there times one or two, and sends each
// message a fixed number of steps later, modulo the number of steps. Starts are then simply 0,
// stride, 2 stride, ... up to the sum of the largest.
//
// Example: <0,3> on mesh:4x4 has one window of 3 steps: levels 0 and 1 of axis 0, level 0 of axis
// 1. There is one group on each axis, so every node starts in step 0; axis 0 sends in steps 0 and
// 1, axis 1 in step 2. A step lasts L + 1 cycles for the distance 2 of level 1, but the last
// messages cross only one link and end one cycle before their step does: 3 (L + 1) - 1 cycles in
// all.
//
// Source: CALMANT, Theorems 1 and 3, for lines and meshes; the rest is ours. docs/spec/cost.md,
// section 1.
#include <algorithm>
#include <cassert>
#include <optional>

#include "gen/schedule/cost.h"
#include "gen/schedule/stream.h"
#include "gen/support/integers.h"

namespace toroid {
namespace {

bool HoldsTopOfRing(const Layout& layout, Task levels) {
  return layout.rings && levels.first + levels.count == layout.levels;
}

// CALMANT, Theorem 1.
std::uint64_t LineLoad(Task levels) {
  const std::uint64_t high = std::uint64_t{1} << (levels.first + levels.count + 1);
  const std::uint64_t low = std::uint64_t{1} << (levels.first + (levels.count % 2 == 0 ? 1 : 0));
  return (high - low) / 3;
}

// The top two levels of a ring together load every link with 2^(D-2), and so does the top one
// alone.
std::uint64_t AxisLoad(const Layout& layout, Task levels) {
  if (!HoldsTopOfRing(layout, levels) || levels.count == 0) return LineLoad(levels);
  const Task rest{.first = levels.first, .count = std::max(levels.count - 2, 0)};
  return (std::uint64_t{1} << (layout.levels - 2)) + LineLoad(rest);
}

int Distance(const Layout& layout, int level) {
  return 1 << (layout.rings && level == layout.levels - 1 ? level - 1 : level);
}

// ---- the last window's last step ----

struct Rhythm {
  int stride = 2;
  int latest = 0;  // start
  struct Send {
    int offset = 0;  // steps after the start
    int distance = 0;
  };
  std::vector<Send> sends;

  // Adds an axis with `groups` groups, `by` steps apart, to the start of a node.
  void Turn(int by, int groups) {
    latest += by * (groups - 1);
    if (by == 1 && groups > 1) stride = 1;
  }
  // Whether some node's start is `step`, modulo `steps`.
  bool Starts(int step, int steps) const {
    for (int start = FloorMod(step, steps); start <= latest; start += steps) {
      if (start % stride == 0) return true;
    }
    return false;
  }
  // The longest distance of the messages in a step; 0 if there are none.
  int Longest(int step, int steps) const {
    int longest = 0;
    for (const Send& send : sends) {
      if (send.distance > longest && Starts(step - send.offset, steps)) longest = send.distance;
    }
    return longest;
  }
};

// docs/spec/schedules.md S3.6.
bool IsRepaired(const Layout& layout, const Window& window) {
  return layout.axes == 3 && window.task.count == 4 && window.LowerBound() == 4;
}

// S3.6: a pair in the slot where the node starts, the other axes in the other slot, in either
// order. One order is enough here: if both occur, the pair, which has longer routes, is in the last
// step too.
Rhythm RepairedRhythm(const Layout& layout, Task task) {
  Rhythm rhythm;
  for (int k = task.first; k < task.first + 3; ++k) rhythm.Turn(2, 1 << (k / layout.axes));
  const auto send = [&](int k, int offset) {
    rhythm.sends.push_back({offset, Distance(layout, k / layout.axes)});
  };
  for (const int offset : {0, 1}) send(task.first, offset), send(task.first + 3, offset);
  send(task.first + 1, 2);
  send(task.first + 2, 3);
  return rhythm;
}

// S3.1 to S3.5. A pair's two messages go in either order.
Rhythm CalmantRhythm(const Layout& layout, const Window& window) {
  if (IsRepaired(layout, window)) return RepairedRhythm(layout, window.task);
  const auto [first, count] = window.task;
  const int c = layout.axes;
  const bool pairs = count > c;
  const int bottom = pairs ? first + count - 2 * c : first;
  const int by = pairs ? 2 : 1;
  Rhythm rhythm;
  for (int k = bottom; k < (pairs ? bottom + c : first + count); ++k)
    rhythm.Turn(by, 1 << std::max(k / c, 0));
  for (int k = first; k < first + count; ++k) {
    const int turn = c == 1 ? 0 : (pairs && k >= bottom + c ? k - c : k);
    for (int sub_step = 0; sub_step < by; ++sub_step)
      rhythm.sends.push_back({by * turn + sub_step, Distance(layout, k / c)});
  }
  return rhythm;
}

// S4.2 to S4.4.
Rhythm OffsetRhythm(const Layout& layout, const Window& window) {
  Rhythm rhythm;
  int offset = 0;
  for (int a = 0; a < layout.axes; ++a) {
    const Task levels = LevelsOf(layout, window.task, Axis{a});
    if (levels.count == 0) continue;
    const bool ring = HoldsTopOfRing(layout, levels);
    rhythm.Turn(levels.count == 2 && !ring ? 2 : 1, 1 << (ring ? layout.levels - 2 : levels.first));
    for (int level = levels.first; level < levels.first + levels.count; ++level) {
      for (int i = 0; i < levels.count; ++i)
        rhythm.sends.push_back({offset + i, Distance(layout, level)});
    }
    offset += levels.count;
  }
  return rhythm;
}

// ---- a whole task ----

// A part of the host with its own windows from step 0 on: the whole host with one port, each axis
// with all ports.
class Track {
 public:
  Track(ScheduleKind kind, const Layout& layout, Task task, Ports ports)
      : kind_(kind), layout_(layout), windows_(WindowsByFormula(layout, task, ports)) {}

  int StepCount() const {
    int count = 0;
    for (const Window& window : windows_) count += StepCountOf(window);
    return count;
  }
  // The window of `step`, its first step and the one after its last; nothing after the last window.
  struct Place {
    const Window* window;
    int begin;
    int end;
  };
  std::optional<Place> At(int step) const {
    int begin = 0;
    for (const Window& window : windows_) {
      const int end = begin + StepCountOf(window);
      if (step < end) return Place{&window, begin, end};
      begin = end;
    }
    return std::nullopt;
  }
  // The longest distance of the messages in a step; 0 if there are none.
  int Longest(int step) const {
    const std::optional<Place> place = At(step);
    if (!place) return 0;
    const Rhythm rhythm = kind_ == ScheduleKind::kCalmant ? CalmantRhythm(layout_, *place->window)
                                                          : OffsetRhythm(layout_, *place->window);
    return rhythm.Longest(step - place->begin, place->end - place->begin);
  }

 private:
  int StepCountOf(const Window& window) const {
    return kind_ == ScheduleKind::kCalmant ? CalmantStepCount(layout_, window)
                                           : OffsetStepCount(window);
  }
  ScheduleKind kind_;
  Layout layout_;
  std::vector<Window> windows_;
};

std::vector<Track> TracksOf(ScheduleKind kind, const Layout& layout, Task task, Ports ports) {
  if (ports == Ports::kOne) return {Track(kind, layout, task, ports)};
  std::vector<Track> tracks;
  for (int a = 0; a < layout.axes; ++a) {
    const Task levels = LevelsOf(layout, task, Axis{a});
    if (levels.count > 0)
      tracks.emplace_back(kind, Layout{.axes = 1, .levels = layout.levels, .rings = layout.rings},
                          levels, ports);
  }
  return tracks;
}

int Longest(const std::vector<Track>& tracks, int step) {
  int longest = 0;
  for (const Track& track : tracks) longest = std::max(longest, track.Longest(step));
  return longest;
}

// The start of a step: each step before it takes its flits and the longest distance of its windows,
// minus one, in hops.
Cycle StartOf(const std::vector<Track>& tracks, int step, int message_flits, Cycle hop_cycles) {
  Cycle start = 0;
  for (int now = 0; now < step;) {
    int until = step;
    int longest = 0;
    for (const Track& track : tracks) {
      const auto place = track.At(now);
      if (!place) continue;
      until = std::min(until, place->end);
      longest = std::max(longest, place->window->demand.longest);
    }
    start += Cycle{until - now} * (message_flits + (longest - 1) * hop_cycles);
    now = until;
  }
  return start;
}

TaskCost LockstepCost(ScheduleKind kind, const Layout& layout, Task task, int message_flits,
                      Ports ports, Cycle hop_cycles) {
  const std::vector<Track> tracks = TracksOf(kind, layout, task, ports);
  int steps = 0;
  for (const Track& track : tracks) steps = std::max(steps, track.StepCount());
  int last = steps - 1;
  while (Longest(tracks, last) == 0) --last;  // an odd bound is rounded up to pairs of steps
  TaskCost cost;
  cost.steps = static_cast<std::uint64_t>(steps);
  cost.in_row = static_cast<std::uint64_t>(last) + 1;
  cost.end = StartOf(tracks, last, message_flits, hop_cycles) + Longest(tracks, last) * hop_cycles +
             message_flits - 1;
  return cost;
}

}  // namespace

std::uint64_t TaskLoad(const Layout& layout, Task task) {
  std::uint64_t load = 0;
  for (int a = 0; a < layout.axes; ++a)
    load = std::max(load, AxisLoad(layout, LevelsOf(layout, task, Axis{a})));
  return load;
}

std::vector<Window> WindowsByFormula(const Layout& layout, Task task, Ports ports) {
  std::vector<Window> windows;
  for (const Task part : WindowTasks(layout.axes, task)) {
    int longest = 0;
    for (int k = part.first; k < part.first + part.count; ++k)
      longest = std::max(longest, Distance(layout, k / layout.axes));
    windows.push_back({.task = part,
                       .demand = {.loads = {}, .load = TaskLoad(layout, part), .longest = longest},
                       .ports = ports});
  }
  return windows;
}

bool StreamHasFormula(const Layout& layout, Task task, Ports ports) {
  return ports == Ports::kAll || StreamFitsOnePort(layout, task);
}

TaskCost CostOfTask(ScheduleKind kind, const Layout& layout, Task task, int message_flits,
                    Ports ports, Cycle hop_cycles) {
  assert(message_flits >= 1 && task.count >= 1);
  TaskCost cost;
  switch (kind) {
    case ScheduleKind::kNone:
    case ScheduleKind::kExact:
    case ScheduleKind::kList: assert(false); break;
    case ScheduleKind::kCalmant:
    case ScheduleKind::kOffset:
      cost = LockstepCost(kind, layout, task, message_flits, ports, hop_cycles);
      break;
    case ScheduleKind::kStream:
      assert(StreamHasFormula(layout, task, ports) && hop_cycles == 1);
      cost.steps = cost.in_row = TaskLoad(layout, task);
      cost.end = StreamMakespan(layout, task, message_flits);
      break;
  }
  cost.lambda = TaskLoad(layout, task);
  return cost;
}

}  // namespace toroid
