// A node is its index, and nothing is stored per node: coordinates are digits of the index in the
// mixed radix of the lengths, neighbours differ by the axis' stride, and a route is computed on
// request. So a graph of 2^24 nodes takes a few bytes.
//
// Example: torus:4x6 has strides 6 and 1. Node 23 is (3,5); "+" on axis 1 wraps to (3,0), node
// 18, and "+" on axis 0 to (0,5), node 5.
//
// On an axis of length 2 the two links of a torus would join the same two nodes. Every kind of
// graph has one link there, and the axis does not wrap. So hypercubes are both tori and meshes, and
// a route never has two equally long directions there.
//
// Source: docs/spec/topology.md; the tie rule of routes is R2.3 of docs/spec/router.md.
#include "gen/topology/graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <limits>

#include "gen/support/text.h"
#include "gen/topology/numbering.h"
#include "gen/topology/twist.h"

namespace toroid {
namespace {

// TO1.1. Node indices fit 24 bits with room for arithmetic in 32.
constexpr int kMaxAxes = 16;
constexpr int kMaxCubeDimensions = 24;
constexpr std::uint32_t kMaxNodes = 1U << 24;
constexpr const char* kGraphForms =
    "allowed are torus:8x8, mesh:4x2x3, ring:12, line:12, hypercube:6, twisted:4x8 and the like, "
    "lengths >= 2";

// "8x8" for {8, 8}.
std::string JoinLengths(const std::vector<int>& lengths) { return Joined(lengths, "x"); }

// "/0:1:8"; empty for the twists that the lengths alone stand for.
std::string NamedTwists(const std::vector<int>& lengths, const std::vector<Twist>& twists) {
  return twists == UsualTwists(lengths) ? "" : "/" + ToString(twists);
}

// "8x8" into {8, 8}; nothing if any part is not a whole number. A number beyond an int becomes the
// largest int.
std::optional<std::vector<int>> ParseLengths(std::string_view text) {
  std::vector<int> lengths;
  while (true) {
    const auto cut = text.find('x');
    const std::string_view part = text.substr(0, cut);
    int length = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), length);
    if (error == std::errc::result_out_of_range && !part.starts_with('-'))
      length = std::numeric_limits<int>::max();
    else if (error != std::errc())
      return std::nullopt;
    if (end != part.data() + part.size()) return std::nullopt;
    lengths.push_back(length);
    if (cut == std::string_view::npos) return lengths;
    text.remove_prefix(cut + 1);
  }
}

// "did you mean torus:8x8? " for tours:8x8.
std::string NearestGraph(std::string_view name, std::string_view text) {
  constexpr std::string_view kNames[] = {"torus", "mesh", "ring", "line", "hypercube", "twisted"};
  const auto nearest = NearestWord(name, kNames);
  if (!nearest || nearest == name || text.size() > 40) return "";
  return "did you mean " + std::string(*nearest) + std::string(text.substr(name.size())) + "? ";
}

// Everything wrong with a shape. `value` is how the user wrote it.
Diagnostics DiagnosticsOf(Kind kind, const std::vector<int>& lengths, const std::string& field,
                          const std::string& value) {
  const bool cube = kind == Kind::kHypercube;
  const int most_axes = cube ? kMaxCubeDimensions : kMaxAxes;
  Diagnostics found;
  if (lengths.empty() || lengths.size() > static_cast<std::size_t>(most_axes)) {
    found.push_back({field, value,
                     "has " + (cube ? Counted(lengths.size(), "dimension")
                                    : Counted(lengths.size(), "axis", "axes")),
                     fmt::format("allowed are 1 to {}", most_axes)});
  }
  // Multiply only while the product is small, so that it cannot overflow.
  std::uint64_t size = 1;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    const std::string what = fmt::format("axis {} has length {}", a, lengths[a]);
    if (lengths[a] == 1 && lengths.size() > 1 && !cube) {
      found.push_back({field, value, what, "leave the axis out"});
    } else if (lengths[a] < 2) {
      found.push_back({field, value, what, "every length must be at least 2"});
    } else if (cube && lengths[a] != 2) {
      found.push_back({field, value, what, "every axis of a hypercube has length 2"});
    } else if (static_cast<std::uint32_t>(lengths[a]) > kMaxNodes) {
      found.push_back({field, value, fmt::format("the length of axis {} is too large", a),
                       "every length is at most 16777216"});
    } else if (size <= kMaxNodes) {
      size *= static_cast<std::uint64_t>(lengths[a]);
    }
  }
  if (size > kMaxNodes)
    found.push_back({field, value, "more than 2^24 nodes", "at most 16777216 nodes are allowed"});
  return found;
}

}  // namespace

std::string_view ToString(Kind kind) {
  switch (kind) {
    case Kind::kTorus: return "torus";
    case Kind::kMesh: return "mesh";
    case Kind::kHypercube: return "hypercube";
  }
  return "";
}

