// Idea: in an all-gather every block goes to all other nodes, so a tree from each node carries its
// block. If a block is cut into as many shares as the node with the fewest links has, and no
// directed link is in more trees than there are other nodes, then that node gets what it needs
// over all of its links alike, and no link carries more than its links do. Trees grow breadth-first
// over links below that number, and over others only where they must; each is grown again once the
// others are there.
//
// Messages are placed one by one, each as early as possible, in the order in which their data
// arrive; of those that arrive at once, the ones that still have the longest way first. A
// reduce-scatter is the same backwards in time: sums come together in the roots. An all-reduce is
// a reduce-scatter and then an all-gather.
//
// With one port a second plan takes narrow trees (gen/trees/rooted_tree.h): a path from each node,
// if there is one, has only two sends too many at its inner nodes. Blocks are cut into more shares,
// which begin one after another, so that those on the way are not held up by those that begin. The
// plan that ends first is taken.
//
// Example, a ring of 4 without a link: the ends have one link, so there is one share, and a tree
// from each node in both directions of the line.

#include <algorithm>
#include <cassert>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"
#include "gen/support/integers.h"
#include "gen/trees/link_graph.h"
#include "gen/trees/rooted_tree.h"

namespace toroid {
namespace {

constexpr int kPasses = 16;
// Most messages along narrow trees, if there are more than four shares.
constexpr std::uint64_t kMostPaced = 1 << 18;

// A tree of ranks.
struct RankTree {
  std::uint32_t root = 0;
  std::vector<std::uint32_t> order;   // all others, each after its parent
  std::vector<std::uint32_t> parent;  // by rank
};

// Grows trees over links that the fewest others use.
class SpreadGrower {
 public:
  SpreadGrower(const trees::LinkGraph& graph, std::size_t shares, Ports ports)
      : graph_(graph),
        by_port_(ports == Ports::kOne),
        loads_(by_port_ ? graph.size() : 2 * graph.links.size(), 0),
        most_(by_port_ ? shares * (graph.size() - 1) : graph.size() - 1) {
    for (std::uint32_t r = 0; r < graph.size(); ++r)
      for (std::size_t s = 0; s < shares; ++s) trees_.push_back({r, {}, {}});
  }

  // By rank and share.
  std::vector<RankTree> Grow() {
    for (int pass = 0; pass < kPasses; ++pass) {
      for (std::size_t t = 0; t < trees_.size(); ++t) {
        if (pass > 0) Count(trees_[t], -1);
        GrowOne(trees_[t], t + static_cast<std::size_t>(pass));
        Count(trees_[t], 1);
      }
      if (std::ranges::max(loads_) <= most_) break;
    }
    return std::move(trees_);
  }

 private:
  // What a message from a node over a link uses: the link's direction, or the node's port.
  std::size_t UseOf(std::uint32_t from, std::uint32_t link) const {
    return by_port_ ? from : 2 * std::size_t{link} + (graph_.links[link].low == from ? 0 : 1);
  }

  void Count(const RankTree& tree, std::ptrdiff_t times) {
    for (const std::uint32_t node : tree.order) {
      for (const std::uint32_t link : graph_.links_of[node])
        if (graph_.links[link].Other(node) == tree.parent[node])
          loads_[UseOf(tree.parent[node], link)] += static_cast<std::size_t>(times);
    }
  }

  struct Candidate {
    std::size_t above = 0;  // how far the load is above what it may be
    int depth = 0;
    std::size_t load = 0;
    std::size_t turn = 0;  // links of equal load take turns
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    auto operator<=>(const Candidate&) const = default;
  };

  void GrowOne(RankTree& tree, std::size_t turn) {
    tree.order.clear();
    tree.parent.assign(graph_.size(), tree.root);
    std::vector<bool> reached(graph_.size(), false);
    std::vector<std::size_t> own(by_port_ ? graph_.size() : 0, 0);  // children so far
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> open;
    const auto candidate = [&](std::uint32_t node, int depth, std::uint32_t link, std::size_t nth) {
      const std::size_t load = loads_[UseOf(node, link)] + (by_port_ ? own[node] : 0);
      const std::size_t above = load + 1 > most_ ? load + 1 - most_ : 0;
      return Candidate{above, depth, load, (nth + turn) % 8, node, graph_.links[link].Other(node)};
    };
    const auto reach = [&](std::uint32_t node, int depth) {
      reached[node] = true;
      std::size_t nth = 0;
      for (const std::uint32_t link : graph_.links_of[node])
        if (!reached[graph_.links[link].Other(node)])
          open.push(candidate(node, depth + 1, link, nth++));
    };
    reach(tree.root, 0);
    while (!open.empty()) {
      const Candidate best = open.top();
      open.pop();
      if (reached[best.to]) continue;
      tree.parent[best.to] = best.from;
      tree.order.push_back(best.to);
      if (by_port_) ++own[best.from];
      reach(best.to, best.depth);
    }
  }

