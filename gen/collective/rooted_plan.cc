// Idea: along trees whose messages never wait, the last chunk arrives after the time of all chunks
// before it plus the depth of the tree. Blocks leave the root back to back, those for the farthest
// nodes first, on all of its links. Lines and Bine trees go axis by axis: all lines of an axis do
// the same, so one is computed, and parts take the axes in turn.
//
// Example, scatter on a ring of 8, blocks of 4: each link of the root carries 4 blocks or 3, and
// the last of them needs no more than its own step.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"
#include "gen/collective/stages.h"
#include "gen/collective/tree_planner.h"
#include "gen/collective/trees.h"
#include "gen/support/integers.h"

namespace toroid {
namespace {

class RootedPlanner {
 public:
  RootedPlanner(const CollectiveTask& task, const Graph& host, Ports ports, const Timing& timing)
      : task_(task), host_(host), ports_(ports), timing_(timing) {}

  LockstepTime ChunksDownTrees() const {
    if (ports_ == Ports::kAll) return DownTrees(DisjointTrees(host_, task_.root), 1);
    const LockstepTime chain = DownTrees({ChainFrom(host_, task_.root)}, 1);
    const LockstepTime two = DownTrees(TwoTrees(host_, task_.root), 2);
    return two.cycles < chain.cycles ? two : chain;
  }

  // Blocks over one port go straight to each node, over all ports a link at a time.
  LockstepTime BlocksDownTrees() const {
    const Cycle block = timing_.Length(task_.flits);
    const std::vector<std::int64_t> far = NodesByDistance();
    const std::int64_t links = ports_ == Ports::kOne ? 1 : LinksOfRoot();
    std::int64_t before = 0;
    LockstepTime time;
    for (std::size_t d = far.size(); d-- > 1;) {
      before += far[d];  // nodes at this distance or farther
      const auto links_of_way = static_cast<Cycle>(d);
      const Cycle last = (CeilDiv(before, links) - 1) * block;
      const Cycle way = ports_ == Ports::kOne ? block - 1 + links_of_way + timing_.interface
                                              : links_of_way * (block + timing_.interface);
      time.cycles = std::max(time.cycles, last + way);
    }
    time.load = static_cast<std::uint64_t>(CeilDiv(before, links) * task_.flits);
    return time;
  }

  LockstepTime ByLines() {
    const int parts = ports_ == Ports::kAll && task_.flits > 1 ? host_.axes() : 1;
    return InChunks(parts, [&](std::int64_t threads, std::int64_t thread) {
      std::vector<StageOfJob> job;
      std::int64_t nodes = 1;  // nodes that have the data
      for (int i = 0; i < host_.axes(); ++i) {
        const Axis axis{(static_cast<int>(thread % parts) + i) % host_.axes()};
        nodes *= host_.length(axis);
        job.push_back(OnLine(axis, FlitsFor(nodes, threads)));
      }
      return job;
    });
  }

  LockstepTime ByBine() {
    const std::vector<StagePart> parts = StagePartsOf(Partners::kSwing, host_, ports_);
    const auto count = static_cast<std::int64_t>(parts.size());
    return InChunks(count, [&](std::int64_t threads, std::int64_t thread) {
      const StagePart& part = parts[static_cast<std::size_t>(thread % count)];
      std::vector<StageOfJob> job;
      std::int64_t nodes = 1;
      for (std::size_t s = part.stages.size(); s-- > 0;) {
        nodes *= 2;
        job.push_back(WithPartners(part.stages[s], part.mirrored, FlitsFor(nodes, threads)));
      }
      return job;
    });
  }

 private:
  // Chunk after chunk; each node must send `sends` copies before the next chunk of a tree.
  LockstepTime DownTrees(const std::vector<SpanningTree>& trees, int sends) const {
    const auto count = static_cast<std::int64_t>(trees.size());
    const std::int64_t part = CeilDiv(task_.flits, count);
    const std::int64_t most = std::max<std::int64_t>(
        1, std::min(part, kManyMessages / (count * (std::int64_t{host_.size()} - 1))));
    LockstepTime best;
    for (std::int64_t chunks = 1; chunks <= most; chunks *= 2) {
      const Cycle length = timing_.Length(CeilDiv(part, chunks));
      Cycle cycles = 0;
      for (std::int64_t t = 0; t < count; ++t) {
        if (task_.flits * t / count == task_.flits * (t + 1) / count) continue;  // no part
        cycles = std::max(cycles, LastArrival(trees[static_cast<std::size_t>(t)], length));
      }
      cycles += (chunks - 1) * sends * length;
      if (chunks == 1 || cycles < best.cycles) best.cycles = cycles;
    }
    best.load = static_cast<std::uint64_t>(sends * part);
    return best;
  }

  // The last arrival of one chunk, which a node with one port sends to one child after another.
  Cycle LastArrival(const SpanningTree& tree, Cycle length) const {
    std::vector<Cycle> arrival(host_.size(), 0);
    std::vector<Cycle> sent(host_.size(), 0);
    Cycle last = 0;
    for (const std::uint32_t node : tree.order) {
      const std::uint32_t parent = tree.parent[node];
      arrival[node] = arrival[parent] + sent[parent] + length - 1 + timing_.interface +
                      host_.Distance(NodeId{parent}, NodeId{node});
      if (ports_ == Ports::kOne) sent[parent] += length;
      last = std::max(last, arrival[node]);
    }
    return last;
  }

  // The flits of a message: blocks go to all nodes of a branch, if `nodes` nodes have the data.
  std::int64_t FlitsFor(std::int64_t nodes, std::int64_t threads) const {
    if (!IsOfBlocks(task_.kind)) return CeilDiv(task_.flits, threads);
    return CeilDiv(task_.flits * CeilDiv(host_.size(), nodes), threads);
  }

