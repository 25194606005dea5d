// A bin is a number; a group of bins is a table with several indices. All existing bins are
// excluded at first. The routes through each node (ways.h) then tell which of its states can occur,
// and those bins are included.
//
// Example, ring:8, one port, buffers of 4. O(0,+) has two channels, so credits has 10 bins for it.
// flits also has I(0,+).1 -> O(0,+).0, as wires exist for it, but all these bins are excluded: no
// packet leaves channel 1 on its axis (R3.2).
#include "sim/coverage/coverage.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "gen/support/text.h"

namespace toroid {

using namespace coverage;  // NOLINT(build/namespaces)

std::size_t Coverage::Group::At(std::initializer_list<std::uint32_t> indices) const {
  std::size_t place = 0;
  const std::uint32_t* size = sizes_.data();
  for (const std::uint32_t index : indices) place = place * *size++ + index;
  return first_ + place;
}

Coverage::Coverage(const Plan& plan)
    : plan_(plan),
      ways_(plan),
      no_route_(ways_.by_tables() ? kNoTableRoute : kNoRoute),
      depth_(static_cast<std::uint32_t>(plan.hardware().buffered.depth)) {
  AddStores();
  AddFlits();
  AddChoices();
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    if (plan.IsAlive(NodeId{n})) FindReachable(NodeId{n});
  }
}

std::string Coverage::PortName(std::uint32_t port) const {
  const LinkPort& link = plan_.link_ports()[port];
  return fmt::format("({}{})", link.axis.value(),
                     link.direction ? fmt::format(",{}", Sign(*link.direction)) : "");
}

std::string Coverage::SourceName(std::uint32_t source) const {
  if (source < ways_.link_channels())
    return fmt::format("I{}.{}", PortName(ways_.PortOf(source)), ways_.ChannelOf(source));
  return ways_.locals() == 1 ? "injector" : "injector" + PortName(source - ways_.link_channels());
}

std::string Coverage::TargetName(std::uint32_t target) const {
  if (target < ways_.link_channels())
    return fmt::format("O{}.{}", PortName(ways_.PortOf(target)), ways_.ChannelOf(target));
  return ways_.locals() == 1 ? "ejector" : "ejector" + PortName(target - ways_.link_channels());
}

std::string Coverage::OutputName(std::uint32_t output) const {
  if (output < ways_.link_outputs() && !ways_.by_tables()) return "O" + PortName(output);
  return TargetName(output + ways_.link_channels() - ways_.link_outputs());
}

std::string Coverage::PositionName(std::uint32_t output, std::uint32_t position) const {
  if (position == 0) return "I" + PortName(ways_.PortOfOutput(output));
  return position <= ways_.ports() ? "I" + PortName(position - 1) : "injector";
}

Coverage::Group Coverage::Add(std::string_view group, std::vector<std::uint32_t> sizes,
                              const std::function<std::string(Indices)>& name) {
  Group added(bins_.size(), sizes);
  std::vector<std::uint32_t> at(sizes.size());
  for (bool more = true; more;) {
    std::string text = name(at);
    const bool exists = !text.empty();
    bins_.push_back({group, exists ? std::move(text) : "[" + Joined(at, ",") + "]",
                     exists ? no_route_ : kNoWires});
    more = false;
    for (std::size_t i = sizes.size(); i-- > 0 && !more;) {
      more = ++at[i] < sizes[i];
      if (!more) at[i] = 0;
    }
  }
  return added;
}

void Coverage::AddStores() {
  const auto counted = [](const std::string& what, std::uint32_t count) {
    return fmt::format("{} = {}", what, count);
  };
  credits_ = Add("credits", {ways_.link_channels(), depth_ + 1},
                 [&](Indices at) { return counted(TargetName(at[0]), at[1]); });
  buffers_ = Add("buffers", {ways_.link_channels(), depth_ + 1},
                 [&](Indices at) { return counted(SourceName(at[0]), at[1]); });
  injectors_ = Add("queues", {ways_.locals(), model::kLocalDepth + 1}, [&](Indices at) {
    return counted(SourceName(ways_.link_channels() + at[0]), at[1]);
  });
  ejectors_ = Add("queues", {ways_.locals(), model::kLocalDepth + 1}, [&](Indices at) {
    return counted(TargetName(ways_.link_channels() + at[0]), at[1]);
  });
}

