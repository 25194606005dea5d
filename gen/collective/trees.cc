// Idea of the disjoint trees: from the root k trees grow one after another, link by link. A link
// may join a tree if afterwards k - 1 disjoint ways lead from the root to its end over links that
// no tree has; then all other trees can still be completed. To look at its end is enough, since
// only sets of nodes around it lose a way in.
//
// Example, a ring of 4, root 0: links 0-1, 1-2, 2-3 in one tree, 0-3, 3-2, 2-1 in the other.
//
// Source: Edmonds, "Edge-disjoint branchings", 1973; the proof that grows them: Lovasz, "On two
// minimax theorems in graph", JCT B 21, 1976. Bine trees: De Sensi et al., "Bine trees: enhancing
// collective operations by optimizing communication locality", SC 2025 (partners (1 - (-2)^(s+1))/3
// apart, as Swing's).
#include "gen/collective/trees.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "gen/collective/stages.h"

namespace toroid {
namespace {

struct Arc {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

class Grower {
 public:
  Grower(const Graph& host, NodeId root)
      : root_(root.value()), out_(host.size()), in_(host.size()) {
    for (std::uint32_t n = 0; n < host.size(); ++n) {
      for (int a = 0; a < host.axes(); ++a) {
        for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
          const auto to = host.Neighbour(NodeId{n}, Axis{a}, direction);
          if (!to) continue;
          out_[n].push_back(arcs_.size());
          in_[to->index()].push_back(arcs_.size());
          arcs_.push_back({n, to->value()});
        }
      }
    }
    free_.assign(arcs_.size(), true);
  }

  std::vector<SpanningTree> Grow() {
    std::size_t trees = in_.front().size();
    for (const auto& arcs : in_) trees = std::min(trees, arcs.size());
    std::vector<SpanningTree> grown;
    for (std::size_t left = trees; left-- > 0;) grown.push_back(GrowOne(left));
    return grown;
  }

 private:
  // Breadth first, such that `left` more can be grown.
  SpanningTree GrowOne(std::size_t left) {
    SpanningTree tree;
    tree.parent.assign(out_.size(), root_);
    std::vector<bool> reached(out_.size(), false);
    reached[root_] = true;
    std::vector<std::uint32_t> nodes = {root_};
    while (tree.order.size() + 1 < out_.size()) {
      const auto found = NextArc(nodes, reached, left);
      assert(found);
      free_[*found] = false;
      const auto& [from, to] = arcs_[*found];
      tree.parent[to] = from;
      reached[to] = true;
      tree.order.push_back(to);
      nodes.push_back(to);
    }
    return tree;
  }

  std::optional<std::size_t> NextArc(const std::vector<std::uint32_t>& nodes,
                                     const std::vector<bool>& reached, std::size_t left) {
    for (const std::uint32_t n : nodes) {
      for (const std::size_t arc : out_[n]) {
        if (!free_[arc] || reached[arcs_[arc].to]) continue;
        free_[arc] = false;
        const bool can = HasWays(arcs_[arc].to, left);
        free_[arc] = true;
        if (can) return arc;
      }
    }
    return std::nullopt;
  }

  // Whether so many ways without a common link lead from the root to the node over free links.
  bool HasWays(std::uint32_t to, std::size_t ways) {
    if (to == root_) return true;
    used_.assign(arcs_.size(), false);
    for (std::size_t way = 0; way < ways; ++way)
      if (!AddWay(to)) return false;
    return true;
  }

  // One more, by a way that may take back links of the others.
  bool AddWay(std::uint32_t to) {
    std::vector<std::optional<std::size_t>> by(out_.size());
    std::vector<std::uint32_t> nodes = {root_};
    const auto reach = [&](std::uint32_t node, std::size_t arc) {
      if (node == root_ || by[node]) return;
      by[node] = arc;
      nodes.push_back(node);
    };
    for (std::size_t i = 0; i < nodes.size() && !by[to]; ++i) {
      for (const std::size_t arc : out_[nodes[i]])
        if (free_[arc] && !used_[arc]) reach(arcs_[arc].to, arc);
      for (const std::size_t arc : in_[nodes[i]])
        if (used_[arc]) reach(arcs_[arc].from, arc);
    }
    if (!by[to]) return false;
    for (std::uint32_t node = to; node != root_;) {
      const std::size_t arc = *by[node];
      used_[arc] = !used_[arc];
      node = arcs_[arc].to == node && used_[arc] ? arcs_[arc].from : arcs_[arc].to;
    }
    return true;
  }

