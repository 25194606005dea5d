// A set has a mask of outputs for each input. It is filled with all turns to later axes, or by
// following the routes of messages.
#include "gen/plan/turns.h"

#include <algorithm>

namespace toroid {
namespace {

int PortsOf(const Graph& host, int axis) { return host.length(Axis{axis}) > 2 ? 2 : 1; }

int FirstPortOf(const Graph& host, int axis) {
  int first = 0;
  for (int a = 0; a < axis; ++a) first += PortsOf(host, a);
  return first;
}

}  // namespace

int LinkPortOf(const Graph& host, const Hop& hop) {
  const int axis = hop.axis.value();
  const bool second = hop.direction == Direction::kMinus && PortsOf(host, axis) == 2;
  return FirstPortOf(host, axis) + (second ? 1 : 0);
}

TurnSet TurnSet::All(const Graph& host) {
  const int ports = FirstPortOf(host, host.axes());
  TurnSet turns(ports);
  for (int a = 0; a < host.axes(); ++a) {
    const int later = FirstPortOf(host, a + 1);
    for (int input = FirstPortOf(host, a); input < later; ++input) {
      for (int output = later; output < ports; ++output) turns.Add(input, output);
    }
  }
  return turns;
}

TurnSet TurnSet::Of(const Graph& host, std::span<const ScheduledMessage> messages) {
  TurnSet turns(FirstPortOf(host, host.axes()));
  for (const ScheduledMessage& message : messages) {
    const std::vector<Hop> route = host.Route(message.node, message.to);
    for (std::size_t e = 1; e < route.size(); ++e) {
      if (route[e].axis != route[e - 1].axis)
        turns.Add(LinkPortOf(host, route[e - 1]), LinkPortOf(host, route[e]));
    }
  }
  return turns;
}

void TurnSet::AddLater(const Graph& host, const std::vector<std::uint32_t>& outputs) {
  const TurnSet later = All(host);
  for (std::size_t input = 0; input < outputs.size(); ++input)
    outputs_[input] |= outputs[input] & later.outputs_[input];
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
