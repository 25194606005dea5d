// Hypercubes larger than their host, or in a part of it: docs/spec/processes.md, sections 2 and 3.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/schedule/schedule.h"

namespace toroid {

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
