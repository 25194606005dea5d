// Two trees: Sanders, Speck, Traff, "Two-tree algorithms for full bandwidth broadcast, reduction
// and scan", Parallel Computing 35, 2009. Bine trees: De Sensi et al., "Bine trees: enhancing
// collective operations by optimizing communication locality", SC 2025 (partners (1 -
// (-2)^(s+1))/3 apart, as Swing's).
#include "gen/collective/trees.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "gen/collective/stages.h"
#include "gen/trees/link_graph.h"
#include "gen/trees/rooted_tree.h"

namespace toroid {
namespace {

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

// All other nodes in that row, from behind the root to its end, then from its beginning.
std::vector<std::uint32_t> RowFrom(const Graph& host, NodeId root) {
  std::uint32_t place = 0;
  while (InRow(host, place) != root) ++place;
  std::vector<std::uint32_t> row;
  for (std::uint32_t i = 1; i < host.size(); ++i)
    row.push_back(InRow(host, (place + i) % host.size()).value());
  return row;
}

// A binary tree in the order of the row: the nodes at odd places, counted from 1, are its leaves.
void AddBinary(SpanningTree& tree, std::uint32_t parent, std::span<const std::uint32_t> row) {
  if (row.empty()) return;
  const std::size_t middle = std::bit_floor(row.size()) - 1;
  Add(tree, parent, row[middle]);
  AddBinary(tree, row[middle], row.first(middle));
  AddBinary(tree, row[middle], row.subspan(middle + 1));
}

}  // namespace

std::vector<int> DepthsOf(const SpanningTree& tree) {
  std::vector<int> depths(tree.parent.size(), 0);
  for (const std::uint32_t n : tree.order) depths[n] = depths[tree.parent[n]] + 1;
  return depths;
}

std::vector<SpanningTree> OfHost(const trees::LinkGraph& graph,
                                 const std::vector<trees::RootedTree>& trees,
                                 const degraded::DegradedHost& host) {
  std::vector<SpanningTree> spanning;
  for (const trees::RootedTree& tree : trees) {
    spanning.push_back(EmptyTree(host.host(), graph.nodes[tree.root()]));
    for (const std::uint32_t rank : tree.Order())
      Add(spanning.back(), graph.nodes[tree.ParentOf(rank)].value(), graph.nodes[rank].value());
  }
  return spanning;
}

std::vector<std::vector<SpanningTree>> NarrowTrees(const trees::LinkGraph& graph,
                                                   const degraded::DegradedHost& host,
                                                   std::optional<NodeId> root) {
  std::optional<std::uint32_t> rank;
  if (root) rank = trees::SurvivorNumbers(host)[root->index()];
  const std::vector<SpanningTree> all = OfHost(graph, trees::NarrowTrees(graph, 8, rank), host);
  std::vector<std::vector<SpanningTree>> choice;
  for (std::size_t count = 1; count <= all.size(); count *= 2)
    choice.emplace_back(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
  return choice;
}

// The smallest branch that can grow takes one more node, the nearest to the root.
SpanningTree BalancedTree(const degraded::DegradedHost& host, NodeId root) {
  SpanningTree tree = EmptyTree(host.host(), root);
  const std::vector<int> first_ports = FirstPortsOf(host.host());
  std::vector<bool> reached(host.size(), false);
  reached[root.index()] = true;
  struct Branch {
    std::vector<std::uint32_t> nodes;
    std::size_t first = 0;  // no node before it has an unreached neighbour
  };
  std::vector<Branch> branches;
  const auto neighbours = [&](std::uint32_t n) {
    std::vector<std::uint32_t> found;
    for (int a = host.host().axes(); a-- > 0;) {
      const int first = first_ports[static_cast<std::size_t>(a)];
      for (int port = first; port < first + LinkPortsOn(host.host(), Axis{a}); ++port) {
        const auto to = trees::NextBothWays(host, NodeId{n}, port);
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
  while (tree.order.size() + 1 < host.survivors().size()) {
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
  std::uint32_t last = root.value();
  for (const std::uint32_t node : RowFrom(host, root)) {
    Add(tree, last, node);
    last = node;
  }
  return tree;
}

std::vector<SpanningTree> TwoTrees(const Graph& host, NodeId root) {
  std::vector<std::uint32_t> row = RowFrom(host, root);
  std::vector<SpanningTree> trees(2, EmptyTree(host, root));
  for (SpanningTree& tree : trees) {
    AddBinary(tree, root.value(), row);
    std::rotate(row.begin(), row.begin() + (row.empty() ? 0 : 1), row.end());
  }
  return trees;
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
    std::vector<bool> reached(host.size(), false);
    reached[root.index()] = true;
    for (std::size_t s = part.stages.size(); s-- > 0;) {
      const std::vector<std::uint32_t> senders = have;
      for (const std::uint32_t n : senders) {
        const std::uint32_t partner = PartnerIn(host, part, s, n);
        if (reached[partner]) continue;
        reached[partner] = true;
        Add(tree, n, partner);
        have.push_back(partner);
      }
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

}  // namespace toroid
