#include "tests/oracle/oracle.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <queue>
#include <utility>

namespace toroid::oracle {
namespace {

std::vector<int> Decode(const std::vector<int>& lengths, std::uint32_t node) {
  std::vector<int> coordinates(lengths.size());
  for (std::size_t a = lengths.size(); a-- > 0;) {
    coordinates[a] = static_cast<int>(node % static_cast<std::uint32_t>(lengths[a]));
    node /= static_cast<std::uint32_t>(lengths[a]);
  }
  return coordinates;
}

std::uint32_t Encode(const std::vector<int>& lengths, const std::vector<int>& coordinates) {
  std::uint32_t node = 0;
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    node =
        node * static_cast<std::uint32_t>(lengths[a]) + static_cast<std::uint32_t>(coordinates[a]);
  }
  return node;
}

// Coordinates of one axis from x to y, x left out, going by `sign`; empty if a mesh's edge is in
// the way.
std::vector<int> WalkAxis(bool torus, int length, int x, int y, int sign) {
  std::vector<int> visited;
  while (x != y) {
    x += sign;
    if (x < 0 || x >= length) {
      if (!torus) return {};
      x = (x + length) % length;
    }
    visited.push_back(x);
  }
  return visited;
}

std::vector<int> ShortestWalk(bool torus, int length, int x, int y, Tie tie) {
  const std::vector<int> plus = WalkAxis(torus, length, x, y, 1);
  const std::vector<int> minus = WalkAxis(torus, length, x, y, -1);
  if (plus.empty()) return minus;
  if (minus.empty()) return plus;
  if (plus.size() != minus.size()) return plus.size() < minus.size() ? plus : minus;
  return tie == Tie::kPlus || x % 2 == 0 ? plus : minus;
}

// Moves along other axes as the twists of a wrap of `axis` say, by "+" or by "-".
void CrossWrap(const Graph& graph, std::size_t axis, bool plus, std::vector<int>& coordinates) {
  for (const Twist& twist : graph.twists()) {
    if (twist.axis.index() != axis) continue;
    const int around = graph.lengths()[twist.along.index()];
    int& along = coordinates[twist.along.index()];
    along = (along + (plus ? twist.shift : around - twist.shift)) % around;
  }
}

}  // namespace

std::vector<std::vector<std::uint32_t>> Adjacency(const Graph& graph) {
  const std::vector<int>& lengths = graph.lengths();
  const bool torus = graph.kind() == Kind::kTorus;
  std::vector<std::vector<std::uint32_t>> lists(graph.size());
  for (std::uint32_t n = 0; n < graph.size(); ++n) {
    for (std::size_t a = 0; a < lengths.size(); ++a) {
      for (int y = 0; y < lengths[a]; ++y) {
        std::vector<int> other = Decode(lengths, n);
        const int gap = std::abs(y - other[a]);
        other[a] = y;
        if (gap != 1 && torus && gap == lengths[a] - 1) CrossWrap(graph, a, y == 0, other);
        if (gap == 1 || (torus && gap == lengths[a] - 1))
          lists[n].push_back(Encode(lengths, other));
      }
    }
    std::ranges::sort(lists[n]);
  }
  return lists;
}

std::vector<int> BfsDistances(const std::vector<std::vector<std::uint32_t>>& adjacency,
                              std::uint32_t from) {
  std::vector<int> distances(adjacency.size(), -1);
  distances[from] = 0;
  std::queue<std::uint32_t> open({from});
  while (!open.empty()) {
    const std::uint32_t here = open.front();
    open.pop();
    for (const std::uint32_t next : adjacency[here]) {
      if (distances[next] >= 0) continue;
      distances[next] = distances[here] + 1;
      open.push(next);
    }
  }
  return distances;
}

std::vector<std::uint32_t> WalkPath(const Graph& graph, std::uint32_t from, std::uint32_t to,
                                    Tie tie) {
  const std::vector<int>& lengths = graph.lengths();
  std::vector<int> here = Decode(lengths, from);
  const std::vector<int> target = Decode(lengths, to);
  std::vector<std::uint32_t> path = {from};
  for (std::size_t a = 0; a < lengths.size(); ++a) {
    // a length-2 axis has one link
    const bool torus = graph.kind() == Kind::kTorus && lengths[a] > 2;
    for (const int x : ShortestWalk(torus, lengths[a], here[a], target[a], tie)) {
      here[a] = x;
      path.push_back(Encode(lengths, here));
    }
  }
  return path;
}

std::vector<std::uint64_t> NodeLoads(const Graph& guest, const Graph& host,
                                     std::span<const NodeId> forward) {
  std::vector<std::uint64_t> loads(host.size(), 0);
  const auto neighbours = Adjacency(guest);
  for (std::uint32_t low = 0; low < guest.size(); ++low) {
    for (const std::uint32_t high : neighbours[low]) {
      if (high < low) continue;
      const auto path = WalkPath(host, forward[low].value(), forward[high].value(), Tie::kPlus);
      for (std::size_t i = 1; i + 1 < path.size(); ++i) ++loads[path[i]];
    }
  }
  return loads;
}

std::uint64_t MaxLinkLoad(const Graph& guest, const Graph& host, std::span<const NodeId> forward) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> loads;
  const auto neighbours = Adjacency(guest);
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    for (const std::uint32_t m : neighbours[n]) {
      const auto path = WalkPath(host, forward[n].value(), forward[m].value(), Tie::kParity);
      for (std::size_t i = 0; i + 1 < path.size(); ++i) ++loads[{path[i], path[i + 1]}];
    }
  }
  std::uint64_t most = 0;
  for (const auto& [link, load] : loads) most = std::max(most, load);
  return most;
}

std::vector<std::vector<int>> AllShapes(std::size_t max_axes, std::uint32_t max_nodes,
                                        std::span<const int> lengths) {
  std::vector<std::vector<int>> shapes;
  std::vector<std::pair<std::vector<int>, std::uint32_t>> open = {{{}, 1}};
  while (!open.empty()) {
    const auto [shape, size] = open.back();
    open.pop_back();
    if (!shape.empty()) shapes.push_back(shape);
    if (shape.size() == max_axes) continue;
    for (const int length : lengths) {
      const std::uint32_t grown = size * static_cast<std::uint32_t>(length);
      if (grown > max_nodes) continue;
      open.push_back({shape, grown});
      open.back().first.push_back(length);
    }
  }
  std::ranges::sort(shapes);
  return shapes;
}

}  // namespace toroid::oracle