void Coverage::AddFlits() {
  flits_ = Add("flits", {ways_.places(), ways_.places(), kFates}, [&](Indices at) {
    if (!ways_.HasWires(at[0], at[1])) return std::string();
    const bool unserved = at[2] == kHeadIsUnserved || at[2] == kBodyIsUnserved;
    if (unserved && !(ways_.by_tables() && at[1] < ways_.link_channels())) return std::string();
    return fmt::format("{} -> {}: {}", SourceName(at[0]), TargetName(at[1]), kFateNames[at[2]]);
  });
  std::uint32_t longest = 0;
  for (const int length : plan_.host().lengths())
    longest = std::max(longest, static_cast<std::uint32_t>(length));
  hops_ = Add("hops", {ways_.ports(), longest, 3, 2}, [&](Indices at) {
    const std::uint32_t channels = ways_.ChannelsOf(at[0]);
    const Axis axis = plan_.link_ports()[at[0]].axis;
    if (at[1] >= static_cast<std::uint32_t>(plan_.host().length(axis)) || at[2] > channels ||
        at[3] >= channels)
      return std::string();
    const std::string came =
        at[2] == 0 ? "first on the axis" : fmt::format("after channel {}", at[2] - 1);
    return fmt::format("O{}.{} at {}: {}", PortName(at[0]), at[3], at[1], came);
  });
}

std::size_t Coverage::HopBin(NodeId node, std::uint32_t source, std::uint32_t link_channel) const {
  const std::uint32_t port = ways_.PortOf(link_channel);
  const int at = plan_.host().Coordinate(node, plan_.link_ports()[port].axis);
  const bool straight = source < ways_.link_channels() && ways_.PortOf(source) == port;
  const std::uint32_t came = straight ? 1 + ways_.ChannelOf(source) : 0;
  return hops_.At({port, static_cast<std::uint32_t>(at), came, ways_.ChannelOf(link_channel)});
}

bool Coverage::HasPosition(std::uint32_t output, std::uint32_t position) const {
  for (std::uint32_t source = 0; source < ways_.places(); ++source) {
    for (std::uint32_t target = 0; target < ways_.places(); ++target) {
      if (ways_.OutputOf(target) == output && ways_.HasWires(source, target) &&
          ways_.PositionOf(source, target) == position)
        return true;
    }
  }
  return false;
}

bool Coverage::IsGuarded(std::uint32_t output) const {
  return output < ways_.link_outputs() &&
         plan_.hardware().buffered.arbiter == Arbiter::kThroughFirst;
}

void Coverage::AddPreferences() {
  preferences_ = Add("preferences", {ways_.ports(), 2, kFeasibles}, [&](Indices at) {
    if (ways_.ChannelsOf(at[0]) != 2) return std::string();
    return fmt::format("I{} prefers {}: {}", PortName(at[0]), at[1], kFeasibleNames[at[2]]);
  });
  leads_ = Add("preferences", {ways_.ports(), 2, kFeasibles}, [&](Indices at) {
    if (!ways_.by_tables()) return std::string();
    return fmt::format("O{} prefers {}: {}", PortName(at[0]), at[1], kRequestedNames[at[2]]);
  });
}

void Coverage::AddChoices() {
  AddPreferences();
  const std::uint32_t outputs = ways_.outputs();
  const std::uint32_t positions = ways_.ports() + 2;
  grants_ = Add("grants", {outputs, positions + 1, positions, 2}, [&](Indices at) {
    const auto [output, last, granted] = std::tuple(at[0], at[1], at[2]);
    const std::uint32_t least = IsGuarded(output) ? 1 : 0;
    if (granted < least || !HasPosition(output, granted)) return std::string();
    if (last > 0 && (last - 1 < least || !HasPosition(output, last - 1))) return std::string();
    return fmt::format("{}: {} after {}, {}", OutputName(output), PositionName(output, granted),
                       last == 0 ? "reset" : PositionName(output, last - 1),
                       at[3] == 0 ? "nobody else waits" : "another waits");
  });
  guards_ = Add("guards", {outputs, kThroughFirstGuard + 1, kGranteds}, [&](Indices at) {
    if (!IsGuarded(at[0])) return std::string();
    return fmt::format("{} guard {}: {}", OutputName(at[0]), at[1], kGrantedNames[at[2]]);
  });
}

CoverageReport Coverage::Report() const {
  const HardwareOptions& hardware = plan_.hardware();
  CoverageReport report{.host = plan_.host().CanonicalText(),
                        .ports = std::string(ToString(hardware.ports)),
                        .arbiter = std::string(ToString(hardware.buffered.arbiter)),
                        .buffer_depth = hardware.buffered.depth,
                        .link_stages = hardware.links.stages,
                        .cycles = cycles_};
  if (ways_.by_tables())
    report.dead = DeadParts{plan_.survivors().DeadLinksText(), plan_.survivors().DeadNodesText()};
  for (const CoverageBin& bin : bins_) {
    if (bin.excluded != kNoWires || bin.seen > 0) report.bins.push_back(bin);
  }
  return report;
}

}  // namespace toroid
