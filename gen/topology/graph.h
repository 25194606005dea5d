// Tori, twisted tori, meshes and hypercubes of any shape: nodes, neighbours, distances and
// dimension-order routes.
//
// Guest and host are both a Graph, embeddings map nodes to nodes, and schedules, metrics and the
// deadlock proof use Route. The hardware and the model do not use Route: they are written from
// docs/spec/router.md, and tests compare the three.
//
// Node index: mixed radix, first coordinate most significant (Tao, chapter 2). A hypercube is the
// shape 2x2x...x2 and its node index is the process number; coordinate 0 is the highest bit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/result.h"

namespace toroid {

enum class Kind { kTorus, kMesh, kHypercube };
enum class Direction : std::uint8_t { kPlus = 0, kMinus = 1 };

constexpr Direction Opposite(Direction d) {
  return d == Direction::kPlus ? Direction::kMinus : Direction::kPlus;
}
constexpr char Sign(Direction d) { return d == Direction::kPlus ? '+' : '-'; }

using Coordinates = std::vector<int>;  // one per axis, first coordinate first

// A shifted wrap of a twisted torus: the wrap link of `axis` by "+" also moves by `shift` along
// `along`, and by "-" back (docs/spec/topology.md, TO3.1).
struct Twist {
  Axis axis;
  Axis along;
  int shift;
  auto operator<=>(const Twist&) const = default;
};

// One link crossing: from `node` along `axis` in `direction`.
struct Hop {
  NodeId node;
  Axis axis;
  Direction direction;
  bool operator==(const Hop&) const = default;
};

// A torus, mesh or hypercube. A Graph that exists is valid: 1 to 16 axes of length >= 2 (a
// hypercube: 1 to 24 axes of length 2) and at most 2^24 nodes. Nodes, axes and coordinates that are
// passed in must be the graph's; that is asserted, not reported.
//
// A twisted torus is a torus with twists. Its coordinates name nodes and links, but distances and
// routes do not go axis by axis.
class Graph {
 public:
  // Routers of a twisted torus read tables, and these exist up to this size (DG3.9).
  static constexpr std::uint32_t kMostTwistedNodes = 1024;

  // Diagnostics name `field`, e.g. "--host": too few or too many axes, each length that is not
  // allowed, too many nodes.
  static Result<Graph> Create(Kind kind, std::vector<int> lengths,
                              const std::string& field = "shape");
  // A twisted torus; diagnostics also say which twists are not allowed (TO3.3).
  static Result<Graph> Twisted(std::vector<int> lengths, std::vector<Twist> twists,
                               const std::string& field = "shape");
  // "torus:8x8", "mesh:4x2x3", "ring:12", "line:12", "hypercube:6", "twisted:4x8",
  // "twisted:4x16/0:1:8". Diagnostics are those of Create and Twisted, and one for text of another
  // form, with the word that was probably meant.
  static Result<Graph> Parse(std::string_view text, const std::string& field = "shape");

  Kind kind() const { return kind_; }
  int axes() const { return static_cast<int>(lengths_.size()); }
  int length(Axis axis) const { return lengths_[axis.index()]; }
  const std::vector<int>& lengths() const { return lengths_; }
  std::uint32_t size() const { return size_; }
  // Whether the axis has a link between its last and first node besides the ordinary ones (torus,
  // length >= 3).
  bool Wraps(Axis axis) const { return kind_ == Kind::kTorus && length(axis) >= 3; }
  // Ascending; none on other graphs than twisted tori.
  const std::vector<Twist>& twists() const { return twists_; }
  bool IsTwisted() const { return !twists_.empty(); }
  // Whether any axis wraps.
  bool WrapsAnywhere() const { return kind_ == Kind::kTorus && std::ranges::max(lengths_) >= 3; }

  // One coordinate of a node, all of them, and the node that has them.
  int Coordinate(NodeId node, Axis axis) const {
    return static_cast<int>(node.value() / strides_[axis.index()] %
                            static_cast<std::uint32_t>(length(axis)));
  }
  Coordinates CoordinatesOf(NodeId node) const;
  NodeId NodeAt(std::span<const int> coordinates) const;  // requires coordinates in range
  // The node one step away, or nothing at a mesh's edge. On a length-2 axis node 0 has only "+",
  // node 1 only "-".
  std::optional<NodeId> Neighbour(NodeId node, Axis axis, Direction direction) const;

  // Links of a shortest route between two nodes (TO2.1, TO3.5), and the longest of all distances.
  int Distance(NodeId from, NodeId to) const;
  int Diameter() const;
  // The ways of a shortest route on a twisted torus: by axis the links to go, below 0 by "-"
  // (TO3.4). Ascending. Requires a twisted torus.
  std::vector<Coordinates> ShortestVectors(NodeId from, NodeId to) const;

  // Dimension order, axis by axis. A twisted torus has none: there these three throw
  // std::logic_error in every build, because what they would return looks right and is wrong. Only
  // a Route to a neighbour exists, which is the link.
  //
  // Links of a shortest route between two coordinates of an axis.
  int AxisDistance(Axis axis, int from, int to) const {
    if (IsTwisted()) ThrowTwisted();
    const int straight = std::abs(from - to);
    return Wraps(axis) ? std::min(straight, length(axis) - straight) : straight;
  }
  // The direction a route takes on one axis (docs/spec/router.md R2.2, R2.3); requires from != to.
  Direction RouteDirection(Axis axis, int from, int to) const;
  // Dimension order, first axis first, the shortest direction, ties by the parity of the entry
  // coordinate. Distance(from, to) hops, none for from == to.
  std::vector<Hop> Route(NodeId from, NodeId to) const;

  // A dense number for each possible link: node * 2c + 2 * axis + direction, below
  // LinkIndexBound().
  std::size_t LinkIndex(const Hop& hop) const {
    return (static_cast<std::size_t>(hop.node.value()) * lengths_.size() + hop.axis.index()) * 2 +
           static_cast<std::size_t>(hop.direction);
  }
  // The size of tables by link. Not every number below it is a link, because meshes have edges.
  std::size_t LinkIndexBound() const {
    return static_cast<std::size_t>(size_) * lengths_.size() * 2;
  }

  // The text as it was parsed: "torus:8x8", "hypercube:6", "ring:12"; of a twisted torus that of
  // CanonicalText, "twisted:4x8" or "twisted:4x16/0:1:8".
  std::string ToString() const;
  // A text that equal graphs share, for hashes and files: that of ring:12 is "torus:12".
  std::string CanonicalText() const;
  std::string NodeText(NodeId node) const;  // "(3,5)"
  // Equal graphs may have been written differently.
  bool operator==(const Graph& other) const {
    return kind_ == other.kind_ && lengths_ == other.lengths_ && twists_ == other.twists_;
  }

 private:
  Graph(Kind kind, std::vector<int> lengths);
  [[noreturn]] static void ThrowTwisted();
  NodeId Shifted(NodeId node, Axis axis, int links) const;
  Kind kind_;
  bool as_ring_or_line_ = false;  // written as ring or line, not as torus or mesh
  std::vector<int> lengths_;
  std::vector<std::uint32_t> strides_;  // index step of each axis
  std::uint32_t size_;
  std::vector<Twist> twists_;
};

std::string_view ToString(Kind kind);
// "torus:8x8 has 64 nodes"
std::string NodesText(const Graph& graph);

// Whether every length is a power of two.
bool AllPowersOfTwo(const Graph& graph);
// The number of bits that can hold 0 .. length-1; log2 of a power of two. Requires length >= 1.
int BitsFor(std::uint32_t length);

}  // namespace toroid