int BitsFor(std::uint32_t length) {
  assert(length >= 1);
  return static_cast<int>(std::bit_width(length - 1));
}

bool AllPowersOfTwo(const Graph& graph) {
  return std::ranges::all_of(graph.lengths(),
                             [](int l) { return std::has_single_bit(static_cast<unsigned>(l)); });
}

Graph::Graph(Kind kind, std::vector<int> lengths)
    : kind_(kind), lengths_(std::move(lengths)), strides_(lengths_.size()), size_(1) {
  for (std::size_t i = lengths_.size(); i-- > 0;) {
    strides_[i] = size_;
    size_ *= static_cast<std::uint32_t>(lengths_[i]);
  }
}

Result<Graph> Graph::Create(Kind kind, std::vector<int> lengths, const std::string& field) {
  const std::string lengths_text =
      kind == Kind::kHypercube ? std::to_string(lengths.size()) : JoinLengths(lengths);
  Diagnostics diagnostics =
      DiagnosticsOf(kind, lengths, field, std::string(toroid::ToString(kind)) + ":" + lengths_text);
  if (!diagnostics.empty()) return diagnostics;
  return Graph(kind, std::move(lengths));
}

Result<Graph> Graph::Twisted(std::vector<int> lengths, std::vector<Twist> twists,
                             const std::string& field) {
  const std::string value = "twisted:" + JoinLengths(lengths) + NamedTwists(lengths, twists);
  Diagnostics diagnostics = DiagnosticsOf(Kind::kTorus, lengths, field, value);
  if (diagnostics.empty()) diagnostics = DiagnosticsOf(lengths, twists, field, value);
  if (!diagnostics.empty()) return diagnostics;
  Graph graph(Kind::kTorus, std::move(lengths));
  std::ranges::sort(twists);
  graph.twists_ = std::move(twists);
  return graph;
}

// "ring:12" and "line:12" are remembered, so that messages use the user's words.
Result<Graph> Graph::Parse(std::string_view text, const std::string& field) {
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string value(text);
  const bool twisted = name == "twisted";
  const bool known = name == "torus" || name == "mesh" || name == "ring" || name == "line" ||
                     name == "hypercube" || twisted;
  if (!known || colon == std::string_view::npos)
    return Diagnostic{field, value, "is not a graph", NearestGraph(name, text) + kGraphForms};
  const auto slash = twisted ? text.find('/') : std::string_view::npos;
  auto lengths = ParseLengths(text.substr(colon + 1, slash - colon - 1));
  if (!lengths)
    return Diagnostic{field, value, "its lengths are not whole numbers separated by x",
                      kGraphForms};
  if (twisted) {
    if (slash == std::string_view::npos) return Twisted(*lengths, UsualTwists(*lengths), field);
    auto twists = ParseTwists(text.substr(slash + 1));
    if (!twists)
      return Diagnostic{field, value, "has a twist that is not axis:axis:shift",
                        "allowed are twisted:4x16/0:1:8, twisted:4x4x8/0:2:4/1:2:4 and the like"};
    return Twisted(*std::move(lengths), *std::move(twists), field);
  }
  if (name == "hypercube") {
    if (lengths->size() != 1)
      return Diagnostic{field, value, "is not a number of dimensions",
                        "allowed are hypercube:1 to hypercube:24"};
    if (lengths->front() < 1 || lengths->front() > kMaxCubeDimensions) {
      const std::string given(text.substr(colon + 1));
      return Diagnostic{field, value, "has " + given + " dimensions",
                        fmt::format("allowed are 1 to {}", kMaxCubeDimensions)};
    }
    return Graph(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(lengths->front()), 2));
  }
  if ((name == "ring" || name == "line") && lengths->size() != 1) {
    return Diagnostic{field, value, "has " + Counted(lengths->size(), "axis", "axes"),
                      "a " + std::string(name) + " has one length"};
  }
  const Kind kind = name == "torus" || name == "ring" ? Kind::kTorus : Kind::kMesh;
  Diagnostics diagnostics = DiagnosticsOf(kind, *lengths, field, value);
  if (!diagnostics.empty()) return diagnostics;
  Graph graph(kind, *std::move(lengths));
  graph.as_ring_or_line_ = name == "ring" || name == "line";
  return graph;
}

Coordinates Graph::CoordinatesOf(NodeId node) const {
  Coordinates coordinates(lengths_.size());
  for (int a = 0; a < axes(); ++a)
    coordinates[static_cast<std::size_t>(a)] = Coordinate(node, Axis{a});
  return coordinates;
}

