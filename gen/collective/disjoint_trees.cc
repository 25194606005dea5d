// Idea: k trees grow from the root side by side, level by level, one link at a time. A link may
// join a tree if all trees can still be completed afterwards. They can if every set of nodes is
// entered by as many free links as there are trees without a node in it. A joining link affects
// only sets around its end, so checking its end is enough: there must be k paths to it over free
// links, none in common, each from a node of another tree. A link that may not join now never may
// later, so each is tried once for each tree.
//
// Example, a ring of 4, root 0: links 0-1, 1-2, 2-3 in one tree, 0-3, 3-2, 2-1 in the other.
//
// Source: Edmonds, "Edge-disjoint branchings", 1973, in its form for partial trees. Growing them
// side by side is ours. It makes them shallow: 13 links on torus:8x8; trees that grow one after
// another, as in Lovasz, "On two minimax theorems in graph", JCT B 21, 1976, take 20.
#include <algorithm>
#include <cassert>
#include <optional>

#include "gen/collective/trees.h"
#include "gen/trees/link_graph.h"

namespace toroid {
namespace {

struct Arc {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

class Grower {
 public:
  Grower(const degraded::DegradedHost& host, NodeId root)
      : nodes_(host.size()),
        all_(host.survivors().size()),
        root_(root.value()),
        out_(nodes_),
        in_(nodes_) {
    for (const NodeId n : host.survivors()) {
      for (int port = 0; port < host.ports(); ++port) {
        const auto to = trees::NextBothWays(host, n, port);
        if (!to) continue;
        out_[n.index()].push_back(arcs_.size());
        in_[to->index()].push_back(arcs_.size());
        arcs_.push_back({n.value(), to->value()});
      }
    }
    free_.assign(arcs_.size(), true);
    std::size_t fewest = in_[root_].size();
    for (const NodeId n : host.survivors()) fewest = std::min(fewest, in_[n.index()].size());
    growing_.resize(fewest);
    Begin();
    if (host.IsWhole()) return;
    for (const NodeId n : host.survivors())
      while (n != root && !HasWays(n.value())) growing_.pop_back();
  }

  std::vector<SpanningTree> Grow() {
    while (std::ranges::any_of(growing_, [&](const auto& g) { return g.members.size() < all_; }))
      GrowLevel();
    std::vector<SpanningTree> trees;
    for (Growing& growing : growing_) trees.push_back(std::move(growing.tree));
    return trees;
  }

 private:
  struct Growing {
    SpanningTree tree;
    std::vector<bool> reached;
    std::vector<std::uint32_t> members;  // in the order in which they joined
    std::size_t level_end = 0;           // members before it are of this level or an earlier one
    std::size_t member = 0;              // the member whose links are tried, and the next of them
    std::size_t arc = 0;
    std::uint32_t source = 0;  // where its path to the checked node begins
    bool has_way = false;
  };

  void Begin() {
    for (Growing& growing : growing_) {
      growing.tree.parent.assign(nodes_, root_);
      growing.reached.assign(nodes_, false);
      growing.reached[root_] = true;
      growing.members = {root_};
    }
  }

  void GrowLevel() {
    for (Growing& growing : growing_) {
      assert(growing.level_end < growing.members.size() || growing.members.size() == all_);
      growing.level_end = growing.members.size();
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t t = 0; t < growing_.size(); ++t) grows |= Extend(t);
    }
  }

  // Extends the tree by one link of this level, if there is one.
  bool Extend(std::size_t t) {
    Growing& growing = growing_[t];
    for (; growing.member < growing.level_end; ++growing.member, growing.arc = 0) {
      const auto& arcs = out_[growing.members[growing.member]];
      while (growing.arc < arcs.size()) {
        const std::size_t arc = arcs[(growing.arc++ + t) % arcs.size()];  // trees begin apart
        if (TryJoin(growing, arc)) return true;
      }
    }
    return false;
  }

  bool TryJoin(Growing& growing, std::size_t arc) {
    const auto& [from, to] = arcs_[arc];
    if (!free_[arc] || growing.reached[to]) return false;
    free_[arc] = false;
    growing.reached[to] = true;
    growing.members.push_back(to);
    if (HasWays(to)) {
      growing.tree.parent[to] = from;
      growing.tree.order.push_back(to);
      return true;
    }
    growing.members.pop_back();
    growing.reached[to] = false;
    free_[arc] = true;
    return false;
  }

  // Whether there are link-disjoint paths to the node over free links, one from each tree.
  bool HasWays(std::uint32_t to) {
    used_.assign(arcs_.size(), false);
    for (Growing& growing : growing_) growing.has_way = false;
    for (std::size_t way = 0; way < growing_.size(); ++way)
      if (!AddWay(to)) return false;
    return true;
  }

  // The predecessor in a search: a place, and the link if one was taken. Places are the nodes, then
  // the trees, from each of which one more path may begin.
  struct Step {
    std::size_t from = 0;
    std::optional<std::size_t> arc = {};
  };

  // Adds a path. It may take links back from other paths, or move their beginnings.
  bool AddWay(std::uint32_t to) {
    std::vector<std::optional<Step>> by(nodes_ + growing_.size());
    std::vector<std::size_t> places;
    const auto reach = [&](std::size_t place, const Step& step) {
      if (by[place]) return;
      by[place] = step;
      places.push_back(place);
    };
    for (std::size_t t = 0; t < growing_.size(); ++t)
      if (!growing_[t].has_way) reach(nodes_ + t, {nodes_ + t});
    for (std::size_t i = 0; i < places.size() && !by[to]; ++i) {
      const std::size_t place = places[i];
      if (place >= nodes_) {
        for (const std::uint32_t n : growing_[place - nodes_].members) reach(n, {place});
        continue;
      }
      for (const std::size_t arc : out_[place])
        if (free_[arc] && !used_[arc]) reach(arcs_[arc].to, {place, arc});
      for (const std::size_t arc : in_[place])
        if (used_[arc]) reach(arcs_[arc].from, {place, arc});
      for (std::size_t t = 0; t < growing_.size(); ++t)
        if (growing_[t].has_way && growing_[t].source == place) reach(nodes_ + t, {place});
    }
    if (!by[to]) return false;
    TakeWay(to, by);
    return true;
  }

  void TakeWay(std::size_t to, const std::vector<std::optional<Step>>& by) {
    for (std::size_t place = to; by[place]->from != place; place = by[place]->from) {
      const auto& [from, arc] = *by[place];
      if (arc) {
        used_[*arc] = !used_[*arc];
      } else if (from >= nodes_) {
        growing_[from - nodes_].source = static_cast<std::uint32_t>(place);
        growing_[from - nodes_].has_way = true;
      }
    }
  }

  std::size_t nodes_;
  std::size_t all_;  // survivors
  std::uint32_t root_;
  std::vector<Arc> arcs_;
  std::vector<std::vector<std::size_t>> out_, in_;  // arcs by node
  std::vector<bool> free_;                          // in no tree yet
  std::vector<bool> used_;                          // by the paths found
  std::vector<Growing> growing_;
};

}  // namespace

std::vector<SpanningTree> DisjointTrees(const degraded::DegradedHost& host, NodeId root) {
  return Grower(host, root).Grow();
}

}  // namespace toroid
