// Hypercubes larger than their host, or in a part of it: docs/spec/processes.md, sections 2 and 3.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/schedule/schedule.h"

namespace toroid {

// The cube of the nodes: what is left of a guest hypercube when the cube dimensions inside the
// nodes are taken away. Its node q stands for all processes of one host node.
struct NodeCube {
  Embedding embedding;         // a bijection with the box that the nodes form
  std::vector<NodeId> places;  // the host node of each node of that box
  std::uint32_t inside = 0;    // a bit for each cube dimension that no message leaves its node in

  std::uint32_t processes() const;  // of a node
  // What of the guest's task crosses links, in dimensions of this cube. count 0 if nothing does.
  Task TaskOf(Task task) const;
  // The guest's dimension of one of this cube's.
  int DimensionOf(int dimension) const;
};

// None where the processes of a node are no subcube, the same for all nodes, where the nodes are no
// box, or where they are in no order that has formulas: standard on a mesh, xor on a torus,
// identity or standard on a hypercube, in cyclic bit order. Requires a hypercube guest.
std::optional<NodeCube> NodeCubeOf(const Embedding& embedding);

// The schedule of the node cube's task, in which the processes of a node follow each other. For
// schedules by formula; diagnostics as of MakeSchedule, and of embeddings that have no node cube.
Result<Schedule> MakeScheduleInTurns(ScheduleKind kind, const Embedding& embedding, Task task,
                                     Ports ports, int message_flits, const Progress& progress = {});

}  // namespace toroid
