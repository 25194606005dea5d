// Like gen/topology/graph.cc, but an axis may have length 1, and edges have numbers: an edge
// belongs to the node that it leaves upwards. Nothing is stored per node.
#include "gen/gray/cube_embedding.h"

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

// Measures an embedding by its definition: every guest edge's path is walked, crossing by crossing,
// and every cube edge counts the paths on it. So a plan's predictions can be compared with
// measurements.
//
// The load of a cube edge is a counter in a dense array of dimensions * 2^(dimensions - 1), which
// is the largest object here: 24 dimensions take 800 megabytes.
//
// Source: Ho and Johnsson, Definitions 1 to 3 and 5; docs/spec/gray.md Y1.2, Y1.3.

namespace {

// The load factor: guest nodes on the fullest cube node.
std::uint32_t LargestLoad(const CubeEmbedding& embedding) {
  std::vector<std::uint32_t> held(std::size_t{1} << embedding.dimensions);
  for (const NodeId node : embedding.map) ++held[node.index()];
  return *std::ranges::max_element(held);
}

}  // namespace

void CubePath::Cross(int dimension) {
  const auto end = dimensions_.begin() + length_;
  const auto found = std::find(dimensions_.begin(), end, dimension);
  if (found == end) {
    Append(dimension);
    return;
  }
  std::copy(found + 1, end, found);
  dimensions_[--length_] = 0;
}

CubePath CubePath::Reversed() const {
  CubePath path;
  for (int step = length_; step-- > 0;) path.Append(dimension(step));
  return path;
}

CubePath CubePath::Shifted(int by) const {
  CubePath path;
  for (int step = 0; step < length_; ++step) path.Append(dimension(step) + by);
  return path;
}

// Each axis has its own counters, which are added up. The average congestion is over all edges of
// the cube, used or not.
Costs Measure(const CubeEmbedding& embedding, const Progress& progress) {
  const Shape& guest = embedding.guest;
  Stage stage(progress, "measuring paths", guest.EdgeBound());
  Costs costs;
  costs.expansion = static_cast<double>(std::uint64_t{1} << embedding.dimensions) / guest.size();
  costs.load_factor = LargestLoad(embedding);
  std::uint64_t total = 0;
  EdgeLoads all(embedding.dimensions);  // over all axes; each axis is reported too
  for (int a = 0; a < guest.axes(); ++a) {
    EdgeLoads loads(embedding.dimensions);
    std::uint64_t axis_edges = 0;
    std::uint64_t axis_total = 0;
    for (std::uint32_t i = 0; i < guest.size(); ++i) {
      stage.Tick();
      if (!guest.Next(NodeId{i}, Axis{a})) continue;
      const CubePath& path = embedding.Path(NodeId{i}, Axis{a});
      loads.Add(embedding.map[i], path);
      ++axis_edges;
      axis_total += static_cast<std::uint64_t>(path.length());
      costs.dilation = std::max(costs.dilation, path.length());
    }
    costs.axis_dilation.push_back(
        axis_edges == 0 ? 0 : static_cast<double>(axis_total) / static_cast<double>(axis_edges));
    costs.axis_congestion.push_back(loads.Largest());
    all.AddAll(loads);
    costs.edges += axis_edges;
    total += axis_total;
  }
  costs.congestion = all.Largest();
  const double cube_edges =
      embedding.dimensions * 0.5 * static_cast<double>(std::uint64_t{1} << embedding.dimensions);
  if (costs.edges > 0)
    costs.average_dilation = static_cast<double>(total) / static_cast<double>(costs.edges);
  if (embedding.dimensions > 0) costs.average_congestion = static_cast<double>(total) / cube_edges;
  return costs;
}

}  // namespace toroid::gray
