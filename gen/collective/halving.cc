// Idea: in each stage of a reduce-scatter a node and its partner share what they are both still
// responsible for: each sends the other the sums of the blocks that only the other can bring to
// their owners in the stages to come, and keeps the rest. What a node can still reach is found
// backwards: after the last stage its own block, before a stage what it and its partner can reach
// after it. An all-gather is the same backwards. Near partners come first, so the longest messages
// have the shortest ways.
//
// With all ports the vector is in parts: part p begins with axis p and then takes the axes in turn;
// with Swing there is a second set of parts with all ways mirrored. Messages are placed stage by
// stage, each in the first cycle in which its data has come and its links are free.
//
// Example, a ring of 4, Swing: stage 0 pairs 0 1 and 2 3, stage 1 pairs 0 3 and 1 2. Node 0 sends
// node 1 in stage 0 the sums for 1 and 2, in stage 1 node 3 that for 3.
//
// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (recursive halving and doubling); De
// Sensi, Bonato, Saam, Hoefler, "Swing: short-cutting rings for higher bandwidth allreduce", NSDI
// 2024, section 3 (partners, axes in turn, mirrored parts).
#include "gen/collective/halving.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "gen/collective/bucket_plan.h"
#include "gen/collective/occupancy.h"
#include "gen/collective/program_builder.h"

namespace toroid {
namespace {

struct HalvingStage {
  Axis axis;
  int number = 0;  // on the axis
};

struct Part {
  std::vector<HalvingStage> stages;
  bool mirrored = false;
};

// Near partners first, the axes in turn from `first` on.
std::vector<HalvingStage> StagesFrom(const Graph& host, int first) {
  std::vector<HalvingStage> stages;
  for (int number = 0; (1 << number) < static_cast<int>(host.size()); ++number) {
    for (int i = 0; i < host.axes(); ++i) {
      const Axis axis{(first + i) % host.axes()};
      if (1 << number < host.length(axis)) stages.push_back({axis, number});
    }
  }
  return stages;
}

std::vector<Part> PartsOf(Partners partners, const Graph& host, Ports ports) {
  if (ports == Ports::kOne) return {{StagesFrom(host, 0)}};
  std::vector<Part> parts;
  for (int a = 0; a < host.axes(); ++a) {
    parts.push_back({StagesFrom(host, a)});
    if (partners == Partners::kSwing) parts.push_back({StagesFrom(host, a), true});
  }
  return parts;
}

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
         Cycle interface)
      : partners_(partners),
        task_(task),
        host_(host),
        parts_(PartsOf(partners, host, ports)),
        elements_(static_cast<std::uint64_t>(task.flits) *
                  (task.kind == Collective::kAllGather ? host.size() : 1)),
        shares_(host, elements_, SharesOf(host, parts_.size())),
        builder_(task, elements_, host, parts_.size(), interface),
        occupancy_(host, ports, interface) {
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
  std::uint32_t PartnerIn(std::size_t part, std::size_t stage, std::uint32_t n) const {
    const auto& [axis, number] = parts_[part].stages[stage];
    Coordinates x = host_.CoordinatesOf(NodeId{n});
    int& own = x[axis.index()];
    own = PartnerOf(partners_, host_, axis, own, number, parts_[part].mirrored);
    return host_.NodeAt(x).value();
  }

  // By stage and node: the blocks that the node is responsible for once the stage is over.
  void AddContents(std::size_t part) {
    const std::uint32_t nodes = host_.size();
    std::vector<std::vector<std::uint32_t>> reached(nodes);
    for (std::uint32_t n = 0; n < nodes; ++n) reached[n] = {n};
    std::vector<std::vector<std::uint32_t>> contents(parts_[part].stages.size());
    for (std::size_t s = contents.size(); s-- > 0;) {
      for (std::uint32_t n = 0; n < nodes; ++n)
        contents[s].push_back(builder_.AddContent(RangesOf(part, reached[n])));
      std::vector<std::vector<std::uint32_t>> before(nodes);
      for (std::uint32_t n = 0; n < nodes; ++n)
        std::ranges::merge(reached[n], reached[PartnerIn(part, s, n)],
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
        const std::uint32_t partner = PartnerIn(part, stage, n);
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

  Partners partners_;
  const CollectiveTask& task_;
  const Graph& host_;
  std::vector<Part> parts_;
  std::uint64_t elements_;
  BucketShares shares_;
  ProgramBuilder builder_;
  Occupancy occupancy_;
  std::vector<std::vector<std::vector<std::uint32_t>>> contents_;  // by part, stage and node
};

}  // namespace

bool HavePartners(Partners partners, const Graph& host) {
  for (int a = 0; a < host.axes(); ++a) {
    const auto l = static_cast<unsigned>(host.length(Axis{a}));
    if (!std::has_single_bit(l)) return false;
    if (partners == Partners::kSwing && l > 2 && !host.Wraps(Axis{a})) return false;
  }
  return true;
}

int PartnerOf(Partners partners, const Graph& host, Axis axis, int x, int stage, bool mirrored) {
  const int l = host.length(axis);
  if (partners == Partners::kSwing) {
    int reach = 1;  // (1 - (-2)^(stage + 1)) / 3
    for (int s = 0; s < stage; ++s) reach = 1 - 2 * reach;
    const bool plus = (x % 2 == 0) != mirrored;
    return ((x + (plus ? reach : -reach)) % l + l) % l;
  }
  // The xor embedding of a ring, its own inverse: the top bit is added to the one below.
  const int second = host.Wraps(axis) ? l / 4 : 0;
  const auto swapped = [&](int value) { return value ^ (value >> 1 & second); };
  return swapped(swapped(x) ^ 1 << stage);
}

CollectiveProgram HalvingProgram(Partners partners, const CollectiveTask& task, const Graph& host,
                                 Ports ports, Cycle interface) {
  assert(HavePartners(partners, host) && host.size() <= kMostNodesOfHalving);
  return Halver(partners, task, host, ports, interface).Make();
}

}  // namespace toroid
