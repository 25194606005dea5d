// Idea: a tree sums the data that comes up and sends the sum down again. That uses each of its
// links once in each direction. So a vector divided among many trees, which together use all links
// equally, puts 2 (P - 1) N flits on all links: the bound CL2.2. Methods in which every node gets
// an equal share do not reach it, because corners of meshes have too few links. Each part goes in
// chunks up and down its tree, every message placed as early as possible.
//
// Example, a line of 3: one tree, the middle is the root; its neighbours send it their chunks, and
// get the sums back, while later chunks come up.
//
// Source of trees that share links evenly: each is a spanning tree of least weight, with a link's
// load as its weight, as in Plotkin, Shmoys, Tardos, "Fast approximation algorithms for fractional
// packing and covering problems", Math. OR 20, 1995.

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"

namespace toroid {
namespace {

constexpr int kTrees = 32;

CollectiveProgram InChunks(const CollectiveTask& task, const std::vector<SpanningTree>& trees,
                           std::size_t chunks, const Graph& host, Ports ports,
                           const Timing& timing) {
  const std::size_t threads = trees.size() * chunks;
  const auto flits = static_cast<std::uint64_t>(task.flits);
  ProgramBuilder builder(task, flits, host, threads, timing);
  Occupancy occupancy(host, ports, timing);
  for (std::size_t thread = 0; thread < threads; ++thread) {
    const std::uint64_t first = flits * thread / threads;
    const auto count = static_cast<std::uint32_t>(flits * (thread + 1) / threads - first);
    if (count == 0) continue;
    const std::uint32_t content = builder.AddContent({{first, count}});
    const auto send = [&](std::uint32_t from, std::uint32_t to, bool adds) {
      const Cycle ready = builder.ReadyAt(thread, NodeId{from});
      builder.Send(thread, {.from = NodeId{from},
                            .to = NodeId{to},
                            .content = content,
                            .to_content = content,
                            .adds = adds,
                            .cycle = occupancy.Place(NodeId{from}, NodeId{to}, count, ready)});
      builder.EndRound(thread);
    };
    const SpanningTree& tree = trees[thread % trees.size()];
    for (std::size_t i = tree.order.size(); i-- > 0;)
      send(tree.order[i], tree.parent[tree.order[i]], true);
    for (const std::uint32_t node : tree.order) send(tree.parent[node], node, false);
  }
  return builder.Finish();
}

}  // namespace

std::vector<SpanningTree> EvenTrees(const Graph& host, int count) {
  Coordinates middle = host.lengths();
  for (int& x : middle) x /= 2;
  const NodeId root = host.NodeAt(middle);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> load;  // by link, either direction
  std::vector<SpanningTree> trees;
  for (int t = 0; t < count; ++t) {
    SpanningTree tree{.order = {}, .parent = std::vector<std::uint32_t>(host.size(), root.value())};
    std::vector<int> depth(host.size(), -1);
    // links out of the tree by load, then depth; ties rotate with the trees
    std::vector<std::tuple<int, int, std::uint32_t, std::uint32_t, std::uint32_t>> heap;
    const auto reach = [&](std::uint32_t node, int at) {
      depth[node] = at;
      for (int a = 0; a < host.axes(); ++a) {
        for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
          const auto to = host.Neighbour(NodeId{node}, Axis{a}, direction);
          if (!to || depth[to->index()] >= 0) continue;
          const std::uint32_t other = to->value();
          const std::pair<std::uint32_t, std::uint32_t> link = std::minmax(node, other);
          const auto turn = static_cast<std::uint32_t>(2 * a + static_cast<int>(direction) + t) % 4;
          heap.emplace_back(-load[link], -at, turn, node, to->value());
          std::ranges::push_heap(heap);
        }
      }
    };
    reach(root.value(), 0);
    while (!heap.empty()) {
      std::ranges::pop_heap(heap);
      const auto [weight, at, turn, from, to] = heap.back();
      heap.pop_back();
      if (depth[to] >= 0) continue;
      tree.parent[to] = from;
      tree.order.push_back(to);
      ++load[std::minmax(from, to)];
      reach(to, 1 - at);
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

CollectiveProgram ForestProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                                const Timing& timing) {
  assert(task.kind == Collective::kAllReduce);
  const auto flits = static_cast<std::uint64_t>(task.flits);
  const std::vector<SpanningTree> trees = EvenTrees(host, kTrees);
  std::optional<CollectiveProgram> best;
  Cycle least = 0;
  const std::uint64_t each = 2 * trees.size() * (host.size() - 1);
  auto chunks = static_cast<std::size_t>(
      std::max<std::uint64_t>(1, std::min(kManyMessages / each, flits / trees.size())));
  for (; chunks > 0; chunks /= 2) {
    CollectiveProgram program = InChunks(task, trees, chunks, host, ports, timing);
    const Cycle end = ForecastOf(program, host, ports, timing).end;
    if (best && end > least) break;
    least = end;
    best = std::move(program);
  }
  return std::move(*best);
}

}  // namespace toroid
