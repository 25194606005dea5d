// Counts the bins of one cycle. The network itself decides, on a copy of its arbiters, which flits
// move; R5.2 and R5.3 are evaluated anew to find why the others do not.
#include <bit>

#include "sim/coverage/coverage.h"

namespace toroid {

using namespace coverage;  // NOLINT(build/namespaces)
using model::Bit;
using model::Lowest;

namespace {

Fate FateOf(bool moves, bool head, bool tail, bool room, bool open, bool candidate, bool served) {
  if (moves) return head ? (tail ? kOnlyFlitMoves : kHeadMoves) : tail ? kTailMoves : kMiddleMoves;
  if (!room) return head ? kHeadLacksRoom : kBodyLacksRoom;
  if (head && !open) return kHeadIsLockedOut;
  if (!candidate) return head ? kHeadYields : kBodyYields;
  if (!served) return head ? kHeadIsUnserved : kBodyIsUnserved;
  return head ? kHeadLoses : kBodyLoses;
}

}  // namespace

void Coverage::See(const model::Network& network) {
  ++cycles_;
  model::Arbiters arbiters = network.arbiters;
  std::vector<model::Move> moves;
  std::vector<std::uint64_t> moving(network.routes.nodes());
  for (const model::Block& block : network.blocks) {
    network.Decide(block, arbiters, moves);
    for (const model::Move& move : moves) {
      moving[move.node] |= Bit(move.source);
      if (move.target < ways_.link_channels())
        Count(HopBin(NodeId{move.node}, move.source, move.target));
    }
  }
  for (std::uint32_t n = 0; n < network.routes.nodes(); ++n) {
    if (!plan_.IsAlive(NodeId{n})) continue;
    SeeStores(network, n);
    SeeFlits(network, n, moving[n]);
  }
}

void Coverage::SeeStores(const model::Network& network, std::uint32_t n) {
  for (std::uint32_t link_channel = 0; link_channel < ways_.link_channels(); ++link_channel) {
    if (network.Downstream(n, link_channel) != model::kNoNode)
      Count(credits_.At({link_channel, network.RoomAt(n, link_channel)}));
    if (network.Upstream(n, link_channel) != model::kNoNode)
      Count(buffers_.At({link_channel, network.CountOf(n, link_channel)}));
  }
  for (std::uint32_t local = 0; local < ways_.locals(); ++local) {
    Count(injectors_.At({local, network.CountOf(n, ways_.link_channels() + local)}));
    Count(ejectors_.At(
        {local, model::kLocalDepth - network.RoomAt(n, ways_.link_channels() + local)}));
  }
}

void Coverage::SeeFlits(const model::Network& network, std::uint32_t n, std::uint64_t moving) {
  std::uint64_t occupied = 0;
  std::uint64_t feasible = 0;
  for (std::uint32_t source = 0; source < ways_.link_channels() + ways_.locals(); ++source) {
    if (network.CountOf(n, source) == 0) continue;
    const std::uint32_t target = network.RequestedBy(n, source);
    const bool open = !network.Oldest(n, source).head() || !network.IsLocked(n, target);
    occupied |= Bit(source);
    if (open && network.RoomAt(n, target) > 0) feasible |= Bit(source);
  }
  const std::uint64_t candidates = SeePreferences(network, n, feasible);
  const std::uint64_t served = SeeServed(network, n, candidates);
  for (std::uint64_t rest = occupied; rest != 0; rest &= rest - 1) {
    const std::uint32_t source = Lowest(rest);
    const std::uint32_t target = network.RequestedBy(n, source);
    const model::Entry& oldest = network.Oldest(n, source);
    const auto is = [&](std::uint64_t bits) { return (bits >> source & 1) != 0; };
    Count(flits_.At(
        {source, target,
         FateOf(is(moving), oldest.head(), oldest.tail != 0, network.RoomAt(n, target) > 0,
                !network.IsLocked(n, target), is(candidates), is(served))}));
  }
  SeeGrants(network, n, served, moving);
}

// R5.3: the flits requested, among those able to go.
std::uint64_t Coverage::SeePreferences(const model::Network& network, std::uint32_t n,
                                       std::uint64_t feasible) {
  std::uint64_t candidates = feasible;
  for (std::uint32_t port = 0; port < ways_.ports(); ++port) {
    const std::uint32_t link_channel = ways_.FirstLinkChannel(port);
    const auto can_go = static_cast<std::uint32_t>(feasible >> link_channel & 3);
    if (ways_.ChannelsOf(port) != 2 || can_go == 0) continue;
    const std::uint32_t prefers = network.PreferredAt(n, port);
    Count(preferences_.At({port, prefers, can_go - 1}));
    if (can_go == 3) candidates &= ~Bit(link_channel + 1 - prefers);
  }
  return candidates;
}

// DG7.6: of two requested channels of a link the output serves the preferred one.
std::uint64_t Coverage::SeeServed(const model::Network& network, std::uint32_t n,
                                  std::uint64_t candidates) {
  if (!ways_.by_tables()) return candidates;
  std::vector<std::uint64_t> asking(ways_.places());  // by target: candidates
  for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1)
    asking[network.RequestedBy(n, Lowest(rest))] |= Bit(Lowest(rest));
  std::uint64_t served = candidates;
  for (std::uint32_t port = 0; port < ways_.ports(); ++port) {
    const std::uint32_t link_channel = ways_.FirstLinkChannel(port);
    const std::uint32_t requested =
        (asking[link_channel] != 0 ? 1U : 0U) + (asking[link_channel + 1] != 0 ? 2U : 0U);
    if (requested == 0) continue;
    const std::uint32_t prefers = network.LeadingAt(n, port);
    Count(leads_.At({port, prefers, requested - 1}));
    if (requested == 3) served &= ~asking[link_channel + 1 - prefers];
  }
  return served;
}

void Coverage::SeeGrants(const model::Network& network, std::uint32_t n, std::uint64_t served,
                         std::uint64_t moving) {
  const std::uint32_t outputs = ways_.outputs();
  std::vector<std::uint64_t> contenders(outputs);
  std::vector<std::uint32_t> granted(outputs);
  for (std::uint64_t rest = served; rest != 0; rest &= rest - 1) {
    const std::uint32_t source = Lowest(rest);
    const std::uint32_t target = network.RequestedBy(n, source);
    const std::uint32_t output = ways_.OutputOf(target);
    const std::uint32_t position = network.routes.PositionOf(source, target);
    contenders[output] |= Bit(position);
    if ((moving >> source & 1) != 0) granted[output] = position;
  }
  for (std::uint32_t output = 0; output < outputs; ++output) {
    if (contenders[output] == 0) continue;
    const std::uint32_t pointer = network.arbiters.pointer.At(n, output);
    const std::uint32_t guard = network.arbiters.guard.At(n, output);
    std::uint64_t in_turn = contenders[output];
    if (IsGuarded(output)) {
      const bool through = (in_turn & 1) != 0;
      in_turn &= ~std::uint64_t{1};
      const bool wins = granted[output] == 0;
      Count(guards_.At({output, guard,
                        wins      ? (in_turn == 0 ? kThroughAlone : kThroughOverOthers)
                        : through ? kOthersOverThrough
                                  : kOthersAlone}));
      if (wins) continue;
    }
    // the model's pointer is one more than the position that took the last turn, 0 after reset
    Count(grants_.At({output, pointer, granted[output], std::has_single_bit(in_turn) ? 0U : 1U}));
  }
}

}  // namespace toroid
