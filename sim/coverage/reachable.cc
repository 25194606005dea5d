// The bins that a node can reach: which other flits must be present for each fate of a flit.
// docs/spec/functional-coverage.md argues that they can be present at the same time, and runs show
// it.
#include "gen/topology/numbering.h"
#include "sim/coverage/coverage.h"

namespace toroid {

using namespace coverage;  // NOLINT(build/namespaces)
using model::Bit;
using model::Lowest;

void Coverage::Judge(std::size_t bin, bool can_be, std::string_view why_not) {
  std::string_view& excluded = bins_[bin].excluded;
  if (can_be) {
    excluded = {};
  } else if (!excluded.empty()) {
    excluded = why_not;
  }
}

void Coverage::FindReachable(NodeId node) {
  const std::vector<std::uint64_t> ways = ways_.AtNode(node);
  ReachStores(ways, node);
  ReachFlits(ways);
  ReachChoices(ways);
}

void Coverage::ReachStores(const std::vector<std::uint64_t>& ways, NodeId node) {
  std::uint64_t asked = 0;
  for (const std::uint64_t targets : ways) asked |= targets;
  const auto reach = [&](const Group& group, std::uint32_t of, bool used, std::uint32_t most,
                         std::uint32_t idle) {
    for (std::uint32_t count = 0; count <= most; ++count)
      Judge(group.At({of, count}), used || count == idle, kNoRoute);
  };
  for (std::uint32_t lane = 0; lane < ways_.lanes(); ++lane) {
    const LinkPort& port = plan_.link_ports()[ways_.PortOfLane(lane)];
    if (SendsTo(plan_.host(), node, port))
      reach(credits_, lane, (asked >> lane & 1) != 0, depth_, depth_);
    if (ReceivesFrom(plan_.host(), node, port)) reach(buffers_, lane, ways[lane] != 0, depth_, 0);
    if (!SendsTo(plan_.host(), node, port)) continue;
    const auto at = static_cast<std::uint32_t>(plan_.host().Coordinate(node, port.axis));
    for (const auto came : {Ways::kBegins, Ways::kOnChannel0, Ways::kOnChannel1}) {
      const std::uint32_t channel = ways_.ChannelOfLane(lane);
      if (came > ways_.ChannelsOf(ways_.PortOfLane(lane))) continue;
      Judge(hops_.At({ways_.PortOfLane(lane), at, came, channel}),
            ways_.Hops(ways_.PortOfLane(lane), static_cast<int>(at), came, channel), kNoRoute);
    }
  }
  for (std::uint32_t local = 0; local < ways_.locals(); ++local) {
    reach(injectors_, local, ways[ways_.lanes() + local] != 0, model::kLocalDepth, 0);
    reach(ejectors_, local, (asked >> (ways_.lanes() + local) & 1) != 0, model::kLocalDepth, 0);
  }
}

void Coverage::ReachFlits(const std::vector<std::uint64_t>& ways) {
  for (std::uint32_t source = 0; source < ways_.places(); ++source) {
    for (std::uint64_t rest = ways[source]; rest != 0; rest &= rest - 1) {
      const std::uint32_t target = Lowest(rest);
      bool shared = false;            // another source leads to the same target
      bool contended = false;         // another position leads to the same output
      bool contended_beside = false;  // by another channel than this
      for (std::uint32_t other = 0; other < ways_.places(); ++other) {
        shared = shared || (other != source && (ways[other] & Bit(target)) != 0);
        for (std::uint64_t more = ways[other]; more != 0; more &= more - 1) {
          const std::uint32_t wanted = Lowest(more);
          if (ways_.OutputOf(wanted) != ways_.OutputOf(target) ||
              ways_.PositionOf(other, wanted) == ways_.PositionOf(source, target))
            continue;
          contended = true;
          contended_beside = contended_beside || wanted != target;
        }
      }
      std::uint64_t twin = 0;  // target of its link's other channel
      if (source < ways_.lanes() && ways_.ChannelsOf(ways_.PortOfLane(source)) == 2)
        twin = ways[ways_.FirstLane(ways_.PortOfLane(source)) + 1 - ways_.ChannelOfLane(source)];
      for (std::uint32_t fate = 0; fate < kFates; ++fate) {
        const auto judge = [&](bool can_be, std::string_view why_not) {
          Judge(flits_.At({source, target, fate}), can_be, why_not);
        };
        switch (fate) {
          case kHeadIsLockedOut:
            judge(shared, "no other source leads there, so no other packet holds the lock (R5.10)");
            break;
          case kHeadYields: judge(twin != 0, "its link has no flits in another channel"); break;
          case kBodyYields:
            judge((twin & ~Bit(target)) != 0,
                  "a flit of the other channel could only want what is locked (R5.2, R5.10)");
            break;
          case kHeadLoses: judge(contended, "no other position wants this output (R5.4)"); break;
          case kBodyLoses:
            judge(contended_beside,
                  "another position could only want the channel that is locked (R5.2, R5.10)");
            break;
          default: judge(true, {});
        }
      }
    }
  }
}

void Coverage::ReachChoices(const std::vector<std::uint64_t>& ways) {
  for (std::uint32_t port = 0; port < ways_.ports(); ++port) {
    if (ways_.ChannelsOf(port) != 2) continue;
    const bool on_0 = ways[ways_.FirstLane(port)] != 0;
    const bool on_1 = ways[ways_.FirstLane(port) + 1] != 0;
    for (std::uint32_t prefers = 0; prefers < 2; ++prefers) {
      const bool so = prefers == 0 || on_0;  // R4.6, R5.11
      Judge(preferences_.At({port, prefers, kChannel0}), so && on_0, kNoRoute);
      Judge(preferences_.At({port, prefers, kChannel1}), so && on_1, kNoRoute);
      Judge(preferences_.At({port, prefers, kBoth}), on_0 && on_1, kNoRoute);
    }
  }
  for (std::uint32_t output = 0; output < ways_.ports() + ways_.locals(); ++output) {
    std::uint64_t positions = 0;
    for (std::uint32_t source = 0; source < ways_.places(); ++source) {
      for (std::uint64_t rest = ways[source]; rest != 0; rest &= rest - 1) {
        if (ways_.OutputOf(Lowest(rest)) == output)
          positions |= Bit(ways_.PositionOf(source, Lowest(rest)));
      }
    }
    ReachGrants(output, positions);
  }
}

// Grant orders of the positions that can contend for an output in a node, and values of the guard's
// counter.
void Coverage::ReachGrants(std::uint32_t output, std::uint64_t positions) {
  const bool through = (positions & 1) != 0;
  const std::uint64_t turning = positions & ~std::uint64_t{1};
  const std::uint64_t in_turn = IsGuarded(output) ? turning : positions;
  for (std::uint64_t rest = in_turn; rest != 0; rest &= rest - 1) {
    const std::uint32_t granted = Lowest(rest);
    Judge(grants_.At({output, 0, granted, 0}), true, {});
    Judge(grants_.At({output, 0, granted, 1}), in_turn >> granted > 1,
          "after reset the least position comes first (R4.7, R5.5)");
    for (std::uint64_t lasts = in_turn; lasts != 0; lasts &= lasts - 1) {
      const std::uint32_t last = Lowest(lasts);
      Judge(grants_.At({output, last + 1, granted, 0}), true, {});
      Judge(grants_.At({output, last + 1, granted, 1}), granted != last,
            "the last winner comes last (R5.5)");
    }
  }
  if (!IsGuarded(output)) return;
  const bool both = through && turning != 0;
  for (std::uint32_t guard = 0; guard <= kThroughFirstGuard; ++guard) {
    const bool full = guard == kThroughFirstGuard;
    constexpr std::string_view kUncounted =
        "the guard counts where both contend (R5.6), and here they do not";
    constexpr std::string_view kGuard = "the guard count says otherwise (R5.6)";
    const auto judge = [&](Granted who, bool contends, bool by_guard) {
      const bool counted = guard == 0 || both;
      Judge(guards_.At({output, guard, who}), contends && counted && by_guard,
            !contends ? kNoRoute
            : counted ? kGuard
                      : kUncounted);
    };
    judge(kThroughAlone, through, true);
    judge(kThroughOverOthers, both, !full);
    judge(kOthersAlone, turning != 0, true);
    judge(kOthersOverThrough, both, full);
  }
}

}  // namespace toroid
