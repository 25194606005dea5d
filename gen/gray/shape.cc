// Like gen/topology/graph.cc, but an axis may have length 1, and edges have numbers: an edge
// belongs to the node that it leaves upwards. Nothing is stored per node.
#include "gen/gray/shape.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "gen/support/text.h"

namespace toroid::gray {

Shape::Shape(std::vector<int> lengths, bool torus)
    : lengths_(std::move(lengths)), torus_(torus), strides_(lengths_.size()) {
  assert(!lengths_.empty() && NodeCount(lengths_) <= (1U << 24));
  for (std::size_t i = lengths_.size(); i-- > 0;) {
    assert(lengths_[i] >= 1);
    strides_[i] = size_;
    size_ *= static_cast<std::uint32_t>(lengths_[i]);
  }
}

Shape Shape::Of(const Graph& graph) {
  const bool wraps = graph.kind() == Kind::kTorus &&
                     std::ranges::any_of(graph.lengths(), [](int length) { return length > 2; });
  return Shape(graph.lengths(), wraps);
}

std::optional<NodeId> Shape::Next(NodeId node, Axis axis) const {
  const int last = length(axis) - 1;
  if (Coordinate(node, axis) < last) return NodeId{node.value() + stride(axis)};
  if (torus_ && last >= 2)
    return NodeId{node.value() - stride(axis) * static_cast<std::uint32_t>(last)};
  return std::nullopt;
}

std::string Shape::ToString() const { return LengthsText(lengths_); }

std::string LengthsText(const std::vector<int>& lengths) { return Joined(lengths, "x"); }

int CubeBits(std::uint64_t count) {
  assert(count >= 1);
  return static_cast<int>(std::bit_width(count - 1));
}

std::uint64_t NodeCount(const std::vector<int>& lengths) {
  std::uint64_t count = 1;
  for (const int length : lengths) count *= static_cast<std::uint64_t>(length);
  return count;
}

}  // namespace toroid::gray
