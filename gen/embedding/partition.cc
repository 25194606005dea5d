// Source: Tao 4.3.2, where a node of a partition finds its logical address from its own coordinates
// less the base.
// Departures: there a box has as many axes as the host; here axes of length 1 are not axes of its
// graph. A box of whole axes has the host's kind.
#include "gen/embedding/partition.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

// Checks PA1.1, each axis by itself.
Diagnostics LengthDiagnostics(const Graph& host, const std::vector<int>& lengths) {
  const std::string text = Joined(lengths, "x");
  const std::string allowed = "give a length from 1 to the host's for each axis of " +
                              host.ToString() + ", not all of them 1";
  Diagnostics found;
  const auto diagnose = [&](const std::string& what) {
    found.push_back({"--partition", text, what, allowed});
  };
  if (lengths.size() != host.lengths().size()) {
    diagnose("has " + Counted(lengths.size(), "axis", "axes"));
    return found;
  }
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    if (lengths[a] < 1 || lengths[a] > host.lengths()[a])
      diagnose(fmt::format("has length {} on axis {}", lengths[a], a));
  }
  if (found.empty() && std::ranges::max(lengths) == 1) diagnose("is a single node");
  return found;
}

// Checks the base. The lengths are valid, so the largest base on each axis is known and named.
Diagnostics BaseDiagnostics(const Graph& host, const std::vector<int>& lengths,
                            const Coordinates& base) {
  std::vector<int> most;
  for (std::size_t a = 0; a < lengths.size(); ++a) most.push_back(host.lengths()[a] - lengths[a]);
  const std::string text = Joined(base, ",");
  const std::string allowed = "a box of " + Joined(lengths, "x") + " fits " + host.ToString() +
                              " at bases up to " + Joined(most, ",");
  if (base.size() != lengths.size()) {
    return {{"--base", text, "has " + Counted(base.size(), "coordinate"), allowed}};
  }
  Diagnostics found;
  for (std::size_t a = 0; a < base.size(); ++a) {
    if (base[a] >= 0 && base[a] <= most[a]) continue;
    found.push_back({"--base", text, fmt::format("leaves the host on axis {}", a), allowed});
  }
  return found;
}

// The shape of PA1.2. Across a twisted wrap a box does not close.
Graph ShapeOf(const Graph& host, const std::vector<int>& lengths) {
  std::vector<int> long_axes;
  bool whole = true;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    if (lengths[a] == 1) continue;
    long_axes.push_back(lengths[a]);
    whole = whole && lengths[a] == host.lengths()[a] &&
            std::ranges::none_of(host.twists(),
                                 [a](const Twist& twist) { return twist.axis.index() == a; });
  }
  return *Graph::Create(whole ? host.kind() : Kind::kMesh, std::move(long_axes));
}

}  // namespace

std::string CoordinatesText(const Coordinates& coordinates) { return Joined(coordinates, ","); }

Partition::Partition(Graph host, std::vector<int> lengths, Coordinates base, Graph shape)
    : host_(std::move(host)),
      lengths_(std::move(lengths)),
      base_(std::move(base)),
      shape_(std::move(shape)) {}

// Without a base the box begins at the origin. The base is checked only if the lengths are valid.
Result<Partition> Partition::Create(Graph host, std::vector<int> lengths, Coordinates base) {
  Diagnostics diagnostics = LengthDiagnostics(host, lengths);
  if (!diagnostics.empty()) return diagnostics;
  if (base.empty()) base.assign(lengths.size(), 0);
  diagnostics = BaseDiagnostics(host, lengths, base);
  if (!diagnostics.empty()) return diagnostics;
  Graph shape = ShapeOf(host, lengths);
  return Partition(std::move(host), std::move(lengths), std::move(base), std::move(shape));
}

// PA1.3: axes of length 1 are no axes of the shape, and stay at the base.
NodeId Partition::HostOf(NodeId node) const {
  Coordinates coordinates = base_;
  int axis = 0;
  for (std::size_t a = 0; a < lengths_.size(); ++a) {
    if (lengths_[a] > 1) coordinates[a] += shape_.Coordinate(node, Axis{axis++});
  }
  return host_.NodeAt(coordinates);
}

// The inverse of HostOf; none for a node outside of the box.
std::optional<NodeId> Partition::NodeAt(NodeId host) const {
  Coordinates within;
  for (std::size_t a = 0; a < lengths_.size(); ++a) {
    const int x = host_.Coordinate(host, Axis{static_cast<int>(a)}) - base_[a];
    if (x < 0 || x >= lengths_[a]) return std::nullopt;
    if (lengths_[a] > 1) within.push_back(x);
  }
  return shape_.NodeAt(within);
}

// The embedding on the box's host nodes.
Embedding Partition::Place(const Embedding& embedding) const {
  assert(embedding.host() == shape_);
  std::vector<NodeId> places;
  for (std::uint32_t n = 0; n < shape_.size(); ++n) places.push_back(HostOf(NodeId{n}));
  return embedding.Within(host_, places);
}

std::string Partition::ToString() const { return Joined(lengths_, "x"); }

// On an axis that wraps, the route of two nodes less than half of it apart is the way between them.
bool KeepsRoutes(const Partition& box) {
  const Graph& host = box.host();
  for (int a = 0; a < host.axes(); ++a) {
    const Axis axis{a};
    const int length = box.lengths()[axis.index()];
    const bool whole = length == host.length(axis);
    if (host.Wraps(axis) && !whole && 2 * (length - 1) >= host.length(axis)) return false;
  }
  return true;
}

// Boxes have a node in common if they overlap on every axis.
bool Meet(const Partition& one, const Partition& other) {
  assert(one.host() == other.host());
  for (std::size_t a = 0; a < one.lengths().size(); ++a) {
    const bool apart = one.base()[a] + one.lengths()[a] <= other.base()[a] ||
                       other.base()[a] + other.lengths()[a] <= one.base()[a];
    if (apart) return false;
  }
  return true;
}

}  // namespace toroid
