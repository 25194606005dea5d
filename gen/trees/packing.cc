// Idea: k forests take one copy of a link after the other. A copy that would close a circle in
// each of them may still get a place: it takes that of another copy on the circle of one forest,
// which moves into the next forest, where it may need the place of a third, and so on. A
// breadth-first search over such moves finds the shortest chain whose last copy closes no circle.
// If there is none, no k forests hold this copy beside those that are placed, now or later. So in
// the end the forests have as many links as any k forests can have, and if k spanning trees exist
// these are such trees (matroid union).
//
// Example: two trees on a square 0-1-2-3 with both diagonals. The first forest takes 0-1, 1-2 and
// 2-3, the second 3-0 and 0-2. The last link, 1-3, closes no circle in the second.
//
// If some copies found no place, then all that searches from them reach is joined as well as it can
// be: what it joins is one part, and between the parts there are too few copies.
//
// Does not apply to links that are alive in one direction: a tree is used upwards and downwards.
//
// Source: Edmonds, "Minimum partition of a matroid into independent subsets", J. Res. NBS 69B,
// 1965; the search that skips what it has seen: Roskind and Tarjan, "A note on finding minimum-cost
// edge-disjoint spanning trees", Math. OR 10(4), 1985.
#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "gen/support/integers.h"
#include "gen/support/random.h"
#include "gen/trees/link_graph.h"

namespace toroid::trees {
namespace {

constexpr std::uint32_t kNobody = ~std::uint32_t{0};

// A forest of copies, each tree of it with a root.
class Forest {
 public:
  explicit Forest(std::uint32_t nodes) : copies_of_(nodes), up_(nodes), skip_(nodes) { Root(); }

  void Add(std::uint32_t copy, const Link& link) {
    copies_of_[link.low].emplace_back(copy, link.high);
    copies_of_[link.high].emplace_back(copy, link.low);
  }
  void Remove(std::uint32_t copy, const Link& link) {
    for (const std::uint32_t end : {link.low, link.high})
      std::erase_if(copies_of_[end], [&](const auto& edge) { return edge.first == copy; });
  }

  // Finds the ways to the roots anew, after changes.
  void Root() {
    std::ranges::fill(up_, Up{});
    std::vector<std::uint32_t> open;
    for (std::uint32_t root = 0; root < up_.size(); ++root) {
      if (up_[root].root != kNobody) continue;
      up_[root] = {.root = root, .parent = root, .copy = kNobody, .depth = 0};
      open.assign(1, root);
      while (!open.empty()) {
        const std::uint32_t node = open.back();
        open.pop_back();
        for (const auto& [copy, next] : copies_of_[node]) {
          if (up_[next].root != kNobody) continue;
          up_[next] = {root, node, copy, up_[node].depth + 1};
          open.push_back(next);
        }
      }
    }
  }

  bool Joins(const Link& link) const { return up_[link.low].root != up_[link.high].root; }

  // A search visits each copy once.
  void BeginSearch() { std::iota(skip_.begin(), skip_.end(), 0U); }
  // Calls visit(copy) for each copy on the circle that the link closes which was not visited yet.
  template <class Visit>
  void VisitCircle(const Link& link, Visit visit) {
    std::uint32_t a = Skipped(link.low);
    std::uint32_t b = Skipped(link.high);
    while (a != b) {
      if (up_[a].depth < up_[b].depth) std::swap(a, b);
      visit(up_[a].copy);
      skip_[a] = up_[a].parent;
      a = Skipped(a);
    }
  }

 private:
  struct Up {
    std::uint32_t root = kNobody;
    std::uint32_t parent = kNobody;
    std::uint32_t copy = kNobody;  // of the link to the parent
    std::uint32_t depth = 0;
  };

  // The first node upwards whose copy was not visited.
  std::uint32_t Skipped(std::uint32_t node) {
    while (skip_[node] != node) {
      skip_[node] = skip_[skip_[node]];
      node = skip_[node];
    }
    return node;
  }

  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> copies_of_;  // copy, other end
  std::vector<Up> up_;
  std::vector<std::uint32_t> skip_;
};

class Packer {
 public:
  Packer(const LinkGraph& graph, std::uint32_t copies, std::uint64_t start, std::uint32_t trees)
      : graph_(graph),
        copies_(copies),
        start_(start),
        forests_(trees, Forest(graph.size())),
        place_(SizeOf(graph.links.size(), copies), kNobody),
        by_(place_.size()) {}

  // After Pack has found that there are not so many. The part of a node is its first node.
  std::vector<std::uint32_t> Parts() {
    Clear();
    for (std::uint32_t copy = 0; copy < place_.size(); ++copy)
      if (place_[copy] == kNobody) Reach(copy, copy);
    std::vector<std::uint32_t> parts(graph_.size());
    std::iota(parts.begin(), parts.end(), 0U);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      VisitCircles(open_[i]);
      const auto [low, high] =
          std::minmax(parts[LinkOf(open_[i]).low], parts[LinkOf(open_[i]).high]);
      std::ranges::replace(parts, std::uint32_t{high}, std::uint32_t{low});
    }
    return parts;
  }

