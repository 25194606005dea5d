// Counts the bins of one cycle. The network itself decides, on a copy of its arbiters, which flits
// move; R5.2 and R5.3 are evaluated anew to find why the others do not.
#include <bit>

#include "sim/coverage/coverage.h"

namespace toroid {

using namespace coverage;  // NOLINT(build/namespaces)
using model::Bit;
using model::Lowest;

namespace {

Fate FateOf(bool moves, bool head, bool tail, bool room, bool open, bool candidate) {
  if (moves) return head ? (tail ? kOnlyFlitMoves : kHeadMoves) : tail ? kTailMoves : kMiddleMoves;
  if (!room) return head ? kHeadLacksRoom : kBodyLacksRoom;
  if (head && !open) return kHeadIsLockedOut;
  if (!candidate) return head ? kHeadYields : kBodyYields;
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
      if (move.target < ways_.lanes()) SeeHop(network, move.node, move.source, move.target);
    }
  }
  for (std::uint32_t n = 0; n < network.routes.nodes(); ++n) {
    SeeStores(network, n);
    SeeFlits(network, n, moving[n]);
  }
}

void Coverage::SeeHop(const model::Network& network, std::uint32_t n, std::uint32_t source,
                      std::uint32_t target) {
  const std::uint32_t port = ways_.PortOfLane(target);
  const auto at =
      static_cast<std::uint32_t>(plan_.host().Coordinate(NodeId{n}, plan_.link_ports()[port].axis));
  const bool straight = source < ways_.lanes() && ways_.PortOfLane(source) == port;
  const std::uint32_t came = straight ? 1 + network.routes.source(source).channel : 0;
  Count(hops_.At({port, at, came, ways_.ChannelOfLane(target)}));
}

void Coverage::SeeStores(const model::Network& network, std::uint32_t n) {
  for (std::uint32_t lane = 0; lane < ways_.lanes(); ++lane) {
    if (network.Downstream(n, lane) != model::kNoNode)
      Count(credits_.At({lane, network.RoomAt(n, lane)}));
    if (network.Upstream(n, lane) != model::kNoNode)
      Count(buffers_.At({lane, network.CountOf(n, lane)}));
  }
  for (std::uint32_t local = 0; local < ways_.locals(); ++local) {
    Count(injectors_.At({local, network.CountOf(n, ways_.lanes() + local)}));
    Count(ejectors_.At({local, model::kLocalDepth - network.RoomAt(n, ways_.lanes() + local)}));
  }
}

void Coverage::SeeFlits(const model::Network& network, std::uint32_t n, std::uint64_t moving) {
  std::uint64_t occupied = 0;
  std::uint64_t feasible = 0;
  for (std::uint32_t source = 0; source < ways_.lanes() + ways_.locals(); ++source) {
    if (network.CountOf(n, source) == 0) continue;
    const std::uint32_t target = network.RequestedBy(n, source);
    const bool open = !network.Oldest(n, source).head() || !network.IsLocked(n, target);
    occupied |= Bit(source);
    if (open && network.RoomAt(n, target) > 0) feasible |= Bit(source);
  }
  const std::uint64_t candidates = SeePreferences(network, n, feasible);
  for (std::uint64_t rest = occupied; rest != 0; rest &= rest - 1) {
    const std::uint32_t source = Lowest(rest);
    const std::uint32_t target = network.RequestedBy(n, source);
    const model::Entry& oldest = network.Oldest(n, source);
    const auto is = [&](std::uint64_t bits) { return (bits >> source & 1) != 0; };
    Count(flits_.At(
        {source, target,
         FateOf(is(moving), oldest.head(), oldest.tail != 0, network.RoomAt(n, target) > 0,
                !network.IsLocked(n, target), is(candidates))}));
  }
  SeeGrants(network, n, candidates, moving);
}

// R5.3: the flits requested, among those able to go.
std::uint64_t Coverage::SeePreferences(const model::Network& network, std::uint32_t n,
                                       std::uint64_t feasible) {
  std::uint64_t candidates = feasible;
  for (std::uint32_t port = 0; port < ways_.ports(); ++port) {
    const std::uint32_t lane = ways_.FirstLane(port);
    const auto can_go = static_cast<std::uint32_t>(feasible >> lane & 3);
    if (ways_.ChannelsOf(port) != 2 || can_go == 0) continue;
    const std::uint32_t prefers = network.PreferredAt(n, port);
    Count(preferences_.At({port, prefers, can_go - 1}));
    if (can_go == 3) candidates &= ~Bit(lane + 1 - prefers);
  }
  return candidates;
}

void Coverage::SeeGrants(const model::Network& network, std::uint32_t n, std::uint64_t candidates,
                         std::uint64_t moving) {
  const std::uint32_t outputs = ways_.ports() + ways_.locals();
  std::vector<std::uint64_t> contenders(outputs);
  std::vector<std::uint32_t> granted(outputs);
  for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
    const std::uint32_t source = Lowest(rest);
    const std::uint32_t target = network.RequestedBy(n, source);
    const std::uint32_t output = network.routes.target(target).output;
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
