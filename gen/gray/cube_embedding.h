// A mesh or torus embedded in a hypercube: a cube node for every guest node, a path for every guest
// edge, and the costs.
//
// Terms are Ho and Johnsson's (1990), section 2 and Definition 5; docs/spec/gray.md, Y1.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/progress.h"
#include "gen/topology/graph.h"

namespace toroid::gray {

// Mesh and torus shapes with axes of any length, one included.
//
// A factor of a decomposition covers only some axes of its guest and has length 1 on the others,
// which Graph does not allow. Nodes are numbered as in Graph: mixed radix, first coordinate most
// significant.
class Shape {
 public:
  // Requires 1 to 16 lengths, each >= 1, at most 2^24 nodes.
  explicit Shape(std::vector<int> lengths, bool torus = false);
  // The shape of a graph; a hypercube, or a torus of twos, becomes the mesh of its twos.
  static Shape Of(const Graph& graph);

  bool torus() const { return torus_; }
  int axes() const { return static_cast<int>(lengths_.size()); }
  int length(Axis axis) const { return lengths_[axis.index()]; }
  const std::vector<int>& lengths() const { return lengths_; }
  std::uint32_t size() const { return size_; }
  std::uint32_t stride(Axis axis) const { return strides_[axis.index()]; }

  int Coordinate(NodeId node, Axis axis) const {
    return static_cast<int>(node.value() / strides_[axis.index()] %
                            static_cast<std::uint32_t>(length(axis)));
  }
  // The other end of the guest edge that leaves `node` upwards on `axis`. On a torus axis of length
  // >= 3 that of the last node is node 0; an axis of length 2 has one edge, from 0.
  std::optional<NodeId> Next(NodeId node, Axis axis) const;
  // A dense number for the edge to Next; some numbers below EdgeBound() belong to no edge.
  std::size_t EdgeIndex(NodeId node, Axis axis) const {
    return node.index() * lengths_.size() + axis.index();
  }
  std::size_t EdgeBound() const { return std::size_t{size_} * lengths_.size(); }

  std::string ToString() const;  // "3x5"

 private:
  std::vector<int> lengths_;
  bool torus_;
  std::vector<std::uint32_t> strides_;
  std::uint32_t size_ = 1;
};

// "3x5x1" for {3, 5, 1}.
std::string LengthsText(const std::vector<int>& lengths);

// The least n with 2^n >= count; requires count >= 1.
int CubeBits(std::uint64_t count);
// The product of the lengths.
std::uint64_t NodeCount(const std::vector<int>& lengths);
// The dimensions of the smallest cube with a node for every mesh node.
inline int MinimalCube(const std::vector<int>& lengths) { return CubeBits(NodeCount(lengths)); }

// The image of a guest edge: the cube dimensions crossed, from the image of its lower end to that
// of Next. It may have length 0 in many-to-one embeddings, in which both ends can share a cube
// node. No construction here makes it longer than 3.
class CubePath {
 public:
  static constexpr int kLongest = 4;

  CubePath() = default;
  int length() const { return length_; }
  // the step-th crossing
  int dimension(int step) const { return dimensions_[static_cast<std::size_t>(step)]; }
  void Append(int dimension) {
    assert(length_ < kLongest);
    dimensions_[length_++] = static_cast<std::uint8_t>(dimension);
  }
  // Like Append, but a dimension that the path has crossed already is removed: the path ends in the
  // same place, and is not longer.
  void Cross(int dimension);
  CubePath Reversed() const;
  CubePath Shifted(int by) const;  // every dimension raised by `by`
  bool operator==(const CubePath&) const = default;

 private:
  std::uint8_t length_ = 0;
  std::array<std::uint8_t, kLongest> dimensions_{};
};

struct CubeEmbedding {
  Shape guest;
  int dimensions = 0;           // dimensions of the cube, 0 to 24
  std::vector<NodeId> map;      // the cube node of each guest node
  std::vector<CubePath> paths;  // by guest.EdgeIndex; empty paths where there is no edge

  const CubePath& Path(NodeId node, Axis axis) const { return paths[guest.EdgeIndex(node, axis)]; }
};

inline constexpr const char* kLaying = "laying the guest into the cube";  // a Stage

// The costs of an embedding, counted edge by edge. Congestion counts guest edges over an undirected
// cube edge.
struct Costs {
  double expansion = 1;               // cube nodes over guest nodes
  std::uint32_t load_factor = 1;      // most guest nodes on one cube node
  std::uint64_t edges = 0;            // edges of the guest
  int dilation = 0;                   // longest path
  double average_dilation = 0;        // over guest edges; 0 without edges
  std::vector<double> axis_dilation;  // average over the edges of each axis; 0 without edges
  int congestion = 0;                 // most paths over one cube edge
  double average_congestion = 0;      // over all cube edges
  std::vector<int> axis_congestion;   // as congestion, counting the edges of one axis only
};
Costs Measure(const CubeEmbedding& embedding, const Progress& progress = {});

// The number of guest edges on each undirected cube edge: congestion, edge by edge. A cube of n
// dimensions has 2^(n-1) edges along each; node 5 (101) and dimension 1 is the edge 101-111, which
// is at place 11 of that dimension, the node without the bit.
class EdgeLoads {
 public:
  explicit EdgeLoads(int dimensions)
      : half_(dimensions == 0 ? 0 : std::size_t{1} << (dimensions - 1)),
        loads_(half_ * static_cast<std::size_t>(dimensions)) {}

  // The load of the edge that leaves `node` along `dimension`.
  int& At(std::uint32_t node, int dimension) {
    const std::uint32_t low = node & ((1U << dimension) - 1);
    const std::uint32_t high = node >> dimension >> 1;
    return loads_[half_ * static_cast<std::size_t>(dimension) +
                  (std::size_t{high} << dimension | low)];
  }
  // Adds a guest edge, or `amount` of them, along the path that begins at `from`.
  void Add(NodeId from, const CubePath& path, int amount = 1) {
    std::uint32_t here = from.value();
    for (int step = 0; step < path.length(); ++step) {
      At(here, path.dimension(step)) += amount;
      here ^= 1U << path.dimension(step);
    }
  }
  // Adds the loads of another part, for the same cube.
  void AddAll(const EdgeLoads& other) {
    std::ranges::transform(loads_, other.loads_, loads_.begin(), std::plus<>());
  }
  // The total load of the edges of the path.
  int Sum(NodeId from, const CubePath& path) {
    int sum = 0;
    std::uint32_t here = from.value();
    for (int step = 0; step < path.length(); ++step) {
      sum += At(here, path.dimension(step));
      here ^= 1U << path.dimension(step);
    }
    return sum;
  }
  int Largest() const { return loads_.empty() ? 0 : *std::ranges::max_element(loads_); }

 private:
  std::size_t half_;        // edges along each dimension
  std::vector<int> loads_;  // by dimension, then by the node without that dimension's bit
};

}  // namespace toroid::gray
