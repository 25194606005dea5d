// A node's ports of the tree of scheduled routers, and the images in which a host loads them
// (docs/spec/in-network.md, section 8).
#pragma once

#include <vector>

#include "gen/plan/broadcast.h"
#include "gen/plan/plan.h"

namespace toroid {

// A bit for each link port; none is set at a node that is not in the tree.
struct TreeRow {
  std::vector<bool> parent;    // its flits arrive there; none at the root
  std::vector<bool> children;  // flits leave there to a child
};

// These functions require a plan with a tree.
TreeRow TreeRowOf(const Plan& plan, NodeId node);
// An image for each group of nodes with neighbouring numbers and the same row.
std::vector<Image> TreeImagesOf(const Plan& plan);

}  // namespace toroid
