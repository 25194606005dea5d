// Boxes of one host for several programs at the same time (docs/spec/partition.md, section 4).
#pragma once

#include "gen/embedding/partition.h"

namespace toroid {

// Whether every route between two nodes of the box stays in it, wherever the box is (B1.5).
bool KeepsRoutes(const Partition& box);

// Whether two boxes of one host have a node in common.
bool Meet(const Partition& one, const Partition& other);

}  // namespace toroid
