// Idea: what a set of nodes must get from the others goes over the live links that lead into it, so
// the worst set says how long that takes. There are 2^P sets, but the least cut of a flow is the
// worst of all: a node gets a block of every other one in T cycles only if so much flows to it from
// all of them over links that carry T flits each. If it does not, the cut says which T the set on
// its far side needs at least, and so on until everything flows.
//
// Example: a corner of a mesh beside a dead node has one link. All that it gets comes over this
// one, so an all-gather takes (P - 1) B cycles.
#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "gen/collective/bound.h"
#include "gen/collective/max_flow.h"
#include "gen/collective/program.h"
#include "gen/support/integers.h"
#include "gen/trees/link_graph.h"

namespace toroid {
namespace {

constexpr std::uint32_t kMostCopiesBetween = 4;

// The live links between ranks, each in one direction.
struct Way {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

std::vector<Way> WaysOf(const degraded::DegradedHost& host) {
  const std::vector<std::uint32_t> ranks = trees::SurvivorNumbers(host);
  std::vector<Way> ways;
  for (const NodeId node : host.survivors())
    for (int port = 0; port < host.ports(); ++port)
      if (const auto next = host.Next(node, port))
        ways.push_back({ranks[node.index()], ranks[next->index()]});
  return ways;
}

std::vector<Way> Reversed(std::vector<Way> ways) {
  for (Way& way : ways) std::swap(way.from, way.to);
  return ways;
}

// The cycles in which flits of all nodes come together in one.
class Gathering {
 public:
  // `flits` that come from each rank.
  Gathering(const std::vector<Way>& ways, std::vector<std::int64_t> flits)
      : ways_(ways), flits_(std::move(flits)), network_(flits_.size() + 1) {
    for (const Way& way : ways) arcs_.push_back(network_.AddArc(way.from, way.to, 0));
    for (std::size_t r = 0; r < flits_.size(); ++r) network_.AddArc(flits_.size(), r, flits_[r]);
  }

  // At least `cycles`, and what the rank needs.
  Cycle Needs(std::uint32_t rank, Cycle cycles) {
    const std::int64_t all = std::accumulate(flits_.begin(), flits_.end(), std::int64_t{0});
    for (;;) {
      for (const std::size_t arc : arcs_) network_.SetCapacity(arc, cycles);
      if (network_.MaxFlow(flits_.size(), rank) == all) return cycles;
      std::int64_t links = 0;
      std::int64_t outside = 0;
      for (const Way& way : ways_)
        if (!network_.IsBehindCut(way.from) && network_.IsBehindCut(way.to)) ++links;
      for (std::size_t r = 0; r < flits_.size(); ++r)
        if (!network_.IsBehindCut(r)) outside += flits_[r];
      cycles = std::max(cycles + 1, Cycle{CeilDiv(outside, links)});
    }
  }

  Cycle NeedsOfAll() {
    Cycle cycles = 1;
    for (std::uint32_t r = 0; r < flits_.size(); ++r) cycles = Needs(r, cycles);
    return cycles;
  }

 private:
  const std::vector<Way>& ways_;
  std::vector<std::int64_t> flits_;  // by rank
  FlowNetwork network_;              // the last node is the source
  std::vector<std::size_t> arcs_;    // by way
};

class DegradedBounds {
 public:
  DegradedBounds(const CollectiveTask& task, const degraded::DegradedHost& host, Ports ports)
      : task_(task),
        host_(host),
        one_port_(ports == Ports::kOne),
        ranks_(static_cast<std::uint32_t>(host.survivors().size())),
        root_(trees::SurvivorNumbers(host)[task.root.index()]),
        in_(WaysOf(host)),
        out_(Reversed(in_)) {}

  Cycle Node() const {
    Cycle most = 0;
    for (std::uint32_t r = 0; r < ranks_; ++r) {
      if (Receives(r) > 0) most = std::max(most, Over(Receives(r), LinksInto(r, in_)));
      if (Sends(r) > 0) most = std::max(most, Over(Sends(r), LinksInto(r, out_)));
    }
    return most;
  }

