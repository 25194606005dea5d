#include "gen/plan/tree_images.h"

#include <cstddef>

namespace toroid {

TreeRow TreeRowOf(const Plan& plan, NodeId node) {
  const trees::NetworkTree& tree = *plan.in_network();
  const std::vector<bool> none(plan.link_ports().size(), false);
  TreeRow row{none, none};
  if (const auto port = tree.ParentPort(node)) row.parent[static_cast<std::size_t>(*port)] = true;
  for (const auto& child : tree.ChildrenOf(node))
    row.children[static_cast<std::size_t>(child.port)] = true;
  return row;
}

std::vector<Image> TreeImagesOf(const Plan& plan) {
  return ImagesOfRows(plan.host(), [&](NodeId node) {
    const TreeRow row = TreeRowOf(plan, node);
    ImageBits bits = row.children;
    bits.insert(bits.end(), row.parent.begin(), row.parent.end());
    return bits;
  });
}

}  // namespace toroid
