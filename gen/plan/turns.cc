#include "gen/plan/turns.h"

#include <algorithm>

namespace toroid {
namespace {

int PortsOf(const Graph& host, int axis) { return host.length(Axis{axis}) > 2 ? 2 : 1; }

// The number of each axis's first link port, and of all ports at the end.
std::vector<int> FirstPorts(const Graph& host) {
  std::vector<int> first = {0};
  for (int a = 0; a < host.axes(); ++a) first.push_back(first.back() + PortsOf(host, a));
  return first;
}

}  // namespace

TurnSet TurnSet::All(const Graph& host) {
  const std::vector<int> first = FirstPorts(host);
  const int ports = first.back();
  TurnSet turns(ports);
  for (std::size_t a = 0; a + 1 < first.size(); ++a) {
    for (int input = first[a]; input < first[a + 1]; ++input) {
      for (int output = first[a + 1]; output < ports; ++output)
        turns.outputs_[static_cast<std::size_t>(input)] |= 1U << output;
    }
  }
  return turns;
}

TurnSet TurnSet::Of(const Graph& host, std::span<const ScheduledMessage> messages) {
  const std::vector<int> first = FirstPorts(host);
  TurnSet turns(first.back());
  const auto port_of = [&](const Hop& hop) {
    const bool second = hop.direction == Direction::kMinus && host.length(hop.axis) > 2;
    return static_cast<std::size_t>(first[hop.axis.index()] + (second ? 1 : 0));
  };
  for (const ScheduledMessage& message : messages) {
    const std::vector<Hop> route = host.Route(message.node, message.to);
    for (std::size_t e = 1; e < route.size(); ++e) {
      if (route[e].axis != route[e - 1].axis)
        turns.outputs_[port_of(route[e - 1])] |= 1U << port_of(route[e]);
    }
  }
  return turns;
}

bool TurnSet::LeadsTo(int first_port, int ports) const {
  const std::uint32_t some = ((1U << ports) - 1) << first_port;
  return std::ranges::any_of(outputs_, [some](std::uint32_t to) { return (to & some) != 0; });
}

std::string TurnSet::ToString() const {
  std::string text;
  for (std::size_t input = 0; input < outputs_.size(); ++input) {
    for (std::size_t output = 0; output < outputs_.size(); ++output) {
      if ((outputs_[input] >> output & 1) == 0) continue;
      text += (text.empty() ? "" : " ") + std::to_string(input) + ">" + std::to_string(output);
    }
  }
  return text.empty() ? "none" : text;
}

}  // namespace toroid
