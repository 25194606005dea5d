// Walks the route of every pair of coordinates on each axis, one hop at a time.
#include "sim/coverage/ways.h"

#include "sim/model/network.h"

namespace toroid {

using model::Bit;

Ways::Ways(const Plan& plan)
    : plan_(plan), locals_(static_cast<std::uint32_t>(plan.local_ports())) {
  for (const LinkPort& port : plan.link_ports()) {
    const auto number = static_cast<std::uint32_t>(first_lane_.size());
    first_lane_.push_back(lanes());
    for (int channel = 0; channel < plan.Channels(port.axis); ++channel)
      port_of_lane_.push_back(number);
  }
  const Graph& host = plan.host();
  for (int a = 0; a < host.axes(); ++a) {
    const int length = host.lengths()[static_cast<std::size_t>(a)];
    on_axes_.emplace_back(static_cast<std::size_t>(length));
    for (OnAxis& place : on_axes_.back()) place.passes.resize(lanes());
    for (int from = 0; from < length; ++from) {
      for (int to = 0; to < length; ++to) Walk(Axis{a}, from, to);
    }
  }
}

// Adds the route of a packet on one axis, by R2.2, R2.3 and R3.2.
void Ways::Walk(Axis axis, int from, int to) {
  if (from == to) return;
  const Direction direction = plan_.host().RouteDirection(axis, from, to);
  const auto port = static_cast<std::size_t>(plan_.LinkPortOf(axis, direction));
  const int length = plan_.host().length(axis);
  std::vector<OnAxis>& places = on_axes_[axis.index()];
  const OnAxis* before = nullptr;
  std::uint32_t lane = 0;
  bool crossed = false;
  for (int at = from; at != to;) {
    const int next = at + (direction == Direction::kPlus ? 1 : -1);
    crossed = crossed || next < 0 || next == length;
    const std::uint32_t came_by = lane;
    lane = first_lane_[port] + std::uint32_t{crossed};
    OnAxis& here = places[static_cast<std::size_t>(at)];
    (before == nullptr ? here.begins : here.passes[came_by]) |= Bit(lane);
    before = &here;
    at = (next + length) % length;
  }
  places[static_cast<std::size_t>(to)].ends |= Bit(lane);
}

std::uint32_t Ways::ChannelsOf(std::uint32_t port) const {
  return static_cast<std::uint32_t>(plan_.Channels(plan_.link_ports()[port].axis));
}

std::uint32_t Ways::OutputOf(std::uint32_t target) const {
  return target < lanes() ? port_of_lane_[target] : ports() + target - lanes();
}

std::uint32_t Ways::PositionOf(std::uint32_t source, std::uint32_t target) const {
  if (source >= lanes()) return ports() + 1;
  const std::uint32_t port = port_of_lane_[source];
  return target < lanes() && port_of_lane_[target] == port ? 0 : 1 + port;
}

bool Ways::HasWires(std::uint32_t source, std::uint32_t target) const {
  if (source >= lanes() && target >= lanes()) return false;
  if (source >= lanes() || target >= lanes()) {
    const std::uint32_t link = source < lanes() ? source : target;
    const std::uint32_t local = (source < lanes() ? target : source) - lanes();
    return locals_ == 1 || local == port_of_lane_[link];
  }
  const auto axis_of = [&](std::uint32_t lane) {
    return plan_.link_ports()[port_of_lane_[lane]].axis;
  };
  return port_of_lane_[source] == port_of_lane_[target] || axis_of(source) < axis_of(target);
}

std::vector<std::uint64_t> Ways::AtNode(NodeId node) const {
  std::vector<std::uint64_t> ways(places());
  const Graph& host = plan_.host();
  const auto on_axis = [&](Axis axis) -> const OnAxis& {
    return on_axes_[axis.index()][static_cast<std::size_t>(host.Coordinate(node, axis))];
  };
  for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
    const Axis axis = plan_.link_ports()[port_of_lane_[lane]].axis;
    const OnAxis& here = on_axis(axis);
    ways[lane] = here.passes[lane];
    if ((here.ends & Bit(lane)) == 0) continue;
    for (int later = axis.value() + 1; later < host.axes(); ++later)
      ways[lane] |= on_axis(Axis{later}).begins;
    ways[lane] |= Bit(lanes() + (locals_ == 1 ? 0 : port_of_lane_[lane]));
  }
  for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
    const std::uint32_t port = port_of_lane_[lane];
    const std::uint32_t local = locals_ == 1 ? 0 : port;
    if ((on_axis(plan_.link_ports()[port].axis).begins & Bit(lane)) != 0)
      ways[lanes() + local] |= Bit(lane);
  }
  return ways;
}

bool Ways::Hops(std::uint32_t port, int coordinate, HopOrigin origin, std::uint32_t channel) const {
  const Axis axis = plan_.link_ports()[port].axis;
  const OnAxis& here = on_axes_[axis.index()][static_cast<std::size_t>(coordinate)];
  const std::uint32_t first = first_lane_[port];
  const std::uint64_t lanes_out =
      origin == kBegins ? here.begins : here.passes[first + (origin == kOnChannel1 ? 1U : 0U)];
  return (lanes_out & Bit(first + channel)) != 0;
}

}  // namespace toroid
