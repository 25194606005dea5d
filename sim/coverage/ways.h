// Paths of flits inside a node: from the input buffer or injector in which they wait to the output
// channel or ejector that they request. Computed from docs/spec/router.md, sections 2 to 4, by
// walking all routes of each axis, independently of the model's tables (sim/model/routes.h).
#pragma once

#include <cstdint>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

// Numbered as in sim/model/routes.h: channel v of link port p is lane FirstLane(p) + v; input lane
// q is source q, injector j source lanes + j; output lane q is target q, ejector j target lanes +
// j.
class Ways {
 public:
  // The plan must outlive it.
  explicit Ways(const Plan& plan);

  std::uint32_t lanes() const { return static_cast<std::uint32_t>(port_of_lane_.size()); }
  std::uint32_t locals() const { return locals_; }
  std::uint32_t places() const { return lanes() + locals_; }  // sources, and targets
  std::uint32_t ports() const { return static_cast<std::uint32_t>(first_lane_.size()); }
  std::uint32_t FirstLane(std::uint32_t port) const { return first_lane_[port]; }
  std::uint32_t PortOfLane(std::uint32_t lane) const { return port_of_lane_[lane]; }
  std::uint32_t ChannelOfLane(std::uint32_t lane) const {
    return lane - first_lane_[port_of_lane_[lane]];
  }
  std::uint32_t ChannelsOf(std::uint32_t port) const;

  // The output of a target: a link port, or ports + j for ejector j.
  std::uint32_t OutputOf(std::uint32_t target) const;
  // Position by R5.4, numbered alike for all outputs: 0 straight on, 1 + i turning from input port
  // i, also into an ejector, ports + 1 injected.
  std::uint32_t PositionOf(std::uint32_t source, std::uint32_t target) const;
  // Whether a node has wires from source to target (R2.4, R4.5): straight on, to a later axis, in
  // or out.
  bool HasWires(std::uint32_t source, std::uint32_t target) const;

  // By source, a bit for each target to which some route leads from there, in this node.
  std::vector<std::uint64_t> AtNode(NodeId node) const;

  // Arrival of a flit that hops on an axis: it begins its way on the axis here, or came straight on
  // in channel 0 or 1.
  enum HopOrigin : std::uint8_t { kBegins, kOnChannel0, kOnChannel1 };
  bool Hops(std::uint32_t port, int coordinate, HopOrigin origin, std::uint32_t channel) const;

 private:
  // Routes at one coordinate of an axis, as bits of lanes.
  struct OnAxis {
    std::uint64_t begins = 0;                // output lanes of first hops on the axis
    std::uint64_t ends = 0;                  // input lanes of last hops
    std::vector<std::uint64_t> passes = {};  // by input lane: output lanes
  };
  void Walk(Axis axis, int from, int to);

  const Plan& plan_;
  std::uint32_t locals_;
  std::vector<std::uint32_t> first_lane_;     // by port
  std::vector<std::uint32_t> port_of_lane_;   // by lane
  std::vector<std::vector<OnAxis>> on_axes_;  // by axis and coordinate
};

}  // namespace toroid