NodeId Graph::NodeAt(std::span<const int> coordinates) const {
  assert(coordinates.size() == lengths_.size());
  std::uint32_t index = 0;
  for (std::size_t a = 0; a < lengths_.size(); ++a) {
    assert(coordinates[a] >= 0 && coordinates[a] < lengths_[a]);
    index += strides_[a] * static_cast<std::uint32_t>(coordinates[a]);
  }
  return NodeId{index};
}

// The neighbour; none beyond the end of an axis that does not wrap. A twisted wrap moves it along
// other axes.
std::optional<NodeId> Graph::Neighbour(NodeId node, Axis axis, Direction direction) const {
  const int x = Coordinate(node, axis);
  const int last = length(axis) - 1;
  const bool plus = direction == Direction::kPlus;
  const std::uint32_t stride = strides_[axis.index()];
  if (plus ? x < last : x > 0) return NodeId{plus ? node.value() + stride : node.value() - stride};
  if (!Wraps(axis)) return std::nullopt;
  // from one end of the axis to the other
  const auto across = static_cast<std::uint32_t>(last) * stride;
  NodeId next{plus ? node.value() - across : node.value() + across};
  for (const Twist& twist : twists_)
    if (twist.axis == axis) next = Shifted(next, twist.along, plus ? twist.shift : -twist.shift);
  return next;
}

// Around the axis.
NodeId Graph::Shifted(NodeId node, Axis axis, int links) const {
  const int x = Coordinate(node, axis);
  const int moved = (x + links + length(axis)) % length(axis);
  return NodeId{node.value() + (static_cast<std::uint32_t>(moved) - static_cast<std::uint32_t>(x)) *
                                   strides_[axis.index()]};
}

int Graph::Distance(NodeId from, NodeId to) const {
  int distance = 0;
  if (IsTwisted()) {
    const std::vector<Coordinates> vectors = ShortestVectors(from, to);
    for (const int links : vectors.front()) distance += std::abs(links);
    return distance;
  }
  for (int a = 0; a < axes(); ++a)
    distance += AxisDistance(Axis{a}, Coordinate(from, Axis{a}), Coordinate(to, Axis{a}));
  return distance;
}

// A twisted torus looks alike from every node.
int Graph::Diameter() const {
  int diameter = 0;
  if (IsTwisted()) {
    for (std::uint32_t n = 0; n < size_; ++n)
      diameter = std::max(diameter, Distance(NodeId{0}, NodeId{n}));
    return diameter;
  }
  for (int a = 0; a < axes(); ++a)
    diameter += Wraps(Axis{a}) ? length(Axis{a}) / 2 : length(Axis{a}) - 1;
  return diameter;
}

// Halfway round a ring both directions are equally long. Even coordinates go "+", odd ones "-",
// which spreads the load over both (R2.3).
Direction Graph::RouteDirection(Axis axis, int from, int to) const {
  if (IsTwisted()) ThrowTwisted();
  assert(from != to);
  if (!Wraps(axis)) return to > from ? Direction::kPlus : Direction::kMinus;
  const int l = length(axis);
  const int ahead = (to - from + l) % l;  // links by "+"
  if (2 * ahead == l) return from % 2 == 0 ? Direction::kPlus : Direction::kMinus;
  return 2 * ahead < l ? Direction::kPlus : Direction::kMinus;
}

// The route axis by axis, lowest first (R2.1).
std::vector<Hop> Graph::Route(NodeId from, NodeId to) const {
  std::vector<Hop> hops;
  if (IsTwisted()) {
    if (Distance(from, to) > 1) ThrowTwisted();
    if (from != to) hops.push_back(LinkBetween(*this, from, to));
    return hops;
  }
  NodeId here = from;
  for (int a = 0; a < axes(); ++a) {
    const Axis axis{a};
    const int target = Coordinate(to, axis);
    if (Coordinate(here, axis) == target) continue;
    const Direction direction = RouteDirection(axis, Coordinate(here, axis), target);
    while (Coordinate(here, axis) != target) {
      hops.push_back({here, axis, direction});
      here = *Neighbour(here, axis, direction);
    }
  }
  return hops;
}

std::string NodesText(const Graph& graph) {
  return fmt::format("{} has {} nodes", graph.ToString(), graph.size());
}

std::string Graph::ToString() const {
  if (!as_ring_or_line_) return CanonicalText();
  return (kind_ == Kind::kTorus ? "ring:" : "line:") + JoinLengths(lengths_);
}

std::string Graph::CanonicalText() const {
  if (kind_ == Kind::kHypercube) return fmt::format("hypercube:{}", axes());
  if (IsTwisted()) return "twisted:" + JoinLengths(lengths_) + NamedTwists(lengths_, twists_);
  return std::string(toroid::ToString(kind_)) + ":" + JoinLengths(lengths_);
}

std::string Graph::NodeText(NodeId node) const {
  return "(" + Joined(CoordinatesOf(node), ",") + ")";
}

}  // namespace toroid
