// Three kinds of standstill. No node holds anything: packets were lost. Nothing has happened
// lately: they wait for each other, or for their sinks. Flits cross links, but none enters or
// arrives: they go in circles.
#include "sim/bench/diagnosis.h"

#include <fmt/format.h>

#include "gen/support/text.h"

namespace toroid {
namespace {

std::string HeadingOf(const PacketTable& packets, const NetworkIf& network,
                      const Watchdog& watchdog, Cycle now) {
  if (network.BusyNodes().empty() && packets.live() > 0) {
    return fmt::format(
        "packets that have not arrived, though no node holds anything any more: {} (cycle {})",
        packets.live(), now);
  }
  const std::string live = fmt::format("{} under way (cycle {})",
                                       Counted(packets.live(), "packet is", "packets are"), now);
  if (watchdog.SinceEvent(now) < watchdog.cycles()) {
    return fmt::format("flits move, but for {} none has entered or arrived; {}",
                       Counted(watchdog.SinceEnd(now), "cycle"), live);
  }
  return fmt::format("nothing has moved for {}, {}", Counted(watchdog.SinceEvent(now), "cycle"),
                     live);
}

// Up to five packets that have not arrived.
void AddMissing(const Plan& plan, const PacketTable& packets, std::vector<std::string>& lines) {
  int named = 0;
  for (const PacketTable::Entry& entry : packets.entries()) {
    if (!entry.live) continue;
    if (++named > 5) return;
    lines.push_back(fmt::format(
        "packet from {} to {}: of {} {} entered and {} arrived",
        plan.host().NodeText(entry.packet.source), plan.host().NodeText(entry.packet.destination),
        Counted(entry.packet.flits, "flit"), entry.injected, entry.ejected));
  }
}

}  // namespace

std::vector<std::string> DiagnosisOf(const Plan& plan, const PacketTable& packets,
                                     const NetworkIf& network, const Watchdog& watchdog,
                                     Cycle now) {
  std::vector<std::string> lines = {HeadingOf(packets, network, watchdog, now)};
  if (network.BusyNodes().empty()) AddMissing(plan, packets, lines);
  const auto ports = static_cast<std::uint32_t>(plan.local_ports());
  for (const std::uint32_t local : network.Ejecting()) {
    lines.push_back(fmt::format("ejector {} of node {} holds a flit, and its sink does not take it",
                                local % ports, plan.host().NodeText(NodeId{local / ports})));
  }
  for (std::string& line : network.Blocked()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace toroid
