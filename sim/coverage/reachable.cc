// The bins that a node can reach: which other flits must be present for each fate of a flit.
// docs/spec/functional-coverage.md argues that they can be present at the same time, and runs show
// it.
#include <bit>

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
  std::vector<std::uint64_t> positions(ways_.places());  // by target: those of its sources
  for (std::uint32_t source = 0; source < ways_.places(); ++source) {
    for (std::uint64_t rest = ways[source]; rest != 0; rest &= rest - 1)
      positions[Lowest(rest)] |= Bit(ways_.PositionOf(source, Lowest(rest)));
  }
  ReachStores(ways, node);
  ReachHops(ways, node);
  for (std::uint32_t source = 0; source < ways_.places(); ++source) {
    for (std::uint64_t rest = ways[source]; rest != 0; rest &= rest - 1)
      ReachFlit(ways, positions, source, Lowest(rest));
  }
  ReachInputs(ways);
  ReachOutputs(positions);
}

void Coverage::ReachStores(const std::vector<std::uint64_t>& ways, NodeId node) {
  std::uint64_t asked = 0;
  for (const std::uint64_t targets : ways) asked |= targets;
  const auto reach = [&](const Group& group, std::uint32_t of, bool used, std::uint32_t most,
                         std::uint32_t idle) {
    for (std::uint32_t count = 0; count <= most; ++count)
      Judge(group.At({of, count}), used || count == idle, no_route_);
  };
  for (std::uint32_t link_channel = 0; link_channel < ways_.link_channels(); ++link_channel) {
    const LinkPort& port = plan_.link_ports()[ways_.PortOf(link_channel)];
    if (SendsTo(plan_.host(), node, port))
      reach(credits_, link_channel, (asked >> link_channel & 1) != 0, depth_, depth_);
    if (ReceivesFrom(plan_.host(), node, port))
      reach(buffers_, link_channel, ways[link_channel] != 0, depth_, 0);
  }
  for (std::uint32_t local = 0; local < ways_.locals(); ++local) {
    reach(injectors_, local, ways[ways_.link_channels() + local] != 0, model::kLocalDepth, 0);
    reach(ejectors_, local, (asked >> (ways_.link_channels() + local) & 1) != 0, model::kLocalDepth,
          0);
  }
}

void Coverage::ReachHops(const std::vector<std::uint64_t>& ways, NodeId node) {
  for (std::uint32_t source = 0; source < ways_.places(); ++source) {
    for (std::uint64_t rest = ways[source]; rest != 0; rest &= rest - 1) {
      if (Lowest(rest) < ways_.link_channels()) Judge(HopBin(node, source, Lowest(rest)), true, {});
    }
  }
}

// `ways` and `positions` are the node's.
void Coverage::ReachFlit(const std::vector<std::uint64_t>& ways,
                         const std::vector<std::uint64_t>& positions, std::uint32_t source,
                         std::uint32_t target) {
  bool shared = false;  // another source leads to the same target
  for (std::uint32_t other = 0; other < ways_.places(); ++other)
    shared = shared || (other != source && (ways[other] & Bit(target)) != 0);
  // other positions that lead to the target, or to the other channel of its link
  const std::uint64_t others = ~Bit(ways_.PositionOf(source, target));
  const std::uint32_t beside = ways_.OtherChannelOf(target);
  const bool rivals = (positions[target] & others) != 0;
  const bool rivals_beside = beside != target && (positions[beside] & others) != 0;
  // targets of its link's other channel
  const std::uint32_t pair = ways_.OtherChannelOf(source);
  const std::uint64_t twin = pair == source ? 0 : ways[pair];
  const auto judge = [&](Fate fate, bool can_be, std::string_view why_not) {
    Judge(flits_.At({source, target, fate}), can_be, why_not);
  };
  for (const Fate fate :
       {kOnlyFlitMoves, kHeadMoves, kMiddleMoves, kTailMoves, kHeadLacksRoom, kBodyLacksRoom})
    judge(fate, true, {});
  judge(kHeadIsLockedOut, shared,
        "no other source leads there, so no other packet holds the lock (R5.10)");
  judge(kHeadYields, twin != 0, "its link has no flits in another channel");
  judge(kBodyYields, (twin & ~Bit(target)) != 0,
        "a flit of the other channel could only want what is locked (R5.2, R5.10)");
  const bool one_arbiter = !ways_.by_tables();  // for both channels of a link
  judge(kHeadLoses, rivals || (one_arbiter && rivals_beside),
        "no other position wants this output (R5.4)");
  judge(kBodyLoses, one_arbiter && rivals_beside,
        "another position could only want the channel that is locked (R5.2, R5.10)");
  if (one_arbiter || target >= ways_.link_channels()) return;
  for (const Fate fate : {kHeadIsUnserved, kBodyIsUnserved})
    judge(fate, rivals_beside, "no other position wants the other channel of this output (DG7.6)");
}

void Coverage::ReachInputs(const std::vector<std::uint64_t>& ways) {
  for (std::uint32_t port = 0; port < ways_.ports(); ++port) {
    if (ways_.ChannelsOf(port) != 2) continue;
    const bool on_0 = ways[ways_.FirstLinkChannel(port)] != 0;
    const bool on_1 = ways[ways_.FirstLinkChannel(port) + 1] != 0;
    for (std::uint32_t prefers = 0; prefers < 2; ++prefers) {
      const bool so = prefers == 0 || on_0;  // R4.6, R5.11
      Judge(preferences_.At({port, prefers, kChannel0}), so && on_0, no_route_);
      Judge(preferences_.At({port, prefers, kChannel1}), so && on_1, no_route_);
      Judge(preferences_.At({port, prefers, kBoth}), on_0 && on_1, no_route_);
    }
  }
}

void Coverage::ReachOutputs(const std::vector<std::uint64_t>& positions) {
  std::vector<std::uint64_t> of_outputs(ways_.outputs());
  for (std::uint32_t target = 0; target < ways_.places(); ++target)
    of_outputs[ways_.OutputOf(target)] |= positions[target];
  for (std::uint32_t output = 0; output < ways_.outputs(); ++output)
    ReachGrants(output, of_outputs[output]);
  if (ways_.by_tables()) ReachLeads(positions);
}

void Coverage::ReachLeads(const std::vector<std::uint64_t>& positions) {
  for (std::uint32_t port = 0; port < ways_.ports(); ++port) {
    const std::uint64_t to_0 = positions[ways_.FirstLinkChannel(port)];
    const std::uint64_t to_1 = positions[ways_.FirstLinkChannel(port) + 1];
    // a position has one candidate (R5.3), so both channels need two positions
    const bool both = to_0 != 0 && to_1 != 0 && std::popcount(to_0 | to_1) > 1;
    for (std::uint32_t prefers = 0; prefers < 2; ++prefers) {
      const bool so = prefers == 0 || to_0 != 0;  // DG7.6
      Judge(leads_.At({port, prefers, kChannel0}), so && to_0 != 0, no_route_);
      Judge(leads_.At({port, prefers, kChannel1}), so && to_1 != 0, no_route_);
      Judge(leads_.At({port, prefers, kBoth}), so && both,
            to_0 != 0 && to_1 != 0 ? "one position leads to both, with one flit at a time (R5.3)"
                                   : no_route_);
    }
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
      Judge(grants_.At({output, last + 1, granted, 0}), last != 0 || turning != 0,
            "what goes straight on alone takes no turn (R5.5)");
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
            !contends ? no_route_
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
