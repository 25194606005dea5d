// Walks the route of every pair of coordinates on each axis, one hop at a time; by tables, the
// route of every pair of nodes.
#include "sim/coverage/ways.h"

#include "sim/model/network.h"

namespace toroid {

using model::Bit;

Ways::Ways(const Plan& plan)
    : plan_(plan), locals_(static_cast<std::uint32_t>(plan.local_ports())) {
  for (const LinkPort& port : plan.link_ports()) {
    const auto number = static_cast<std::uint32_t>(first_link_channel_.size());
    first_link_channel_.push_back(link_channels());
    for (int channel = 0; channel < plan.Channels(port.axis); ++channel) port_of_.push_back(number);
  }
  if (plan.routes()) {
    WalkTables(*plan.routes());
  } else {
    WalkAxes();
  }
}

void Ways::WalkAxes() {
  const Graph& host = plan_.host();
  for (int a = 0; a < host.axes(); ++a) {
    const int length = host.lengths()[static_cast<std::size_t>(a)];
    on_axes_.emplace_back(static_cast<std::size_t>(length));
    for (OnAxis& place : on_axes_.back()) place.passes.resize(link_channels());
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
  std::uint32_t link_channel = 0;
  bool crossed = false;
  for (int at = from; at != to;) {
    const int next = at + (direction == Direction::kPlus ? 1 : -1);
    crossed = crossed || next < 0 || next == length;
    const std::uint32_t came_by = link_channel;
    link_channel = first_link_channel_[port] + std::uint32_t{crossed};
    OnAxis& here = places[static_cast<std::size_t>(at)];
    (before == nullptr ? here.begins : here.passes[came_by]) |= Bit(link_channel);
    before = &here;
    at = (next + length) % length;
  }
  places[static_cast<std::size_t>(to)].ends |= Bit(link_channel);
}

// Adds the first hop of every route, and what follows it in the next node. As an entry knows
// nothing of the source (DG2.2), each later hop of a route is the first hop of another one.
void Ways::WalkTables(const RoutedHost& routes) {
  at_nodes_.assign(plan_.host().size(), std::vector<std::uint64_t>(places()));
  const auto link_channel_to = [&](NodeId at, NodeId to) {
    const degraded::Entry entry = routes.tables.At(at, to);
    return first_link_channel_[static_cast<std::size_t>(entry.port)] +
           static_cast<std::uint32_t>(entry.channel);
  };
  for (const NodeId to : routes.host.survivors()) {
    for (const NodeId from : routes.host.survivors()) {
      if (from == to) continue;
      const std::uint32_t link_channel = link_channel_to(from, to);
      const std::uint32_t port = port_of_[link_channel];
      at_nodes_[from.index()][link_channels() + LocalOf(port)] |= Bit(link_channel);
      const NodeId next = *routes.host.Next(from, static_cast<int>(port));
      at_nodes_[next.index()][link_channel] |=
          Bit(next == to ? link_channels() + LocalOf(port) : link_channel_to(next, to));
    }
  }
}

std::uint32_t Ways::ChannelsOf(std::uint32_t port) const {
  return static_cast<std::uint32_t>(plan_.Channels(plan_.link_ports()[port].axis));
}

std::uint32_t Ways::OtherChannelOf(std::uint32_t place) const {
  if (place >= link_channels() || ChannelsOf(port_of_[place]) != 2) return place;
  return first_link_channel_[port_of_[place]] + 1 - ChannelOf(place);
}

std::uint32_t Ways::OutputOf(std::uint32_t target) const {
  if (target >= link_channels()) return link_outputs() + target - link_channels();
  return by_tables() ? target : port_of_[target];
}

std::uint32_t Ways::PositionOf(std::uint32_t source, std::uint32_t target) const {
  if (source >= link_channels()) return ports() + 1;
  const std::uint32_t port = port_of_[source];
  return target < link_channels() && port_of_[target] == port ? 0 : 1 + port;
}

bool Ways::HasWires(std::uint32_t source, std::uint32_t target) const {
  if (source >= link_channels() && target >= link_channels()) return false;
  if (source >= link_channels() || target >= link_channels()) {
    const std::uint32_t link = source < link_channels() ? source : target;
    const std::uint32_t local = (source < link_channels() ? target : source) - link_channels();
    return locals_ == 1 || local == port_of_[link];
  }
  const auto axis_of = [&](std::uint32_t link_channel) {
    return plan_.link_ports()[port_of_[link_channel]].axis;
  };
  if (port_of_[source] == port_of_[target]) return true;
  return by_tables() ? axis_of(source) != axis_of(target) : axis_of(source) < axis_of(target);
}

std::vector<std::uint64_t> Ways::AtNode(NodeId node) const {
  if (by_tables()) return at_nodes_[node.index()];
  std::vector<std::uint64_t> ways(places());
  const Graph& host = plan_.host();
  const auto on_axis = [&](Axis axis) -> const OnAxis& {
    return on_axes_[axis.index()][static_cast<std::size_t>(host.Coordinate(node, axis))];
  };
  for (std::uint32_t link_channel = 0; link_channel < link_channels(); ++link_channel) {
    const Axis axis = plan_.link_ports()[port_of_[link_channel]].axis;
    const OnAxis& here = on_axis(axis);
    ways[link_channel] = here.passes[link_channel];
    if ((here.ends & Bit(link_channel)) == 0) continue;
    for (int later = axis.value() + 1; later < host.axes(); ++later)
      ways[link_channel] |= on_axis(Axis{later}).begins;
    ways[link_channel] |= Bit(link_channels() + LocalOf(port_of_[link_channel]));
  }
  for (std::uint32_t link_channel = 0; link_channel < link_channels(); ++link_channel) {
    const std::uint32_t port = port_of_[link_channel];
    if ((on_axis(plan_.link_ports()[port].axis).begins & Bit(link_channel)) != 0)
      ways[link_channels() + LocalOf(port)] |= Bit(link_channel);
  }
  return ways;
}

}  // namespace toroid