  // The trees by their links; nothing if there are not so many.
  std::optional<Packing> Pack() {
    std::size_t missing = forests_.size() * (graph_.size() - 1);
    for (const std::uint32_t copy : InOrder()) {
      if (missing > 0 && Place(copy)) --missing;
    }
    if (missing > 0) return std::nullopt;
    Packing packing{.copies = copies_, .trees = {}};
    packing.trees.resize(forests_.size());
    for (std::uint32_t copy = 0; copy < place_.size(); ++copy)
      if (place_[copy] != kNobody) packing.trees[place_[copy]].push_back(copy / copies_);
    return packing;
  }

 private:
  const Link& LinkOf(std::uint32_t copy) const { return graph_.links[copy / copies_]; }

  // Links near the middle first, as that makes trees shallow; the copies of one in turn.
  std::vector<std::uint32_t> InOrder() const {
    const std::vector<int> far = DistancesFrom(graph_, MiddleOf(graph_));
    std::vector<std::uint32_t> order(place_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t copy) {
      const Link& link = LinkOf(copy);
      const std::uint64_t chance = start_ == 0 ? 0 : Mix(start_, copy / copies_);
      return std::tuple(far[link.low] + far[link.high], copy % copies_, chance);
    });
    return order;
  }

  bool Place(std::uint32_t copy) {
    Clear();
    Reach(copy, copy);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (const auto forest = ForestJoinedBy(open_[i], copy)) {
        Move(open_[i], *forest);
        return true;
      }
      VisitCircles(open_[i]);
    }
    return false;
  }

  void Clear() {
    for (Forest& forest : forests_) forest.BeginSearch();
    std::ranges::fill(by_, kNobody);
    open_.clear();
  }
  void Reach(std::uint32_t copy, std::uint32_t by) {
    if (by_[copy] != kNobody) return;
    by_[copy] = by;
    open_.push_back(copy);
  }
  // The first forest, in turn from one on, that has place for the copy.
  std::optional<std::uint32_t> ForestJoinedBy(std::uint32_t copy, std::uint32_t from) const {
    for (std::uint32_t f = 0; f < forests_.size(); ++f) {
      const std::uint32_t forest = (f + from) % static_cast<std::uint32_t>(forests_.size());
      if (forest != place_[copy] && forests_[forest].Joins(LinkOf(copy))) return forest;
    }
    return std::nullopt;
  }
  // Reaches all whose place the copy could take.
  void VisitCircles(std::uint32_t copy) {
    for (std::uint32_t forest = 0; forest < forests_.size(); ++forest)
      if (forest != place_[copy])
        forests_[forest].VisitCircle(LinkOf(copy),
                                     [&](std::uint32_t other) { Reach(other, copy); });
  }

  // The copy goes into the forest, and each one before it in the chain to the place of the next.
  void Move(std::uint32_t copy, std::uint32_t forest) {
    for (;;) {
      const std::uint32_t left = std::exchange(place_[copy], forest);
      if (left != kNobody) forests_[left].Remove(copy, LinkOf(copy));
      forests_[forest].Add(copy, LinkOf(copy));
      forests_[forest].Root();
      if (left == kNobody) return;
      forest = left;
      copy = by_[copy];
    }
  }

  const LinkGraph& graph_;
  std::uint32_t copies_;
  std::uint64_t start_;
  std::vector<Forest> forests_;
  std::vector<std::uint32_t> place_;  // by copy: its forest
  std::vector<std::uint32_t> by_;     // by copy: the one that would take its place
  std::vector<std::uint32_t> open_;   // copies that a search has reached
};

}  // namespace

std::uint32_t TreesAtMost(const LinkGraph& graph, std::uint32_t copies) {
  std::size_t most = graph.links.size() * copies / (graph.size() - 1);
  for (const auto& links : graph.links_of) most = std::min(most, links.size() * copies);
  return static_cast<std::uint32_t>(most);
}

Packing PackTrees(const LinkGraph& graph, std::uint32_t copies, std::uint64_t start) {
  for (std::uint32_t trees = TreesAtMost(graph, copies); trees > 0; --trees)
    if (auto packing = Packer(graph, copies, start, trees).Pack()) return std::move(*packing);
  assert(false);
  return {};
}

std::vector<std::uint32_t> PartsAgainst(const LinkGraph& graph, std::uint32_t copies,
                                        std::uint32_t trees) {
  Packer packer(graph, copies, 0, trees);
  return packer.Pack() ? std::vector<std::uint32_t>() : packer.Parts();
}

}  // namespace toroid::trees
