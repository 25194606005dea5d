// The schedule `stream`: the place of each message in the order of its axis, and the total time.
#pragma once

#include <vector>

#include "gen/schedule/window.h"

namespace toroid {

// A part of a task on one axis without interruption: two neighbouring levels or one.
struct StreamWindow {
  int lower = 0;
  int upper = 0;
  bool ring = false;  // on a ring under xor, with its top level
  int groups = 1;     // H: nodes whose position differs modulo H send in different slots
  int base = 0;       // first slot

  // Two levels on a line: twice the slots, because a free bit separates two halves of the nodes.
  bool line_pair() const { return !ring && upper > lower; }
  int slots() const { return line_pair() ? 2 * groups : groups; }
};
// The windows of one axis in time order, lowest first; none if the task does not use the axis.
std::vector<StreamWindow> StreamWindows(const Layout& layout, Task task, Axis axis);

// A message's slot on its axis, and the cycles from the start of that slot to its offer.
struct StreamPlace {
  int slot = 0;
  Cycle skew = 0;
};
// The place of the message of `level`, lower or upper of the window, that leaves `coordinate` in
// `direction`.
StreamPlace PlaceInStream(const Layout& layout, const StreamWindow& window, int coordinate,
                          Direction direction, int level);
Cycle OfferCycle(const StreamPlace& place, int message_flits);

// Schedule::makespan in closed form (docs/spec/schedules.md S8.6). Requires a task within the cube
// and message_flits >= 1.
Cycle StreamMakespan(const Layout& layout, Task task, int message_flits);

// Whether a node never sends, nor receives, two messages at once. Found by brute force
// (docs/spec/schedules.md S8.7).
bool StreamFitsOnePort(const Layout& layout, Task task);

// If it does not fit, with one port (stream_one_port.cc): the windows in time order; and the step
// of each of the node's messages within its window, lowest cube dimension first, of
// OffsetStepCount(window) steps.
std::vector<Window> OnePortStreamWindows(const Embedding& embedding, Task task,
                                         const Progress& progress = {});
std::vector<int> OnePortStreamSteps(const Layout& layout, const Window& window,
                                    const Coordinates& node);
// Assigns cycles to messages with steps: those of a step start together, as early as those of the
// steps before permit. Requires steps in which no two messages share a link or a port.
void StartEarly(const Graph& host, Schedule& schedule, const Progress& progress = {});

}  // namespace toroid
