// Idea: the vector is cut into as many parts as there are trees, and each part into chunks that
// follow one another down its tree. Over link-disjoint trees a chunk needs its own length and K
// cycles for each step, and nothing waits: shorter chunks come nearer to the bound. In a scatter
// blocks go down one by one, those for the deepest nodes first, so that the last ones have the
// shortest routes. Along trees of few steps all blocks for a branch go in one message.
//
// A reduce is a broadcast, and a gather a scatter, reversed in time: the messages in reverse order,
// from their destinations to their sources.
//
// Example, broadcast on a ring of 4, root 0, 4 flits, chunks of 1: 0 sends elements 0 and 1 one
// after the other to 1, which sends them to 2, and it to 3; elements 2 and 3 go the other way
// round.

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "gen/collective/makers.h"
#include "gen/collective/stages.h"
#include "gen/collective/tree_planner.h"
#include "gen/collective/trees.h"
#include "gen/support/integers.h"
#include "gen/trees/link_graph.h"

namespace toroid {
namespace {

struct Setting {
  const CollectiveTask& task;
  const degraded::DegradedHost& host;
  Ports ports;
  const Timing& timing;
  std::vector<std::uint32_t> ranks;  // by node, of survivors
};

// ---- broadcast and reduce ----

CollectiveProgram InChunks(const Setting& setting, const std::vector<SpanningTree>& trees,
                           std::size_t chunks) {
  const auto& [task, host, ports, timing, ranks] = setting;
  const std::size_t threads = trees.size() * chunks;
  TreePlanner planner(task, host, ports, timing, threads);
  const auto flits = static_cast<std::uint64_t>(task.flits);
  const auto start = [&](std::size_t t) { return flits * t / trees.size(); };
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    for (std::size_t t = 0; t < trees.size(); ++t) {
      const std::uint64_t part = start(t + 1) - start(t);
      const std::uint64_t first = start(t) + part * chunk / chunks;
      const std::uint64_t end = start(t) + part * (chunk + 1) / chunks;
      const std::uint32_t content =
          planner.AddContent({{first, static_cast<std::uint32_t>(end - first)}});
      for (const std::uint32_t node : trees[t].order)
        planner.Add({chunk * trees.size() + t, trees[t].parent[node], node, content});
    }
  }
  return planner.Make();
}

// Tries more and shorter chunks as long as that helps.
CollectiveProgram InBestChunks(const Setting& setting, const std::vector<SpanningTree>& trees) {
  const auto& [task, host, ports, timing, ranks] = setting;
  const auto flits = static_cast<std::uint64_t>(task.flits);
  const std::uint64_t least = trees.size() * trees.front().order.size();
  const auto most = static_cast<std::size_t>(
      std::max<std::uint64_t>(1, std::min(kManyMessages / least, flits / trees.size())));
  std::optional<CollectiveProgram> best;
  Cycle cycles = 0;
  for (std::size_t chunks = 1; chunks <= most;) {
    CollectiveProgram program = InChunks(setting, trees, chunks);
    const Cycle end = ForecastOf(program, host.host(), ports, timing).end;
    if (best && end > cycles) break;
    if (!best || end < cycles) best = std::move(program);
    cycles = end;
    chunks = chunks == most ? most + 1 : std::min(2 * chunks, most);
  }
  return std::move(*best);
}

// ---- scatter and gather ----

// The elements of a node's block for one of the trees.
ElementRange ShareOf(const Setting& setting, std::uint32_t node, std::size_t tree,
                     std::size_t trees) {
  const auto flits = static_cast<std::uint64_t>(setting.task.flits);
  const std::uint64_t rank = setting.ranks[node];
  const auto start = [&](std::size_t t) {  // rounded with a phase of the node
    return t == trees ? flits : (flits * t + (t == 0 ? 0 : rank % trees)) / trees;
  };
  const std::uint64_t first = std::min(start(tree), flits);
  const std::uint64_t end = std::min(start(tree + 1), flits);
  return {rank * flits + first, static_cast<std::uint32_t>(end - first)};
}

CollectiveProgram BlockByBlock(const Setting& setting, const std::vector<SpanningTree>& trees) {
  const auto& [task, host, ports, timing, ranks] = setting;
  TreePlanner planner(task, host, ports, timing, SizeOf(trees.size(), host.size()));
  struct Block {
    int depth;
    std::size_t tree;
    std::uint32_t node;
  };
  std::vector<Block> blocks;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const std::vector<int> depths = DepthsOf(trees[t]);
    for (const std::uint32_t node : trees[t].order) blocks.push_back({depths[node], t, node});
  }
  std::ranges::stable_sort(blocks, {}, [](const Block& block) { return -block.depth; });
  for (const auto& [depth, t, node] : blocks) {
    const std::uint32_t content = planner.AddContent({ShareOf(setting, node, t, trees.size())});
    std::vector<std::uint32_t> way = {node};
    while (way.back() != task.root.value()) way.push_back(trees[t].parent[way.back()]);
    for (std::size_t i = way.size() - 1; i-- > 0;)
      planner.Add({t * host.size() + node, way[i + 1], way[i], content});
  }
  return planner.Make();
}

