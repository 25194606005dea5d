// Paths of flits inside a node: from the input buffer or injector in which they wait to the output
// channel or ejector that they request. Computed from docs/spec/router.md, sections 2 to 4, by
// walking all routes of each axis, independently of the model's tables (sim/model/routes.h). Where
// routers read routing tables (docs/spec/degraded.md, DG7), all routes of these are walked instead.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

// Numbered as in sim/model/routes.h: channel v of link port p is link channel FirstLinkChannel(p) +
// v; input channel q is source q, injector j source link channels + j; output channel q
// is target q, ejector j target link channels + j.
class Ways {
 public:
  // The plan must outlive it.
  explicit Ways(const Plan& plan);

  bool by_tables() const { return plan_.routes() != nullptr; }
  std::uint32_t link_channels() const { return static_cast<std::uint32_t>(port_of_.size()); }
  std::uint32_t locals() const { return locals_; }
  std::uint32_t places() const { return link_channels() + locals_; }  // sources, and targets
  std::uint32_t ports() const { return static_cast<std::uint32_t>(first_link_channel_.size()); }
  std::uint32_t FirstLinkChannel(std::uint32_t port) const { return first_link_channel_[port]; }
  std::uint32_t PortOf(std::uint32_t link_channel) const { return port_of_[link_channel]; }
  std::uint32_t ChannelOf(std::uint32_t link_channel) const {
    return link_channel - first_link_channel_[port_of_[link_channel]];
  }
  std::uint32_t ChannelsOf(std::uint32_t port) const;
  // The other channel of a link channel's link; the place itself if it has none, or is local.
  std::uint32_t OtherChannelOf(std::uint32_t place) const;

  // An output has an arbiter. It is a link port, or ports + j for ejector j; by tables each channel
  // of a link has an arbiter (DG7.6), and outputs are targets. Those of links come first.
  std::uint32_t outputs() const { return link_outputs() + locals_; }
  std::uint32_t link_outputs() const { return by_tables() ? link_channels() : ports(); }
  std::uint32_t OutputOf(std::uint32_t target) const;
  // The link port of an output below link_outputs().
  std::uint32_t PortOfOutput(std::uint32_t output) const {
    return by_tables() ? port_of_[output] : output;
  }
  // Position by R5.4 or DG7.5, numbered alike for all outputs: 0 straight on, 1 + i turning from
  // input port i, also into an ejector, ports + 1 injected.
  std::uint32_t PositionOf(std::uint32_t source, std::uint32_t target) const;
  // Whether a node has wires from source to target (R2.4, R4.5): straight on, to a later axis, by
  // tables to any other axis (DG7.3), in or out.
  bool HasWires(std::uint32_t source, std::uint32_t target) const;

  // By source, a bit for each target to which some route leads from there, in this node.
  std::vector<std::uint64_t> AtNode(NodeId node) const;

 private:
  // Routes at one coordinate of an axis, as bits of link channels.
  struct OnAxis {
    std::uint64_t begins = 0;                // output channels of first hops on the axis
    std::uint64_t ends = 0;                  // input channels of last hops
    std::vector<std::uint64_t> passes = {};  // by input channel: output channels
  };
  void WalkAxes();
  void Walk(Axis axis, int from, int to);
  void WalkTables(const RoutedHost& routes);
  // The injector that feeds a link port, and the ejector that it feeds.
  std::uint32_t LocalOf(std::uint32_t port) const { return locals_ == 1 ? 0 : port; }

  const Plan& plan_;
  std::uint32_t locals_;
  std::vector<std::uint32_t> first_link_channel_;  // by port
  std::vector<std::uint32_t> port_of_;             // by link channel
  std::vector<std::vector<OnAxis>> on_axes_;       // by axis and coordinate; empty by tables
  // by tables, by node: what AtNode returns
  std::vector<std::vector<std::uint64_t>> at_nodes_;
};

}  // namespace toroid
