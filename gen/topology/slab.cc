// Only nodes near an end of the run can have neighbours outside, but which these are depends on the
// axes. So the neighbours of all nodes are checked, once.
#include "gen/topology/slab.h"

#include <algorithm>
#include <cassert>

namespace toroid {

Slab::Slab(const Graph& host, int number, int parts)
    : host_size_(host.size()),
      parts_(parts),
      begin_(BeginOf(number)),
      size_(BeginOf(number + 1) - begin_) {
  assert(number >= 0 && number < parts && static_cast<std::uint32_t>(parts) <= host.size());
  if (whole()) return;
  for (std::uint32_t n = begin_; n < begin_ + size_; ++n) {
    for (int axis = 0; axis < host.axes(); ++axis) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const auto next = host.Neighbour(NodeId{n}, Axis{axis}, direction);
        if (next && !Has(*next)) halo_.push_back(*next);
      }
    }
  }
  std::ranges::sort(halo_);
  halo_.erase(std::unique(halo_.begin(), halo_.end()), halo_.end());
}

// The quotient is the part or the one before it, because begins are rounded down.
int Slab::PartOf(NodeId node) const {
  auto part = static_cast<int>(std::uint64_t{node.value()} * static_cast<std::uint64_t>(parts_) /
                               host_size_);
  while (part + 1 < parts_ && BeginOf(part + 1) <= node.value()) ++part;
  return part;
}

std::optional<std::uint32_t> Slab::NumberOf(NodeId node) const {
  if (Has(node)) return node.value() - begin_;
  const auto found = std::ranges::lower_bound(halo_, node);
  if (found == halo_.end() || *found != node) return std::nullopt;
  return size_ + static_cast<std::uint32_t>(found - halo_.begin());
}

}  // namespace toroid
