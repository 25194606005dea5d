// Source: docs/spec/router.md, R2.4, R3.2, R4.5 and R5.4.
#include "sim/model/contenders.h"

#include <algorithm>

namespace toroid::model {

Contenders::Contenders(const Routes& routes) : requests_(routes.link_channels() + routes.locals()) {
  NumberEnds(routes);
  ListRequests(routes);
  ListContenders(routes);
  ListBids(routes);
}

void Contenders::NumberEnds(const Routes& routes) {
  for (std::uint32_t p = 0; p < routes.ports(); ++p) {
    const Port& port = routes.port(p);
    inputs_.push_back({port.link_channel, port.channels});
    if (!routes.by_tables()) {
      outputs_.push_back({port.link_channel, port.channels, true, p, {}, {}});
      continue;
    }
    for (std::uint32_t v = 0; v < port.channels; ++v)
      outputs_.push_back({port.link_channel + v, 1, true, p, {}, {}});
  }
  for (std::uint32_t j = 0; j < routes.locals(); ++j) {
    inputs_.push_back({routes.link_channels() + j, 1});
    outputs_.push_back({routes.link_channels() + j, 1, false, 0, {}, {}});
  }
}

// A flit that came along an axis continues by the same port, turns to a later axis, or has arrived;
// on its own axis it never returns to channel 0. With several injectors, each feeds its own link
// only. By tables a flit also turns to earlier axes, and goes into any channel (DG7.3).
void Contenders::ListRequests(const Routes& routes) {
  for (std::uint32_t s = 0; s < requests_.size(); ++s) {
    const Source& from = routes.source(s);
    const bool injected = from.axis == kNoAxis;
    for (std::uint32_t t = 0; t < routes.link_channels(); ++t) {
      const Target& to = routes.target(t);
      const bool own = to.output == from.port;
      const std::uint8_t axis = routes.port(to.output).axis;
      const bool onward = routes.by_tables()
                              ? own || axis != from.axis
                              : axis > from.axis || (own && to.channel >= from.channel);
      const bool asks = injected ? own || routes.locals() == 1 : onward;
      if (asks) requests_[s].push_back(t);
    }
    if (!injected) requests_[s].push_back(from.ejector);
  }
}

void Contenders::ListContenders(const Routes& routes) {
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    for (std::uint32_t o = 0; o < outputs_.size(); ++o) {
      Output& output = outputs_[o];
      const std::uint32_t source = inputs_[i].source;
      if (std::ranges::find(requests_[source], output.target) == requests_[source].end()) continue;
      const std::uint32_t position = routes.PositionOf(source, output.target);
      output.input_at[position] = static_cast<std::uint8_t>(i);
      if (position > 0) output.turning.push_back({i, position});
    }
  }
}

void Contenders::ListBids(const Routes& routes) {
  bids_.resize(requests_.size() * 64);
  for (std::uint32_t s = 0; s < requests_.size(); ++s) {
    for (const std::uint32_t t : requests_[s]) {
      const std::uint32_t output = routes.by_tables() ? t : routes.target(t).output;
      bids_[s * 64 + t] = {static_cast<std::uint8_t>(output),
                           static_cast<std::uint8_t>(routes.PositionOf(s, t))};
    }
  }
}

}  // namespace toroid::model