  Cycle Total() const {
    const std::int64_t once = (ranks_ - std::int64_t{1}) * task_.flits;
    const auto links = one_port_ ? std::int64_t{ranks_} : static_cast<std::int64_t>(in_.size());
    switch (task_.kind) {
      case Collective::kReduceScatter:
      case Collective::kBroadcast:
      case Collective::kReduce: return CeilDiv(once, links);
      case Collective::kAllReduce:
        return std::max<Cycle>(CeilDiv(2 * once, links), one_port_ ? 0 : BetweenParts());
      case Collective::kAllGather: return CeilDiv(ranks_ * once, links);
      case Collective::kExchange:  // over links with one port too; a port's share is Node()
        return CeilDiv(AllDistances() * task_.flits, static_cast<std::int64_t>(in_.size()));
      case Collective::kGather:
      case Collective::kScatterBlocks: return 0;
    }
    return 0;
  }

  // The worst of all sets of nodes.
  Cycle Cut() const {
    switch (task_.kind) {
      case Collective::kReduceScatter: return Gathering(out_, BlocksOfVector()).NeedsOfAll();
      case Collective::kAllGather: return Gathering(in_, Blocks()).NeedsOfAll();
      case Collective::kGather: return Gathering(in_, Blocks()).Needs(root_, 1);
      case Collective::kScatterBlocks: return Gathering(out_, Blocks()).Needs(root_, 1);
      case Collective::kBroadcast: return CeilDiv(task_.flits, LeastCut(in_, root_));
      case Collective::kReduce: return CeilDiv(task_.flits, LeastCut(out_, root_));
      case Collective::kAllReduce:
        return CeilDiv(task_.flits, std::min(LeastCut(in_, 0), LeastCut(out_, 0)));
      case Collective::kExchange: return CutOfExchange();
    }
    return 0;
  }

  Cycle Distance() const {
    const bool to_root = task_.kind == Collective::kReduce || task_.kind == Collective::kGather;
    if (HasRoot(task_.kind)) return Farthest(to_root ? out_ : in_, root_);
    Cycle most = 0;
    for (std::uint32_t r = 0; r < ranks_; ++r) most = std::max(most, Farthest(in_, r));
    return most;
  }

 private:
  static std::int64_t LinksInto(std::uint32_t rank, const std::vector<Way>& ways) {
    return std::ranges::count(ways, rank, &Way::to);
  }
  Cycle Over(std::int64_t flits, std::int64_t links) const {
    return CeilDiv(flits, one_port_ ? 1 : links);
  }

  std::vector<std::int64_t> Blocks() const {
    return std::vector<std::int64_t>(ranks_, task_.flits);
  }
  std::vector<std::int64_t> BlocksOfVector() const {
    std::vector<std::int64_t> blocks;
    for (std::uint32_t r = 0; r < ranks_; ++r) blocks.push_back(BlockOf(r));
    return blocks;
  }
  std::int64_t BlockOf(std::uint32_t rank) const {
    const auto flits = static_cast<std::uint64_t>(task_.flits);
    return static_cast<std::int64_t>(BlockStart(flits, rank + 1, ranks_) -
                                     BlockStart(flits, rank, ranks_));
  }

  std::int64_t Receives(std::uint32_t rank) const {
    const bool is_root = rank == root_;
    const std::int64_t others = (ranks_ - std::int64_t{1}) * task_.flits;
    switch (task_.kind) {
      case Collective::kAllGather:
      case Collective::kExchange: return others;
      case Collective::kAllReduce: return task_.flits;
      case Collective::kBroadcast: return is_root ? 0 : task_.flits;
      case Collective::kReduce: return is_root ? task_.flits : 0;
      case Collective::kGather: return is_root ? others : 0;
      case Collective::kScatterBlocks: return is_root ? 0 : task_.flits;
      case Collective::kReduceScatter: return BlockOf(rank);
    }
    return 0;
  }
  std::int64_t Sends(std::uint32_t rank) const {
    const bool is_root = rank == root_;
    const std::int64_t others = (ranks_ - std::int64_t{1}) * task_.flits;
    switch (task_.kind) {
      case Collective::kAllGather: return task_.flits;
      case Collective::kExchange: return others;
      case Collective::kAllReduce: return task_.flits;
      case Collective::kBroadcast: return is_root ? task_.flits : 0;
      case Collective::kReduce: return is_root ? 0 : task_.flits;
      case Collective::kGather: return is_root ? 0 : task_.flits;
      case Collective::kScatterBlocks: return is_root ? others : 0;
      case Collective::kReduceScatter: return task_.flits - BlockOf(rank);
    }
    return 0;
  }