  const trees::LinkGraph& graph_;
  bool by_port_;
  std::vector<std::size_t> loads_;  // trees by direction of a link, or by port
  std::size_t most_;                // what the node with the fewest links needs
  std::vector<RankTree> trees_;
};

// A message down a tree.
struct Spread {
  std::size_t tree = 0;
  std::uint32_t parent = 0, child = 0;
  Cycle cycle = 0, end = 0;  // of its offer, and when its data is there
};

class SpreadMaker {
 public:
  SpreadMaker(const CollectiveTask& task, const degraded::DegradedHost& host, Ports ports,
              const Timing& timing)
      : task_(task), host_(host), ports_(ports), timing_(timing), graph_(trees::LinksOf(host)) {
    const auto nodes = std::uint64_t{graph_.size()};
    const auto flits = static_cast<std::uint64_t>(task.flits);
    elements_ = task.kind == Collective::kAllGather ? flits * nodes : flits;
    std::size_t fewest = graph_.links.size();
    for (const auto& links : graph_.links_of) fewest = std::min(fewest, links.size());
    longest_ = CeilDiv(elements_, nodes);
    shares_ = static_cast<std::size_t>(
        std::min<std::uint64_t>(ports == Ports::kAll ? fewest : 4, longest_));
  }

  CollectiveProgram Make() {
    Plan plan = Place(SpreadGrower(graph_, shares_, ports_).Grow(), shares_);
    if (ports_ == Ports::kAll) return Build(std::move(plan));
    const std::uint64_t messages = std::uint64_t{graph_.size()} * (graph_.size() - 1);
    const auto shares =
        std::min(longest_, std::clamp<std::uint64_t>(kMostPaced / messages, 4, 256));
    Plan paced = Place(NarrowFromAll(shares), shares, elements_ * 3 / 4);
    return Build(std::move(paced.end < plan.end ? paced : plan));
  }

 private:
  // The elements of a tree's share.
  ElementRange ShareOf(std::size_t tree, std::uint64_t shares) const {
    const auto rank = static_cast<std::uint32_t>(tree / shares);
    const std::uint64_t block = BlockStart(elements_, rank, graph_.size());
    const std::uint64_t flits = BlockStart(elements_, rank + 1, graph_.size()) - block;
    const auto start = [&](std::uint64_t share) {  // rounded with a phase of the rank
      if (share == 0 || share == shares) return share == 0 ? 0 : flits;
      return (flits * share + rank % shares) / shares;
    };
    const std::uint64_t first = start(tree % shares);
    const std::uint64_t end = start(tree % shares + 1);
    return {block + first, static_cast<std::uint32_t>(end - first)};
  }

  // Trees by rank and share, their messages, and when the data of the last are there.
  struct Plan {
    std::vector<RankTree> trees;
    std::uint64_t shares = 1;
    std::vector<Spread> messages;
    Cycle end = 0;
  };

  // The narrow trees in turn, each from the node of the block.
  std::vector<RankTree> NarrowFromAll(std::uint64_t shares) const {
    const std::vector<trees::RootedTree> narrow = trees::NarrowTrees(graph_, 8);
    std::vector<RankTree> trees;
    for (std::size_t t = 0; t < graph_.size() * shares; ++t) {
      const auto rank = static_cast<std::uint32_t>(t / shares);
      const trees::RootedTree tree(graph_, narrow[t % narrow.size()].Links(), rank);
      trees.push_back({rank, tree.Order(), {}});
      for (std::uint32_t n = 0; n < graph_.size(); ++n)
        trees.back().parent.push_back(tree.ParentOf(n));
    }
    return trees;
  }

  struct Waiting {
    Cycle ready = 0;
    int height = 0;
    Spread message;
    // Total, as libraries differ in the order of equal ones.
    bool operator<(const Waiting& other) const {
      return std::tuple(-ready, height, other.message.tree, other.message.child) <
             std::tuple(-other.ready, other.height, message.tree, message.child);
    }
  };