// All blocks for a branch in one message.
CollectiveProgram BranchByBranch(const Setting& setting, const std::vector<SpanningTree>& trees) {
  const auto& [task, host, ports, timing, ranks] = setting;
  TreePlanner planner(task, host, ports, timing, trees.size());
  for (std::size_t t = 0; t < trees.size(); ++t) {
    std::vector<std::vector<ElementRange>> of_branch(host.size());
    for (std::size_t i = trees[t].order.size(); i-- > 0;) {
      const std::uint32_t node = trees[t].order[i];
      const ElementRange own = ShareOf(setting, node, t, trees.size());
      if (own.count > 0) of_branch[node].push_back(own);
      auto& parents = of_branch[trees[t].parent[node]];
      parents.insert(parents.end(), of_branch[node].begin(), of_branch[node].end());
    }
    for (const std::uint32_t node : trees[t].order)
      planner.Add({t, trees[t].parent[node], node, planner.AddContent(of_branch[node])});
  }
  return planner.Make();
}

// ---- which trees ----

std::vector<SpanningTree> LineTrees(const Graph& host, NodeId root, Ports ports,
                                    std::int64_t flits) {
  std::vector<SpanningTree> trees;
  for (int a = 0; a < (ports == Ports::kAll && flits > 1 ? host.axes() : 1); ++a)
    trees.push_back(LinesFrom(host, root, a));
  return trees;
}

CollectiveProgram Shorter(const Setting& setting, CollectiveProgram a, CollectiveProgram b) {
  return Shorter(std::move(a), std::move(b), setting.host.host(), setting.ports, setting.timing);
}

CollectiveProgram OfVectors(RootedBy by, const Setting& setting) {
  const auto& [task, degraded_host, ports, timing, ranks] = setting;
  const Graph& host = degraded_host.host();
  switch (by) {
    case RootedBy::kTrees:
      if (ports == Ports::kAll) return InBestChunks(setting, DisjointTrees(host, task.root));
      return Shorter(setting, InBestChunks(setting, {ChainFrom(host, task.root)}),
                     InBestChunks(setting, TwoTrees(host, task.root)));
    case RootedBy::kLines:
      return InBestChunks(setting, LineTrees(host, task.root, ports, task.flits));
    case RootedBy::kBine: break;
  }
  return InBestChunks(setting, BineTrees(host, task.root, ports));
}

CollectiveProgram OfBlocks(RootedBy by, const Setting& setting) {
  const auto& [task, degraded_host, ports, timing, ranks] = setting;
  const Graph& host = degraded_host.host();
  switch (by) {
    case RootedBy::kTrees:
      if (ports == Ports::kOne) return BlockByBlock(setting, {StarFrom(host, task.root)});
      return Shorter(setting, BlockByBlock(setting, {BalancedTree(host, task.root)}),
                     BlockByBlock(setting, DisjointTrees(host, task.root)));
    case RootedBy::kLines:
      return BranchByBranch(setting, LineTrees(host, task.root, ports, task.flits));
    case RootedBy::kBine: break;
  }
  return BranchByBranch(setting, BineTrees(host, task.root, ports));
}

}  // namespace

CollectiveProgram RootedProgram(RootedBy by, const CollectiveTask& task, const Graph& host,
                                Ports ports, const Timing& timing) {
  assert(by != RootedBy::kBine || HavePartners(Partners::kSwing, host));
  const degraded::DegradedHost all(host);
  const Setting setting{task, all, ports, timing, trees::SurvivorNumbers(all)};
  return IsOfBlocks(task.kind) ? OfBlocks(by, setting) : OfVectors(by, setting);
}

CollectiveProgram RootedProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing) {
  const Setting setting{task, host, ports, timing, trees::SurvivorNumbers(host)};
  if (!IsOfBlocks(task.kind)) {
    CollectiveProgram best = InBestChunks(setting, DisjointTrees(host, task.root));
    if (ports == Ports::kAll) return best;
    for (const auto& trees : NarrowTrees(trees::LinksOf(host), host, task.root))
      best = Shorter(setting, std::move(best), InBestChunks(setting, trees));
    return best;
  }
  return Shorter(setting, BlockByBlock(setting, {BalancedTree(host, task.root)}),
                 BlockByBlock(setting, DisjointTrees(host, task.root)));
}

}  // namespace toroid
