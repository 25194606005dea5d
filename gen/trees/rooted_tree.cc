#include "gen/trees/rooted_tree.h"

#include <algorithm>
#include <cassert>

namespace toroid::trees {
namespace {

std::int64_t WeightOf(int depth) { return std::int64_t{depth} * depth * depth; }

}  // namespace

RootedTree::RootedTree(const LinkGraph& graph, const std::vector<std::uint32_t>& links,
                       std::uint32_t root)
    : graph_(&graph),
      root_(root),
      has_(graph.links.size(), false),
      links_of_(graph.size()),
      parents_(graph.size(), root),
      up_(graph.size(), 0),
      depths_(graph.size(), 0) {
  for (const std::uint32_t link : links) {
    has_[link] = true;
    links_of_[graph.links[link].low].push_back(link);
    links_of_[graph.links[link].high].push_back(link);
  }
  std::vector<std::uint32_t> reached = {root};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::uint32_t node = reached[i];
    for (const std::uint32_t link : links_of_[node]) {
      const std::uint32_t next = graph.links[link].Other(node);
      if (next == parents_[node]) continue;
      parents_[next] = node;
      up_[next] = link;
      depths_[next] = depths_[node] + 1;
      reached.push_back(next);
    }
  }
  assert(reached.size() == graph.size());
}

int RootedTree::Depth() const { return std::ranges::max(depths_); }

std::vector<std::uint32_t> RootedTree::Links() const {
  std::vector<std::uint32_t> links;
  for (std::uint32_t link = 0; link < has_.size(); ++link)
    if (has_[link]) links.push_back(link);
  return links;
}

std::vector<std::uint32_t> RootedTree::Order() const {
  std::vector<std::uint32_t> order;
  for (std::uint32_t n = 0; n < graph_->size(); ++n)
    if (n != root_) order.push_back(n);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t n) { return depths_[n]; });
  return order;
}

std::vector<std::uint32_t> RootedTree::CircleOf(std::uint32_t link) const {
  std::uint32_t a = graph_->links[link].low;
  std::uint32_t b = graph_->links[link].high;
  std::vector<std::uint32_t> circle;
  while (a != b) {
    std::uint32_t& deeper = depths_[a] < depths_[b] ? b : a;
    circle.push_back(up_[deeper]);
    deeper = parents_[deeper];
  }
  return circle;
}

std::uint32_t RootedTree::LowerEnd(std::uint32_t link) const {
  const Link& ends = graph_->links[link];
  return depths_[ends.low] > depths_[ends.high] ? ends.low : ends.high;
}

bool RootedTree::IsBelow(std::uint32_t node, std::uint32_t top) const {
  while (depths_[node] > depths_[top]) node = parents_[node];
  return node == top;
}

bool RootedTree::Joins(const Exchange& exchange) const {
  const std::uint32_t top = LowerEnd(exchange.out);
  const Link& in = graph_->links[exchange.in];
  return IsBelow(in.low, top) != IsBelow(in.high, top);
}

template <class Visit>
void RootedTree::VisitMoved(const Exchange& exchange, Visit visit) {
  const std::uint32_t top = LowerEnd(exchange.out);
  const Link& in = graph_->links[exchange.in];
  const std::uint32_t first = IsBelow(in.low, top) ? in.low : in.high;
  const std::uint32_t above = in.Other(first);
  moved_.assign(1, {first, above, exchange.in, depths_[above] + 1});
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    const Moved moved = moved_[i];
    for (const std::uint32_t link : links_of_[moved.node]) {
      if (link == moved.link || link == exchange.out) continue;
      moved_.push_back({graph_->links[link].Other(moved.node), moved.node, link, moved.depth + 1});
    }
  }
  work_ += moved_.size();
  for (const Moved& moved : moved_) visit(moved);
}

std::int64_t RootedTree::Gain(const Exchange& exchange) {
  std::int64_t gain = 0;
  VisitMoved(exchange, [&](const Moved& moved) {
    gain += WeightOf(moved.depth) - WeightOf(depths_[moved.node]);
  });
  return gain;
}

void RootedTree::Do(const Exchange& exchange) {
  VisitMoved(exchange, [&](const Moved& moved) {
    parents_[moved.node] = moved.parent;
    up_[moved.node] = moved.link;
    depths_[moved.node] = moved.depth;
  });
  for (const std::uint32_t end :
       {graph_->links[exchange.out].low, graph_->links[exchange.out].high})
    std::erase(links_of_[end], exchange.out);
  for (const std::uint32_t end : {graph_->links[exchange.in].low, graph_->links[exchange.in].high})
    links_of_[end].push_back(exchange.in);
  has_[exchange.out] = false;
  has_[exchange.in] = true;
}

RootedTree FromMiddle(const LinkGraph& graph, const RootedTree& tree) {
  LinkGraph own{.nodes = graph.nodes, .links = {}, .links_of = {}};
  own.links_of.resize(graph.size());
  for (const std::uint32_t link : tree.Links()) {
    const auto number = static_cast<std::uint32_t>(own.links.size());
    own.links.push_back(graph.links[link]);
    own.links_of[graph.links[link].low].push_back(number);
    own.links_of[graph.links[link].high].push_back(number);
  }
  return {graph, tree.Links(), MiddleOf(own)};
}

}  // namespace toroid::trees
