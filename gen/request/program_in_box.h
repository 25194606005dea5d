// A program that shares a machine with others (docs/spec/partition.md, section 4).
#pragma once

#include "gen/embedding/partition.h"
#include "gen/plan/plan.h"
#include "gen/request/request.h"

namespace toroid {

struct ProgramInBox {
  Partition box;  // its own nodes; it keeps its routes
  // The machine as the program knows it: its guest is in the box, and all other nodes are empty.
  // The hardware is that of the machine, which knows nothing of boxes.
  Plan plan;
  SimulationRequest request;  // `run` is the same for all programs
};

}  // namespace toroid
