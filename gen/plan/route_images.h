// Routing tables as a host loads them (docs/spec/degraded.md, DG9).
#pragma once

#include <vector>

#include "gen/plan/broadcast.h"
#include "gen/plan/plan.h"

namespace toroid {

// A node's entries by address, the first lowest: the bits of its table.
ImageBits RouteEntriesOf(const Plan& plan, NodeId node);

// Bits of a node's register: its live inputs, and an entry for each address.
int LoadedRouteBits(const Plan& plan);
// An image for each group of nodes with neighbouring numbers and the same table. Requires routes.
std::vector<Image> RouteImagesOf(const Plan& plan);

}  // namespace toroid
