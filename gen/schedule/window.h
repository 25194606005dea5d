// Code for all schedules: load, layout, and for those in lockstep the windows of a task and the
// order of a pair of levels on a line.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/placing/message_routes.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// The demand of a set of messages on the links, on the real routes.
struct Demand {
  std::vector<std::uint32_t> loads;  // messages over each directed link, by Graph::LinkIndex
  std::uint64_t load = 0;            // the largest of them
  // the most messages that a node sends; in a task it receives as many
  std::uint64_t sends = 0;
  int longest = 0;  // longest route, in links
};
Demand MeasureDemand(const Embedding& embedding, Task task, const Progress& progress = {});
Demand MeasureDemand(const Embedding& embedding, Task task, const MessageRoutes& routes,
                     const Progress& progress = {});

// The process on the other side of a cube dimension.
NodeId PartnerOf(NodeId process, int cube_dimension);
// The message from a guest node to one on another host node, not yet in a step or cycle. Axis and
// direction are those of its route's first link.
ScheduledMessage MessageBetween(const Embedding& embedding, const MessageRoutes& routes,
                                NodeId from, NodeId to);

// The host's layout: c axes of 2^levels nodes, cube dimension k on axis k mod c at level
// floor(k/c).
struct Layout {
  int axes = 1;
  int levels = 1;
  bool rings = false;  // whether the axes are rings under xor (at least 4 nodes)
};
Layout LayoutOf(const Embedding& embedding);
// The neighbouring levels of an axis that a task uses: the task of that axis as a single line or
// ring. count 0 if none.
Task LevelsOf(const Layout& layout, Task task, Axis axis);

// A part of a task, which runs after the part before it: at most two levels of each axis.
struct Window {
  Task task;
  Demand demand;
  Ports ports = Ports::kOne;
  // No schedule of the window has fewer steps (CALMANT, Theorem 4; with all ports Theorem 2).
  int LowerBound() const;
};
// Cuts a task into parts of 2c cube dimensions from the top, the lowest with the rest; in time
// order, lowest first. Source: CALMANT 3.2 (c = 1) and 4.2; both list their examples lowest first.
std::vector<Task> WindowTasks(int axes, Task task);
// The parts with their demand.
std::vector<Window> SplitIntoWindows(const Embedding& embedding, Task task,
                                     Ports ports = Ports::kOne, const Progress& progress = {});

// Bit `level` of a coordinate; bit -1 is 0.
constexpr int BitOf(int coordinate, int level) { return level < 0 ? 0 : (coordinate >> level) & 1; }

// The step, of two successive ones, in which a node at `coordinate` of a line sends its message of
// level lower + 1 (`upper`) or `lower`: if the two bits are equal the upper level goes first, else
// the lower. Then no two nodes that agree in the bits below share a link or a port. Source: CALMANT
// 3.2.1, Figure 3.
constexpr int PairSubStep(int coordinate, int lower, bool upper) {
  const bool equal = BitOf(coordinate, lower) == BitOf(coordinate, lower + 1);
  return equal == upper ? 0 : 1;
}

// Why the embedding has no such task; empty if it has one.
Diagnostics TaskDiagnostics(const Embedding& embedding, Task task);
// Why a schedule does not exist for an embedding or for these windows; empty if it does. The
// embedding must be a bijection for schedules by formula.
Diagnostics ScheduleDiagnostics(ScheduleKind kind, const Embedding& embedding);
Diagnostics WindowDiagnostics(ScheduleKind kind, const Layout& layout,
                              const std::vector<Window>& windows);

// A lockstep solver gives, for the node with these physical coordinates, the step within the window
// of each of its messages, lowest cube dimension first; and the number of steps of the window.
bool CalmantCovers(const Layout& layout, const Window& window);
int CalmantStepCount(const Layout& layout, const Window& window);
std::vector<int> CalmantSteps(const Layout& layout, const Window& window, const Coordinates& node);

// The lower bound of the window, which offset always meets.
int OffsetStepCount(const Window& window);
std::vector<int> OffsetSteps(const Layout& layout, const Window& window, const Coordinates& node);

// Whether a message of one of a ring's top two levels D-2 and D-1 goes "+": by bit D-2 of the
// sender, which both levels flip.
constexpr bool RingGoesPlus(const Layout& layout, int coordinate, int level) {
  return BitOf(coordinate, layout.levels - 2) == (level == layout.levels - 1 ? 1 : 0);
}

}  // namespace toroid
