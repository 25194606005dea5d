// Two limits: a short one for silence, the sign of a deadlock, and a long one for motion without
// progress, which counts of link crossings cannot tell from a busy network at once.
#include "sim/bench/watchdog.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "gen/support/text.h"

namespace toroid {
namespace {

// Flits move on links towards their destinations, so some arrive soon unless all stop. Sixteen
// times the longest route plus the watchdog leaves room for any contention.
Cycle PatienceOf(const Graph& host, int link_stages, Cycle watchdog) {
  return 16 * ((link_stages + 1) * Cycle{host.Diameter()} + watchdog);
}

}  // namespace

Watchdog::Watchdog(const Graph& host, int link_stages, Cycle cycles)
    : cycles_(cycles + 2 * link_stages), patience_(PatienceOf(host, link_stages, cycles)) {}

// Three kinds of standstill. If no node holds a flit, packets were lost. If nothing has happened
// lately, packets wait for each other or for their sinks. If flits cross links but none enters or
// arrives, they go in circles.

namespace {

// The heading for `packets` packets in flight.
std::string HeadingOf(std::size_t packets, bool busy, const Watchdog& watchdog, Cycle now) {
  if (!busy && packets > 0) {
    return fmt::format(
        "packets that have not arrived, though no node holds anything any more: {} (cycle {})",
        packets, now);
  }
  const std::string live =
      fmt::format("{} in flight (cycle {})", Counted(packets, "packet is", "packets are"), now);
  if (watchdog.SinceEvent(now) < watchdog.cycles()) {
    return fmt::format("flits move, but none has entered or arrived for {}; {}",
                       Counted(watchdog.SinceEnd(now), "cycle"), live);
  }
  return fmt::format("nothing has moved for {}, {}", Counted(watchdog.SinceEvent(now), "cycle"),
                     live);
}

// A packet that has not arrived.
struct MissingPacket {
  Cycle created;
  NodeId source;
  NodeId destination;
  std::uint32_t flits;
  std::uint32_t entered;
  std::uint32_t arrived;
};

// Keeps the five that were offered first.
void KeepFirst(std::vector<MissingPacket>& missing) {
  constexpr std::size_t kNamed = 5;
  std::ranges::stable_sort(missing, {}, [](const MissingPacket& packet) {
    return std::tuple(packet.created, packet.source, packet.destination, packet.entered);
  });
  missing.resize(std::min(missing.size(), kNamed));
}

// Missing packets of this rank. A packet that has begun to enter at another rank is listed by that
// rank.
std::vector<MissingPacket> Missing(const PacketTable& packets, const RankSync* rank_sync) {
  std::vector<MissingPacket> missing;
  for (const PacketTable::Entry& entry : packets.entries()) {
    if (!entry.live) continue;
    const Packet& packet = entry.packet;
    if (rank_sync != nullptr && rank_sync->GoesAway(packet) && entry.injected > 0) continue;
    missing.push_back({packet.created, packet.source, packet.destination, packet.flits,
                       entry.injected, entry.ejected});
  }
  KeepFirst(missing);
  return missing;
}

std::vector<MissingPacket> MissingOfAll(const PacketTable& packets, RankSync& rank_sync) {
  Message own;
  own.PutAll<MissingPacket>(Missing(packets, &rank_sync));
  std::vector<MissingPacket> all;
  for (Message& part : rank_sync.ranks().Gather(own))
    for (const MissingPacket& packet : part.TakeAll<MissingPacket>()) all.push_back(packet);
  KeepFirst(all);
  return all;
}

std::vector<std::string> Texts(const Plan& plan, const std::vector<MissingPacket>& missing) {
  std::vector<std::string> lines;
  for (const MissingPacket& packet : missing) {
    lines.push_back(fmt::format("packet from {} to {}: of {} {} entered and {} arrived",
                                plan.host().NodeText(packet.source),
                                plan.host().NodeText(packet.destination),
                                Counted(packet.flits, "flit"), packet.entered, packet.arrived));
  }
  return lines;
}

// Sinks that do not take the beats offered to them, by node.
std::vector<std::string> Waiting(const Plan& plan, const NetworkIf& network,
                                 std::uint32_t first_node) {
  std::vector<std::string> lines;
  const auto ports = static_cast<std::uint32_t>(plan.local_ports());
  for (const std::uint32_t local : network.Ejecting()) {
    lines.push_back(fmt::format("ejector {} of node {} holds a flit, and its sink does not take it",
                                local % ports,
                                plan.host().NodeText(NodeId{first_node + local / ports})));
  }
  return lines;
}

void Append(std::vector<std::string>& lines, std::vector<std::string> more) {
  for (std::string& line : more) lines.push_back(std::move(line));
}

}  // namespace

std::vector<std::string> DiagnosisOf(const Plan& plan, const PacketTable& packets,
                                     const NetworkIf& network, const Watchdog& watchdog,
                                     Cycle now) {
  const bool busy = !network.BusyNodes().empty();
  std::vector<std::string> lines = {HeadingOf(packets.live(), busy, watchdog, now)};
  if (!busy) Append(lines, Texts(plan, Missing(packets, nullptr)));
  Append(lines, Waiting(plan, network, 0));
  Append(lines, network.Blocked());
  return lines;
}

// Ranks count the packets that wait for their own injectors. Each list has the ranks' lines in
// turn, which is the order of nodes.
std::vector<std::string> DiagnosisOf(const Plan& plan, const PacketTable& packets,
                                     const NetworkIf& network, const Watchdog& watchdog, Cycle now,
                                     RankSync& rank_sync) {
  const bool busy = rank_sync.ranks().Most(network.BusyNodes().empty() ? 0 : 1) > 0;
  const auto live = static_cast<std::size_t>(rank_sync.all().live);
  std::vector<std::string> lines = {HeadingOf(live, busy, watchdog, now)};
  if (!busy) Append(lines, Texts(plan, MissingOfAll(packets, rank_sync)));
  Append(lines, rank_sync.Lines(Waiting(plan, network, rank_sync.first_node())));
  Append(lines, rank_sync.Lines(network.Blocked()));
  return lines;
}

}  // namespace toroid
