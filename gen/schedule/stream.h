// The schedule `stream`: where each message stands in the order of its axis, and how long all of
// them take.
#pragma once

#include <vector>

#include "gen/schedule/window.h"

namespace toroid {

// What one axis does of a task at a stretch: two neighbouring levels or one.
struct StreamWindow {
  int lower = 0;
  int upper = 0;
  bool ring = false;  // on a ring under xor, with its top level
  int groups = 1;     // H: nodes whose position differs modulo H send in different slots
  int base = 0;       // first slot

  // Two levels on a line: twice the slots, since a free bit keeps two halves of the nodes apart.
  bool line_pair() const { return !ring && upper > lower; }
  int slots() const { return line_pair() ? 2 * groups : groups; }
};
// The windows of one axis in time order, lowest first; none if the task does not use the axis.
std::vector<StreamWindow> StreamWindows(const Layout& layout, Task task, Axis axis);

// A message's slot on its axis, and how many cycles later than the start of that slot it is
// offered.
struct StreamPlace {
  int slot = 0;
  Cycle skew = 0;
};
// Of the message of `level`, lower or upper of the window, that leaves `coordinate` in `direction`.
StreamPlace PlaceInStream(const Layout& layout, const StreamWindow& window, int coordinate,
                          Direction direction, int level);
Cycle OfferCycle(const StreamPlace& place, int message_flits);

// Schedule::makespan in closed form (docs/spec/schedules.md S8.6). Requires a task within the cube
// and message_flits >= 1.
Cycle StreamMakespan(const Layout& layout, Task task, int message_flits);

// Whether a node also never sends, nor receives, two messages at once. Found by brute force
// (docs/spec/schedules.md S8.7).
bool StreamFitsOnePort(const Layout& layout, Task task);

// Where it does not fit, with one port (stream_one_port.cc): the windows in time order; and the
// step within its window of each of the node's messages, lowest cube dimension first, of
// OffsetStepCount(window) steps.
std::vector<Window> OnePortStreamWindows(const Embedding& embedding, Task task,
                                         const Progress& progress = {});
std::vector<int> OnePortStreamSteps(const Layout& layout, const Window& window,
                                    const Coordinates& node);
// Gives messages that have steps their cycles: those of a step start together, as early as those of
// the steps before permit. Requires steps in which no two messages share a link or a port.
void StartEarly(const Graph& host, Schedule& schedule, const Progress& progress = {});

}  // namespace toroid