  // Blocks go in one chunk, vectors in the best of several counts of chunks.
  template <class JobOf>
  LockstepTime InChunks(std::int64_t parts, JobOf job_of) {
    LockstepTime best;
    for (std::int64_t chunks = 1; chunks <= kMostChunks; chunks *= 2) {
      const bool blocks = IsOfBlocks(task_.kind);
      const std::int64_t threads = blocks ? parts : std::min(parts * chunks, task_.flits);
      std::vector<std::vector<StageOfJob>> jobs;
      for (std::int64_t t = 0; t < threads; ++t) jobs.push_back(job_of(threads, t));
      const LockstepTime time = InTurn(jobs, 2 * static_cast<std::size_t>(host_.axes()));
      if (chunks == 1 || time.cycles < best.cycles) best = time;
      if (threads == task_.flits || blocks) break;
    }
    return best;
  }

  std::size_t MachineOf(Axis axis, bool mirrored) const {
    return ports_ == Ports::kOne ? 0 : 2 * axis.index() + (mirrored ? 1 : 0);
  }

  // The stage to all others of the root's line, the farthest first; the last message goes one link.
  StageOfJob OnLine(Axis axis, std::int64_t flits) const {
    const int l = host_.length(axis);
    const int x = host_.Coordinate(task_.root, axis);
    const int messages = ports_ == Ports::kOne ? l - 1
                         : host_.Wraps(axis)   ? l / 2
                                               : std::max(x, l - 1 - x);
    return {.machine = MachineOf(axis, false),
            .time = {messages * timing_.Length(flits) + timing_.interface,
                     static_cast<std::uint64_t>(messages * flits)}};
  }

  StageOfJob WithPartners(const PartnerStage& stage, bool mirrored, std::int64_t flits) {
    const auto key = std::tuple(stage.axis.index(), stage.number, mirrored, flits);
    const auto [found, is_new] = times_.try_emplace(key);
    if (is_new) found->second = TimeOf(stage, mirrored, flits);
    return {.machine = MachineOf(stage.axis, mirrored), .time = found->second};
  }

  // The time of one line, from those of its nodes that have the data.
  LockstepTime TimeOf(const PartnerStage& stage, bool mirrored, std::int64_t flits) const {
    const int l = host_.length(stage.axis);
    const Graph line = *Graph::Create(Kind::kTorus, {l});
    const auto partner = [&](int x, int number) {
      return PartnerOf(Partners::kSwing, line, Axis{0}, x, number, mirrored);
    };
    std::set<int> have = {host_.Coordinate(task_.root, stage.axis)};
    for (int number = StagesOf(l) - 1; number > stage.number; --number)
      for (const int x : std::set<int>(have)) have.insert(partner(x, number));
    Occupancy occupancy(line, ports_, timing_);
    LockstepTime time{.load = static_cast<std::uint64_t>(flits)};
    for (const int x : have) {
      if (have.contains(partner(x, stage.number))) continue;
      const NodeId from{static_cast<std::uint32_t>(x)};
      const NodeId to{static_cast<std::uint32_t>(partner(x, stage.number))};
      time.cycles = std::max(time.cycles, occupancy.Place(from, to, flits) + timing_.Length(flits) -
                                              1 + line.Distance(from, to) + timing_.interface);
    }
    return time;
  }

  static int StagesOf(int length) {
    int stages = 0;
    while (1 << stages < length) ++stages;
    return stages;
  }

  // The number of nodes by distance from the root.
  std::vector<std::int64_t> NodesByDistance() const {
    std::vector<std::int64_t> nodes = {1};
    for (int a = 0; a < host_.axes(); ++a) {
      const int l = host_.length(Axis{a});
      const int own = host_.Coordinate(task_.root, Axis{a});
      std::vector<std::int64_t> more(nodes.size() + static_cast<std::size_t>(l) - 1, 0);
      for (int x = 0; x < l; ++x) {
        const auto d = static_cast<std::size_t>(host_.AxisDistance(Axis{a}, own, x));
        for (std::size_t i = 0; i < nodes.size(); ++i) more[i + d] += nodes[i];
      }
      while (more.back() == 0) more.pop_back();
      nodes = std::move(more);
    }
    return nodes;
  }

  std::int64_t LinksOfRoot() const {
    std::int64_t links = 0;
    for (int a = 0; a < host_.axes(); ++a)
      for (const Direction direction : {Direction::kPlus, Direction::kMinus})
        links += host_.Neighbour(task_.root, Axis{a}, direction).has_value() ? 1 : 0;
    return links;
  }

  const CollectiveTask& task_;
  const Graph& host_;
  Ports ports_;
  Timing timing_;
  std::map<std::tuple<std::size_t, int, bool, std::int64_t>, LockstepTime> times_;
};

}  // namespace

bool HaveRootedPlan(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports) {
  switch (by) {
    case RootedBy::kTrees:
      return ports == Ports::kOne || IsOfBlocks(task.kind) || host.size() <= kMostNodesOfHalving;
    case RootedBy::kLines: return true;
    case RootedBy::kBine: break;
  }
  return HavePartners(Partners::kSwing, host) &&
         std::ranges::max(host.lengths()) <= kLongestPlacedAxis;
}

LockstepTime PlanRooted(RootedBy by, const CollectiveTask& task, const Graph& host, Ports ports,
                        const Timing& timing) {
  RootedPlanner planner(task, host, ports, timing);
  switch (by) {
    case RootedBy::kTrees:
      return IsOfBlocks(task.kind) ? planner.BlocksDownTrees() : planner.ChunksDownTrees();
    case RootedBy::kLines: return planner.ByLines();
    case RootedBy::kBine: break;
  }
  return planner.ByBine();
}

}  // namespace toroid
