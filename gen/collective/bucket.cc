// Reduce-scatter of a part whose axes are a, b, ...: on a's ring, in round r, the node at place p
// sends the next one its part of the sums for place p - r - 1 and adds what it receives. After l -
// 1 rounds it has the sums of its line for its own coordinate on a; with these it repeats the
// rounds on b, and so on, until it has its own block. An all-gather is the reverse in time: the
// axes in reverse order, and in round r place p sends the data of place p - r.
//
// Example, a ring of 3, vectors of 3, a part of everything: round 0: node 0 sends element 2, node 1
// element 0, node 2 element 1; round 1: node 0 sends element 1, to which it has added that of node
// 2; then node 1 has the sum of element 1.
//
// Source: Barnett, Littlefield, Payne, van de Geijn, "Global combine on mesh architectures with
// wormhole routing", IPPS 1993 (bucket algorithms, axis by axis); parts in rotated orders: Sack and
// Gropp, "Collective algorithms for multiported torus networks", TOPC 1(2), 2015, section 3.
#include <cassert>
#include <utility>

#include "gen/collective/bucket_plan.h"
#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"

namespace toroid {
namespace {

class Bucket {
 public:
  Bucket(const CollectiveTask& task, const Graph& host, Ports ports, const Timing& timing)
      : task_(task),
        host_(host),
        elements_(static_cast<std::uint64_t>(task.flits) *
                  (task.kind == Collective::kAllGather ? host.size() : 1)),
        plan_(PlanBucket(host, ports, elements_, timing)),
        shares_(host, elements_, plan_.parts),
        builder_(task, elements_, host, plan_.parts.size(), timing),
        timing_(timing) {}

  CollectiveProgram Make() {
    const bool scatters = task_.kind != Collective::kAllGather;
    const bool gathers = task_.kind != Collective::kReduceScatter;
    const Cycle turn = scatters ? plan_.end : 0;
    for (std::size_t part = 0; part < plan_.parts.size(); ++part) {
      AddContents(part);
      const auto& rounds = plan_.rounds[part];
      for (std::size_t i = 0; i < rounds.size() && scatters; ++i)
        AddRound(part, rounds[i], true, rounds[i].cycle);
      for (std::size_t i = rounds.size(); i-- > 0 && gathers;)
        AddRound(part, rounds[i], false,
                 turn + plan_.sent - rounds[i].cycle - timing_.Length(rounds[i].flits));
    }
    return builder_.Finish();
  }

 private:
  // Adds the contents of the part for each class of nodes, level by level.
  void AddContents(std::size_t part) {
    contents_.clear();
    for (std::size_t level = 0; level < plan_.parts[part].axes.size(); ++level) {
      std::vector<std::vector<ElementRange>> of_class(shares_.Classes(part, level));
      for (std::uint32_t n = 0; n < host_.size(); ++n) {
        const ElementRange range{shares_.Start(n, part), shares_.Count(n, part)};
        if (range.count > 0) of_class[shares_.ClassOf(n, part, level)].push_back(range);
      }
      contents_.emplace_back();
      for (const std::vector<ElementRange>& ranges : of_class)
        contents_.back().push_back(builder_.AddContent(ranges));
    }
  }

  NodeId NodeWith(NodeId node, Axis axis, int coordinate) const {
    Coordinates x = host_.CoordinatesOf(node);
    x[axis.index()] = coordinate;
    return host_.NodeAt(x);
  }

  // Adds the messages of all nodes in one round.
  void AddRound(std::size_t part, const BucketRound& round, bool scatters, Cycle cycle) {
    const auto level = static_cast<std::size_t>(round.level);
    const Axis axis = plan_.parts[part].axes[level];
    const int l = host_.length(axis);
    const int step = plan_.parts[part].direction == Direction::kPlus ? 1 : l - 1;
    // an all-gather goes through the rounds of an axis backwards
    const int back = scatters ? round.number + 1 : l - 2 - round.number;
    for (std::uint32_t n = 0; n < host_.size(); ++n) {
      const NodeId from{n};
      const int place = PlaceOf(host_, axis, host_.Coordinate(from, axis));
      const auto node_at = [&](int steps) {
        return NodeWith(from, axis, CoordinateAt(host_, axis, (place + step * steps) % l));
      };
      const NodeId owner = node_at(l - back);
      const std::uint32_t content = contents_[level][shares_.ClassOf(owner.value(), part, level)];
      if (builder_.FlitsOf(content) == 0) continue;
      builder_.Send(part, {.from = from,
                           .to = node_at(1),
                           .content = content,
                           .to_content = content,
                           .adds = scatters,
                           .cycle = cycle});
    }
    builder_.EndRound(part);
  }

  const CollectiveTask& task_;
  const Graph& host_;
  std::uint64_t elements_;
  BucketPlan plan_;
  BucketShares shares_;
  ProgramBuilder builder_;
  Timing timing_;
  std::vector<std::vector<std::uint32_t>> contents_;  // of the part, by level and class
};

}  // namespace

CollectiveProgram BucketProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                                const Timing& timing) {
  assert(task.kind == Collective::kReduceScatter || task.kind == Collective::kAllGather ||
         task.kind == Collective::kAllReduce);
  return Bucket(task, host, ports, timing).Make();
}

}  // namespace toroid
