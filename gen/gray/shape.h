// Mesh and torus shapes with axes of any length, one included.
//
// A factor of a decomposition covers only some axes of its guest and has length 1 on the others,
// which Graph does not allow. Nodes are numbered as in Graph: mixed radix, first coordinate most
// significant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/id.h"
#include "gen/topology/graph.h"

namespace toroid::gray {

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

}  // namespace toroid::gray