  // If the nodes are in r parts, then for each element of a sum all parts but one send something to
  // others, and all but one receive. Which parts are worst is said by trees that do not fit.
  Cycle BetweenParts() const {
    const trees::LinkGraph graph = trees::LinksOf(host_);
    if (!trees::IsConnected(graph)) return 0;
    Cycle most = 0;
    for (std::uint32_t copies = 1; copies <= kMostCopiesBetween; ++copies) {
      for (std::uint32_t trees = trees::TreesAtMost(graph, copies); trees > 0; --trees) {
        const std::vector<std::uint32_t> parts = trees::PartsAgainst(graph, copies, trees);
        if (parts.empty()) break;
        const auto links = std::ranges::count_if(
            in_, [&](const Way& way) { return parts[way.from] != parts[way.to]; });
        const auto others = static_cast<std::int64_t>(
            std::set<std::uint32_t>(parts.begin(), parts.end()).size() - 1);
        most = std::max<Cycle>(most, CeilDiv(2 * others * task_.flits, links));
      }
    }
    return most;
  }

  // Between the nodes with some coordinates of an axis, one after the other, and all others.
  Cycle CutOfExchange() const {
    const Graph& graph = host_.host();
    Cycle most = 0;
    for (int a = 0; a < graph.axes(); ++a)
      for (int first = 0; first < graph.length(Axis{a}); ++first)
        for (int behind = first + 1; behind <= graph.length(Axis{a}); ++behind)
          most = std::max(most, CutOf([&](std::uint32_t rank) {
                            const int x = graph.Coordinate(host_.survivors()[rank], Axis{a});
                            return first <= x && x < behind;
                          }));
    return most;
  }
  // What ranks inside send out, and get from outside.
  template <class Inside>
  Cycle CutOf(Inside inside) const {
    std::int64_t within = 0;
    for (std::uint32_t r = 0; r < ranks_; ++r) within += inside(r) ? 1 : 0;
    if (within == 0 || within == ranks_) return 0;
    std::int64_t out = 0;
    std::int64_t in = 0;
    for (const Way& way : in_) {
      if (inside(way.from) && !inside(way.to)) ++out;
      if (!inside(way.from) && inside(way.to)) ++in;
    }
    return CeilDiv(within * (ranks_ - within) * task_.flits, std::min(out, in));
  }

  // The fewest links into a set without the rank.
  std::int64_t LeastCut(const std::vector<Way>& ways, std::uint32_t from) const {
    FlowNetwork network(ranks_);
    for (const Way& way : ways) network.AddArc(way.from, way.to, 1);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t r = 0; r < ranks_; ++r)
      if (r != from) least = std::min(least, network.MaxFlow(from, r));
    return least;
  }

  std::vector<Cycle> DistancesOver(const std::vector<Way>& ways, std::uint32_t from) const {
    std::vector<std::vector<std::uint32_t>> next(ranks_);
    for (const Way& way : ways) next[way.from].push_back(way.to);
    std::vector<Cycle> distances(ranks_, -1);
    std::vector<std::uint32_t> reached = {from};
    distances[from] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t to : next[reached[i]]) {
        if (distances[to] >= 0) continue;
        distances[to] = distances[reached[i]] + 1;
        reached.push_back(to);
      }
    }
    return distances;
  }
  Cycle Farthest(const std::vector<Way>& ways, std::uint32_t from) const {
    return std::ranges::max(DistancesOver(ways, from));
  }
  std::int64_t AllDistances() const {
    std::int64_t sum = 0;
    for (std::uint32_t r = 0; r < ranks_; ++r) {
      const std::vector<Cycle> distances = DistancesOver(in_, r);
      sum += std::accumulate(distances.begin(), distances.end(), Cycle{0});
    }
    return sum;
  }

  CollectiveTask task_;
  const degraded::DegradedHost& host_;
  bool one_port_;
  std::uint32_t ranks_;
  std::uint32_t root_;
  std::vector<Way> in_, out_;  // as they are, and reversed
};

}  // namespace

TaskBound BoundOf(const CollectiveTask& task, const degraded::DegradedHost& host, Ports ports,
                  Cycle interface, bool in_network) {
  if (host.IsPlain()) return BoundOf(task, host.host(), ports, interface, in_network);
  const DegradedBounds bounds(task, host, ports);
  return {.node = bounds.Node(),
          .total = in_network ? DegradedBounds(task, host, Ports::kAll).Total() : bounds.Total(),
          .cut = bounds.Cut(),
          .latency = bounds.Distance() + interface};
}

}  // namespace toroid