  // The shares of a block begin one after another, the last one `pace` cycles after the first.
  Plan Place(std::vector<RankTree> trees, std::uint64_t shares, std::uint64_t pace = 0) const {
    Plan plan{.trees = std::move(trees), .shares = shares, .messages = {}};
    Occupancy occupancy(host_.host(), ports_, timing_);
    std::priority_queue<Waiting> waiting;
    std::vector<std::vector<std::vector<std::uint32_t>>> children;  // by tree and rank
    std::vector<std::vector<int>> heights;
    const auto wait = [&](std::size_t t, std::uint32_t node, Cycle ready) {
      for (const std::uint32_t child : children[t][node])
        waiting.push({ready, heights[t][child], {t, node, child, 0, 0}});
    };
    for (std::size_t t = 0; t < plan.trees.size(); ++t) {
      const RankTree& tree = plan.trees[t];
      children.emplace_back(graph_.size());
      heights.emplace_back(graph_.size(), 0);
      for (std::size_t i = tree.order.size(); i-- > 0;) {
        const std::uint32_t node = tree.order[i];
        children[t][tree.parent[node]].push_back(node);
        int& height = heights[t][tree.parent[node]];
        height = std::max(height, heights[t][node] + 1);
      }
      if (ShareOf(t, shares).count > 0)
        wait(t, tree.root, static_cast<Cycle>(pace * (t % shares) / shares));
    }
    while (!waiting.empty()) {
      auto [ready, height, message] = waiting.top();
      waiting.pop();
      const Cycle flits = ShareOf(message.tree, shares).count;
      message.cycle =
          occupancy.Place(graph_.nodes[message.parent], graph_.nodes[message.child], flits, ready);
      message.end = message.cycle + timing_.Length(flits) + timing_.interface;
      plan.end = std::max(plan.end, message.end);
      plan.messages.push_back(message);
      wait(message.tree, message.child, message.end);
    }
    return plan;
  }

  CollectiveProgram Build(Plan plan) const {
    ProgramBuilder builder(task_, elements_, host_.host(), plan.trees.size(), timing_);
    for (std::size_t t = 0; t < plan.trees.size(); ++t)
      builder.AddContent({ShareOf(t, plan.shares)});
    const bool adds = task_.kind != Collective::kAllGather;
    if (adds) SendBackwards(plan, builder);
    if (task_.kind != Collective::kReduceScatter) Send(plan, adds ? plan.end : 0, builder);
    CollectiveProgram program = builder.Finish();
    if (!host_.IsPlain()) program.ranks = host_.survivors();
    return program;
  }

  void Send(Plan& plan, Cycle later, ProgramBuilder& builder) const {
    std::ranges::stable_sort(plan.messages, {}, &Spread::cycle);
    for (const Spread& message : plan.messages)
      SendOne(message, message.parent, message.child, message.cycle + later, builder);
  }
  // Sums, from all nodes to the roots.
  void SendBackwards(Plan& plan, ProgramBuilder& builder) const {
    std::ranges::stable_sort(plan.messages, std::greater<>(), &Spread::end);
    for (const Spread& message : plan.messages)
      SendOne(message, message.child, message.parent, plan.end - message.end, builder);
  }
  void SendOne(const Spread& message, std::uint32_t from, std::uint32_t to, Cycle cycle,
               ProgramBuilder& builder) const {
    const auto content = static_cast<std::uint32_t>(message.tree);
    builder.Send(message.tree, {.from = graph_.nodes[from],
                                .to = graph_.nodes[to],
                                .content = content,
                                .to_content = content,
                                .adds = from == message.child,
                                .cycle = cycle});
    builder.EndRound(message.tree);
  }

  const CollectiveTask& task_;
  const degraded::DegradedHost& host_;
  Ports ports_;
  Timing timing_;
  trees::LinkGraph graph_;
  std::uint64_t elements_ = 0;
  std::uint64_t longest_ = 0;  // flits of the longest block
  std::size_t shares_ = 1;     // of the trees that are grown
};

}  // namespace

CollectiveProgram SpreadProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing) {
  assert(!HasRoot(task.kind) && task.kind != Collective::kExchange);
  return SpreadMaker(task, host, ports, timing).Make();
}

}  // namespace toroid