  std::uint32_t root_;
  std::vector<Arc> arcs_;
  std::vector<std::vector<std::size_t>> out_, in_;  // arcs by node
  std::vector<bool> free_;                          // of no tree yet
  std::vector<bool> used_;                          // by the ways that were found
};

SpanningTree EmptyTree(const Graph& host, NodeId root) {
  return {.order = {}, .parent = std::vector<std::uint32_t>(host.size(), root.value())};
}

void Add(SpanningTree& tree, std::uint32_t parent, std::uint32_t node) {
  tree.parent[node] = parent;
  tree.order.push_back(node);
}

// The node at place `i` of a row in which neighbours follow each other: each line backwards if the
// one before was forwards.
NodeId InRow(const Graph& host, std::uint32_t i) {
  Coordinates x(host.lengths().size());
  for (int a = 0; a < host.axes(); ++a) {
    const auto l = static_cast<std::uint32_t>(host.length(Axis{a}));
    const bool backwards = (i / l) % 2 == 1;
    x[static_cast<std::size_t>(a)] = static_cast<int>(backwards ? l - 1 - i % l : i % l);
    i /= l;
  }
  return host.NodeAt(x);
}

}  // namespace

std::vector<int> DepthsOf(const SpanningTree& tree) {
  std::vector<int> depths(tree.parent.size(), 0);
  for (const std::uint32_t n : tree.order) depths[n] = depths[tree.parent[n]] + 1;
  return depths;
}

std::vector<SpanningTree> DisjointTrees(const Graph& host, NodeId root) {
  return Grower(host, root).Grow();
}

// The smallest branch that can takes one more node, the nearest to the root.
SpanningTree BalancedTree(const Graph& host, NodeId root) {
  SpanningTree tree = EmptyTree(host, root);
  std::vector<bool> reached(host.size(), false);
  reached[root.index()] = true;
  struct Branch {
    std::vector<std::uint32_t> nodes;
    std::size_t first = 0;  // before it none has a neighbour that is not reached
  };
  std::vector<Branch> branches;
  const auto neighbours = [&](std::uint32_t n) {
    std::vector<std::uint32_t> found;
    for (int a = host.axes(); a-- > 0;) {
      for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
        const auto to = host.Neighbour(NodeId{n}, Axis{a}, direction);
        if (to && !reached[to->index()]) found.push_back(to->value());
      }
    }
    return found;
  };
  for (const std::uint32_t n : neighbours(root.value())) {
    reached[n] = true;
    Add(tree, root.value(), n);
    branches.push_back({{n}});
  }
  while (tree.order.size() + 1 < host.size()) {
    std::ranges::stable_sort(branches, {}, [](const Branch& b) { return b.nodes.size(); });
    for (Branch& branch : branches) {
      std::vector<std::uint32_t> found;
      while (branch.first < branch.nodes.size() &&
             (found = neighbours(branch.nodes[branch.first])).empty())
        ++branch.first;
      if (found.empty()) continue;
      reached[found.front()] = true;
      Add(tree, branch.nodes[branch.first], found.front());
      branch.nodes.push_back(found.front());
      break;
    }
  }
  return tree;
}

SpanningTree ChainFrom(const Graph& host, NodeId root) {
  SpanningTree tree = EmptyTree(host, root);
  std::uint32_t place = 0;
  while (InRow(host, place) != root) ++place;
  std::uint32_t last = root.value();
  for (std::uint32_t i = 1; i < host.size(); ++i) {
    const std::uint32_t node = InRow(host, (place + i) % host.size()).value();
    Add(tree, last, node);
    last = node;
  }
  return tree;
}

SpanningTree StarFrom(const Graph& host, NodeId root) {
  SpanningTree tree = EmptyTree(host, root);
  for (std::uint32_t n = 0; n < host.size(); ++n)
    if (NodeId{n} != root) tree.order.push_back(n);
  std::ranges::stable_sort(tree.order, {},
                           [&](std::uint32_t n) { return -host.Distance(root, NodeId{n}); });
  return tree;
}

SpanningTree LinesFrom(const Graph& host, NodeId root, int first) {
  SpanningTree tree = EmptyTree(host, root);
  std::vector<std::uint32_t> have = {root.value()};
  for (int i = 0; i < host.axes(); ++i) {
    const Axis axis{(first + i) % host.axes()};
    const int own = host.Coordinate(root, axis);
    std::vector<int> places;
    for (int x = 0; x < host.length(axis); ++x)
      if (x != own) places.push_back(x);
    std::ranges::stable_sort(places, {}, [&](int x) { return -host.AxisDistance(axis, own, x); });
    const std::vector<std::uint32_t> senders = have;
    for (const int x : places) {
      for (const std::uint32_t n : senders) {
        Coordinates to = host.CoordinatesOf(NodeId{n});
        to[axis.index()] = x;
        Add(tree, n, host.NodeAt(to).value());
        have.push_back(tree.order.back());
      }
    }
  }
  return tree;
}

std::vector<SpanningTree> BineTrees(const Graph& host, NodeId root, Ports ports) {
  std::vector<SpanningTree> trees;
  for (const StagePart& part : StagePartsOf(Partners::kSwing, host, ports)) {
    SpanningTree tree = EmptyTree(host, root);
    std::vector<std::uint32_t> have = {root.value()};
    for (std::size_t s = part.stages.size(); s-- > 0;) {
      const std::vector<std::uint32_t> senders = have;
      for (const std::uint32_t n : senders) {
        const std::uint32_t partner = PartnerIn(host, part, s, n);
        Add(tree, n, partner);
        have.push_back(partner);
      }
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

}  // namespace toroid
