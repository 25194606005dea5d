// Idea: a link comes into a tree, and one on the circle that it closes goes: to the tree that the
// first one came from, if that is a tree again with it, or to nobody if the first was free. An
// exchange is done if it lowers the sum of depth^3 over the nodes of all trees. It ends where no
// exchange does, or after so much work.
//
// Example: a tree 0-1-2-3 on a square, root 0, and 3-0 free: 3-0 comes in, 2-3 goes, and the depth
// falls from 3 to 2.
//
// The objective is ours; the exchange is that of bases of two matroids.
#include <algorithm>
#include <utility>

#include "gen/trees/link_graph.h"
#include "gen/trees/rooted_tree.h"

namespace toroid::trees {
namespace {

constexpr std::uint64_t kMostWork = 200'000'000;  // nodes looked at
// Starts, fewer if trees have more nodes together; the first is PackTrees' own.
constexpr std::size_t kMostStarts = 64;
constexpr std::size_t kNodesOfStarts = 8192;

class Exchanger {
 public:
  Exchanger(const LinkGraph& graph, const Packing& packing)
      : graph_(graph), free_(graph.links.size(), static_cast<int>(packing.copies)) {
    const std::uint32_t root = MiddleOf(graph);
    for (const auto& links : packing.trees) {
      trees_.emplace_back(graph, links, root);
      for (const std::uint32_t link : links) --free_[link];
    }
  }

  std::vector<RootedTree> Make() {
    for (bool changed = true; changed && Work() < kMostWork;) {
      changed = false;
      for (std::uint32_t link = 0; link < graph_.links.size(); ++link)
        for (std::size_t into = 0; into < trees_.size(); ++into) changed |= TryInto(link, into);
    }
    return std::move(trees_);
  }

 private:
  std::uint64_t Work() const {
    std::uint64_t work = 0;
    for (const RootedTree& tree : trees_) work += tree.work();
    return work;
  }

  // Brings a link into a tree where that lowers the weight: a free copy, or that of another tree.
  bool TryInto(std::uint32_t link, std::size_t into) {
    RootedTree& tree = trees_[into];
    if (tree.Has(link)) return false;
    const std::vector<std::uint32_t> circle = tree.CircleOf(link);
    if (free_[link] > 0) return TryFree(link, tree, circle);
    for (std::size_t from = 0; from < trees_.size(); ++from)
      if (trees_[from].Has(link) && TryBetween(link, trees_[from], tree, circle)) return true;
    return false;
  }

  bool TryFree(std::uint32_t link, RootedTree& tree, const std::vector<std::uint32_t>& circle) {
    Exchange best;
    std::int64_t least = 0;
    for (const std::uint32_t out : circle) {
      const std::int64_t gain = tree.Gain({out, link});
      if (gain < least) best = {out, link};
      least = std::min(least, gain);
    }
    if (least == 0) return false;
    tree.Do(best);
    --free_[best.in];
    ++free_[best.out];
    return true;
  }

  bool TryBetween(std::uint32_t link, RootedTree& from, RootedTree& into,
                  const std::vector<std::uint32_t>& circle) {
    std::uint32_t best = 0;
    std::int64_t least = 0;
    for (const std::uint32_t out : circle) {
      if (from.Has(out) || !from.Joins({link, out})) continue;
      const std::int64_t gain = into.Gain({out, link}) + from.Gain({link, out});
      if (gain < least) best = out;
      least = std::min(least, gain);
    }
    if (least == 0) return false;
    into.Do({best, link});
    from.Do({link, best});
    return true;
  }

  const LinkGraph& graph_;
  std::vector<RootedTree> trees_;
  std::vector<int> free_;  // by link: copies in no tree
};

// The depth of the deepest, then the sum of all depths.
std::pair<int, int> DepthOf(const std::vector<RootedTree>& trees) {
  std::pair<int, int> depth = {0, 0};
  for (const RootedTree& tree : trees)
    depth = {std::max(depth.first, tree.Depth()), depth.second + tree.Depth()};
  return depth;
}

std::vector<RootedTree> TreesFrom(const LinkGraph& graph, const Packing& packing) {
  std::vector<RootedTree> trees = Exchanger(graph, packing).Make();
  for (RootedTree& tree : trees) tree = FromMiddle(graph, tree);
  return trees;
}

}  // namespace

std::vector<RootedTree> ShallowTrees(const LinkGraph& graph, std::uint32_t copies) {
  std::vector<RootedTree> best = TreesFrom(graph, PackTrees(graph, copies));
  const std::size_t starts =
      std::clamp<std::size_t>(kNodesOfStarts / (best.size() * graph.size()), 1, kMostStarts);
  for (std::uint64_t start = 1; start < starts; ++start) {
    std::vector<RootedTree> trees = TreesFrom(graph, PackTrees(graph, copies, start));
    if (DepthOf(trees) < DepthOf(best)) best = std::move(trees);
  }
  return best;
}

}  // namespace toroid::trees
