// Idea: a node sends over its only port to all its neighbours in a tree, so the node with the most
// of them sets the pace, and a path is best. A depth-first tree has few leaves. Then a link drawn
// at random comes in, and one on the circle that it closes goes, if no more links are too many than
// before. So leaves and branches wander until they meet. On a path this is the rotation that Pósa
// found.
//
// Where there is no path, the next tree is to branch at other nodes: a node counts more for each
// tree that has branched there.
//
// Example: a star of 3 cannot be a path. On mesh:2x3 the tree 0-1-2, 1-4, 4-3, 4-5 has four leaves:
// leaf 0 takes the link to 3 and 1-4 goes, so node 1 has two links, and node 4 too.
//
// Source: Pósa, "Hamiltonian circuits in random graphs", Discrete Math. 14, 1976; from paths to
// trees, and several of them, is ours.
#include <algorithm>
#include <utility>

#include "gen/support/random.h"
#include "gen/trees/rooted_tree.h"

namespace toroid::trees {
namespace {

// Links that are tried for a tree: so many for each node, and in all.
constexpr std::uint32_t kTriesOfNode = 1000;
constexpr std::uint32_t kMostTries = 100'000;

class Narrower {
 public:
  Narrower(const LinkGraph& graph, std::optional<std::uint32_t> root)
      : graph_(graph), root_(root), branched_(graph.size(), 0), random_(graph.size()) {}

  // The next tree.
  RootedTree Make() {
    const auto first = static_cast<std::uint32_t>(random_.Below(graph_.size()));
    RootedTree tree(graph_, DepthFirst(root_.value_or(first)), root_.value_or(first));
    links_.assign(graph_.size(), 0);
    for (const std::uint32_t link : tree.Links()) Count(link, 1);
    const std::uint32_t most = std::min(kTriesOfNode * graph_.size(), kMostTries);
    for (std::uint32_t tries = 0; tries < most && !IsPath(); ++tries)
      Try(tree, static_cast<std::uint32_t>(random_.Below(graph_.links.size())));
    for (std::uint32_t n = 0; n < graph_.size(); ++n) branched_[n] += IsOver(n) ? 1 : 0;
    return tree;
  }

  // Whether the last tree is one, from its root if that is given.
  bool IsPath() const {
    for (std::uint32_t n = 0; n < graph_.size(); ++n)
      if (IsOver(n)) return false;
    return true;
  }

 private:
  bool IsOver(std::uint32_t node) const { return links_[node] > (node == root_ ? 1U : 2U); }
  // What a link less at a node is worth.
  std::uint64_t CostOf(std::uint32_t node) const {
    return IsOver(node) ? 1 + graph_.size() * branched_[node] : 0;
  }
  void Count(std::uint32_t link, int times) {
    for (const std::uint32_t end : {graph_.links[link].low, graph_.links[link].high})
      links_[end] += static_cast<std::uint32_t>(times);
  }

  // The links of a tree that goes on from the newest node, to where the fewest ways are left.
  std::vector<std::uint32_t> DepthFirst(std::uint32_t first) const {
    std::vector<std::uint32_t> links;
    std::vector<bool> reached(graph_.size(), false);
    std::vector<std::uint32_t> way = {first};
    reached[way.front()] = true;
    const auto ways = [&](std::uint32_t node) {
      return std::ranges::count_if(graph_.links_of[node], [&](std::uint32_t link) {
        return !reached[graph_.links[link].Other(node)];
      });
    };
    while (!way.empty()) {
      const std::uint32_t node = way.back();
      if (ways(node) == 0) {
        way.pop_back();
        continue;
      }
      const auto narrowest = [&](std::uint32_t link) {
        const std::uint32_t next = graph_.links[link].Other(node);
        return std::pair(reached[next], ways(next));
      };
      links.push_back(*std::ranges::min_element(graph_.links_of[node], {}, narrowest));
      way.push_back(graph_.links[links.back()].Other(node));
      reached[way.back()] = true;
    }
    return links;
  }

  // Brings the link in, if another one can go that is worth as much.
  void Try(RootedTree& tree, std::uint32_t in) {
    const auto [low, high] = graph_.links[in];
    if (tree.Has(in)) return;
    Count(in, 1);
    const std::uint64_t rise = CostOf(low) + CostOf(high);
    std::uint64_t most = 0;
    std::uint32_t out = in;
    std::uint64_t equal = 0;
    for (const std::uint32_t link : tree.CircleOf(in)) {
      const std::uint64_t worth = CostOf(graph_.links[link].low) + CostOf(graph_.links[link].high);
      if (worth < std::max(rise, most)) continue;
      equal = worth > most ? 1 : equal + 1;
      most = worth;
      if (random_.Below(equal) == 0) out = link;
    }
    Count(out, -1);
    if (out != in) tree.Do({out, in});
  }

  const LinkGraph& graph_;
  std::optional<std::uint32_t> root_;
  std::vector<std::uint32_t> branched_;  // by node: trees that have too many links there
  std::vector<std::uint32_t> links_;     // by node, of the tree that is being made
  Random random_;
};

}  // namespace

std::vector<RootedTree> NarrowTrees(const LinkGraph& graph, std::size_t count,
                                    std::optional<std::uint32_t> root) {
  std::vector<RootedTree> trees;
  Narrower narrower(graph, root);
  while (trees.size() < count) {
    const RootedTree tree = narrower.Make();
    trees.push_back(root ? tree : FromMiddle(graph, tree));
    if (narrower.IsPath()) return {trees.back()};
  }
  return trees;
}

}  // namespace toroid::trees
