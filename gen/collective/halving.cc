// Idea: in each stage of a reduce-scatter a node and its partner divide the blocks for which both
// are responsible: each sends the other the sums of the blocks that only the other can bring to
// their owners in the remaining stages, and keeps the rest. The blocks that a node can reach are
// computed backwards: after the last stage its own block, before a stage those that it and its
// partner can reach after it. An all-gather is the reverse. Near partners come first, so the
// longest messages have the shortest routes.
//
// With all ports the vector is in parts: part p begins with axis p and then takes the axes in turn;
// with Swing there is a second, mirrored set of parts. Messages are placed stage by stage, each in
// the first cycle in which its data has arrived and its links are free.
//
// If a length is not a power of two both can reach some blocks; each of these goes to the one that
// reaches it first, seen from its owner.
//
// Example, a ring of 4, Swing: stage 0 pairs 0 1 and 2 3, stage 1 pairs 0 3 and 1 2. Node 0 sends
// node 1 in stage 0 the sums for 1 and 2, in stage 1 node 3 that for 3.
//
// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (recursive halving and doubling); De
// Sensi, Bonato, Saam, Hoefler, "Swing: short-cutting rings for higher bandwidth allreduce", NSDI
// 2024, section 3 (partners, axes in turn, mirrored parts).
#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>
#include <utility>

#include "gen/collective/bucket_plan.h"
#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"

namespace toroid {
namespace {

// Equal shares of each block.
std::vector<BucketPart> SharesOf(const Graph& host, std::size_t parts) {
  std::vector<Axis> axes;
  for (int a = 0; a < host.axes(); ++a) axes.push_back(Axis{a});
  std::vector<BucketPart> shares;
  for (std::size_t p = 1; p <= parts; ++p)
    shares.push_back({axes, Direction::kPlus, kWholeBlock * p / parts});
  return shares;
}

class Halver {
 public:
  Halver(Partners partners, const CollectiveTask& task, const Graph& host, Ports ports,
         const Timing& timing)
      : task_(task),
        host_(host),
        parts_(StagePartsOf(partners, host, ports)),
        elements_(static_cast<std::uint64_t>(task.flits) *
                  (task.kind == Collective::kAllGather ? host.size() : 1)),
        shares_(host, elements_, SharesOf(host, parts_.size())),
        builder_(task, elements_, host, parts_.size(), timing),
        occupancy_(host, ports, timing) {
    for (std::size_t p = 0; p < parts_.size(); ++p) AddContents(p);
  }

  CollectiveProgram Make() {
    const std::size_t stages = parts_.front().stages.size();
    if (task_.kind != Collective::kAllGather) {
      for (std::size_t s = 0; s < stages; ++s) AddStage(s, true);
    }
    if (task_.kind != Collective::kReduceScatter) {
      for (std::size_t s = stages; s-- > 0;) AddStage(s, false);
    }
    return builder_.Finish();
  }

 private:
  using Nodes = std::vector<std::uint32_t>;  // ascending
  static Nodes Without(const Nodes& nodes, const Nodes& others) {
    Nodes left;
    std::ranges::set_difference(nodes, others, std::back_inserter(left));
    return left;
  }

  // Adds, by stage and node, the blocks that the node is responsible for after the stage and its
  // partner is not.
  void AddContents(std::size_t part) {
    const std::uint32_t nodes = host_.size();
    std::vector<std::vector<std::uint32_t>> reached(nodes);
    for (std::uint32_t n = 0; n < nodes; ++n) reached[n] = {n};
    std::vector<std::vector<std::uint32_t>> contents(parts_[part].stages.size());
    for (std::size_t s = contents.size(); s-- > 0;) {
      for (std::uint32_t n = 0; n < nodes; ++n)
        contents[s].push_back(builder_.AddContent(
            RangesOf(part, Without(reached[n], reached[PartnerIn(host_, parts_[part], s, n)]))));
      std::vector<std::vector<std::uint32_t>> before(nodes);
      for (std::uint32_t n = 0; n < nodes; ++n)
        std::ranges::set_union(reached[n], reached[PartnerIn(host_, parts_[part], s, n)],
                               std::back_inserter(before[n]));
      reached = std::move(before);
    }
    contents_.push_back(std::move(contents));
  }

  std::vector<ElementRange> RangesOf(std::size_t part,
                                     const std::vector<std::uint32_t>& owners) const {
    std::vector<ElementRange> ranges;
    for (const std::uint32_t n : owners) {
      const ElementRange range{shares_.Start(n, part), shares_.Count(n, part)};
      if (range.count > 0) ranges.push_back(range);
    }
    return ranges;
  }

  void AddStage(std::size_t stage, bool scatters) {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      for (std::uint32_t n = 0; n < host_.size(); ++n) {
        const std::uint32_t partner = PartnerIn(host_, parts_[part], stage, n);
        const std::uint32_t content = contents_[part][stage][scatters ? partner : n];
        if (builder_.FlitsOf(content) == 0) continue;
        const NodeId from{n};
        const NodeId to{partner};
        const Cycle cycle =
            occupancy_.Place(from, to, builder_.FlitsOf(content), builder_.ReadyAt(part, from));
        builder_.Send(part, {.from = from,
                             .to = to,
                             .content = content,
                             .to_content = content,
                             .adds = scatters,
                             .cycle = cycle});
      }
      builder_.EndRound(part);
    }
  }

  const CollectiveTask& task_;
  const Graph& host_;
  std::vector<StagePart> parts_;
  std::uint64_t elements_;
  BucketShares shares_;
  ProgramBuilder builder_;
  Occupancy occupancy_;
  std::vector<std::vector<std::vector<std::uint32_t>>> contents_;  // by part, stage and node
};

}  // namespace

CollectiveProgram HalvingProgram(Partners partners, const CollectiveTask& task, const Graph& host,
                                 Ports ports, const Timing& timing) {
  assert(HavePartners(partners, host) && host.size() <= kMostNodesOfHalving);
  return Halver(partners, task, host, ports, timing).Make();
}

}  // namespace toroid
