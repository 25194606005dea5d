// Makers of schedules whose parts are in files of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/placing/message_routes.h"
#include "gen/schedule/schedule.h"

namespace toroid {

// Schedule `list`: places any messages one after another, each as early as the messages placed
// before leave room for its whole route.

// Gives every message an offer cycle from 0 on, such that no two ever need a link, injector or
// ejector in the same cycle, and sorts them by cycle; the messages of one cycle keep their order.
// Sets the makespan. Requires at least one message and message_flits >= 1.
void PlaceInList(const MessageRoutes& routes, Schedule& schedule, const Progress& progress = {});

// The least that any offer cycles of its messages give.
Cycle LeastMakespanOf(const MessageRoutes& routes, const Schedule& schedule,
                      const Progress& progress = {});

// Messages of a task that are offered at once, as `none` leaves them and `list` begins.

// The message of a process in a cube dimension that is not inside its node.
ScheduledMessage MessageOf(const Embedding& embedding, const MessageRoutes& routes, NodeId process,
                           int cube_dimension);

// Adds the messages of the schedule's task, all in cycle 0, those of `none` in step 0; and its
// local ones.
void OfferAtOnce(const Embedding& embedding, const MessageRoutes& routes, Schedule& schedule,
                 const Progress& progress);

// The schedule `exact`: as few lockstep steps as the lower bound of the whole task, or a proof that
// there is no such schedule.

// Requires one port; any hypercube guest, host and embedding. Diagnostics of Fault::kInput:
// --guest, --task, --schedule (all ports), --steps. Fault::kDisproved: no schedule with this number
// of steps exists. Fault::kUnable: not decided, because of the time (--time-limit), the size, or a
// build without the solver.
Result<Schedule> MakeExactSchedule(const Embedding& embedding, Task task, Ports ports,
                                   int message_flits, const ExactOptions& options);

// Hypercubes larger than their host, or in a part of it: docs/spec/processes.md, sections 2 and 3.

// The cube of the nodes: a guest hypercube without the cube dimensions inside the nodes. Its node q
// stands for all processes of one host node.
struct NodeCube {
  Embedding embedding;         // a bijection onto the box of the nodes
  std::vector<NodeId> places;  // the host node of each node of that box
  std::uint32_t inside = 0;    // a bit for each cube dimension that stays in a node

  std::uint32_t processes() const;  // processes of a node
  // The part of the guest's task that crosses links, in dimensions of this cube; count 0 if none
  // does.
  Task TaskOf(Task task) const;
  // The guest's dimension for a dimension of this cube.
  int DimensionOf(int dimension) const;
};

// None if the processes of the nodes are not the same subcube, if the nodes are not a box, or if
// their order has no formulas. The orders with formulas are standard on a mesh, xor on a torus,
// identity or standard on a hypercube, in cyclic bit order. Requires a hypercube guest.
std::optional<NodeCube> NodeCubeOf(const Embedding& embedding);

// The schedule of the node cube's task, in which the processes of a node follow each other. For
// schedules by formula. Diagnostics: those of MakeSchedule, and embeddings without a node cube.
Result<Schedule> MakeScheduleInTurns(ScheduleKind kind, const Embedding& embedding, Task task,
                                     Ports ports, int message_flits, const Progress& progress = {});

}  // namespace toroid
