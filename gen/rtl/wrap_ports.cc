// Names, places and clocks of ports follow from the top's ports: those with the names of a stream's
// signals are split by stream, and all others keep their names.
#include "gen/rtl/wrap_ports.h"

#include <fmt/core.h>

#include <algorithm>

#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/network.h"

namespace toroid::rtl {

WrapPorts::WrapPorts(const Plan& plan, const Layers& layers)
    : plan_(plan), network_stream_ports_(StreamPorts(plan, layers)) {
  for (const ModulePort& port : TopPorts(plan, layers)) {
    if (std::ranges::find(network_stream_ports_, port.name, &ModulePort::name) ==
        network_stream_ports_.end())
      network_other_ports_.push_back(port);
  }
  stream_ports_ = StreamPortsOfWrap();
}

// tkeep follows tdata. The user bits are tuser into the network, and are above the source in tuser
// out of it.
PortList WrapPorts::StreamPortsOfWrap() const {
  const WrapOptions& options = plan_.hardware().wrap;
  PortList ports;
  for (ModulePort port : network_stream_ports_) {
    const bool data = port.name.ends_with("_axis_tdata");
    if (data && SideBits(options, plan_.data_width()) > 0) {
      port.width = options.axi ? plan_.hardware().flit_width : plan_.data_width();
      port.parametric.reset();
    }
    if (port.name == "m_axis_tuser" && options.user_bits > 0) {
      port.width += options.user_bits;
      port.what = "user bits, and below them the " + port.what;
    }
    ports.push_back(port);
    const std::string way = port.name.substr(0, 7);  // "s_axis_"
    if (data && options.keep)
      ports.push_back({way + "tkeep", port.input, plan_.data_width() / 8, "valid bytes"});
    if (port.name == "s_axis_tdest" && options.user_bits > 0)
      ports.push_back({way + "tuser", true, options.user_bits, "user bits"});
  }
  return ports;
}

int WrapPorts::streams() const {
  return static_cast<int>(plan_.host().size()) * plan_.local_ports();
}

std::string WrapPorts::ClassPrefix(int of_class) const {
  return classes() == 1 ? "" : fmt::format("c{}_", of_class);
}

PortList WrapPorts::OtherPorts() const {
  PortList others;
  for (const ModulePort& port : network_other_ports_) {
    ModulePort named = port;
    if (port.name == "rst") {
      named.name = ResetPort();
      named.what = fmt::format(
          "{}, active {}",
          HasAsyncReset(plan_.hardware().wrap) ? "at any time, without glitches" : "synchronous",
          plan_.hardware().wrap.active_low ? "low" : "high");
    }
    for (int c = 0; c < (port.input ? 1 : classes()); ++c) {
      if (port.name != "rst") named.name = OtherNameOf(port, c);
      others.push_back(named);
    }
    if (port.name != "rst") continue;
    for (const NodeId node : OwnClocks())
      others.push_back(
          {ClockName(node), true, 0, "rising edge; of the local ports of " + PlaceOf(node)});
  }
  for (const ModulePort& port : PortsOfAllEndpoints(plan_)) others.push_back(port);
  return others;
}

std::string WrapPorts::NameOf(const ModulePort& port, Stream stream) const {
  const std::string prefix = ClassPrefix(stream.of_class);
  const std::string node =
      plan_.hardware().wrap.axi ? "" : NameOfPorts(plan_.hardware().wrap, NodeOf(stream.number));
  if (!node.empty()) {
    const int several = plan_.local_ports();
    const std::string number = several == 1 ? "" : std::to_string(stream.number % several);
    if (port.name == "error") return fmt::format("{}_{}s{}_error", node, prefix, number);
    return fmt::format("{}_{}{}{}{}", node, prefix, port.name[0], number, port.name.substr(1));
  }
  if (port.name == "error") return fmt::format("{}s{}_error", prefix, stream.number);
  return fmt::format("{}{}{}{}", prefix, port.name[0], stream.number, port.name.substr(1));
}

std::string WrapPorts::OtherNameOf(const ModulePort& port, int of_class) const {
  return port.input ? port.name : ClassPrefix(of_class) + port.name;
}

std::string WrapPorts::SpareName(Stream stream) const {
  return fmt::format("unused_{}m{}_spare", ClassPrefix(stream.of_class), stream.number);
}

std::string WrapPorts::InNetwork(const ModulePort& port, Stream stream,
                                 const std::string& prefix) const {
  const WrapOptions& options = plan_.hardware().wrap;
  const std::string name = prefix + NameOf(port, stream);
  if (port.name == "m_axis_tuser" && options.user_bits > 0) return name + PartAt(0, port.width);
  const int side = SideBits(options, plan_.data_width());
  if (side == 0 || options.axi || !port.name.ends_with("_axis_tdata")) return name;
  const auto sibling = [&](const char* signal) {
    return prefix + NameOf({port.name.substr(0, 7) + signal, port.input, 0, ""}, stream);
  };
  std::string parts;
  const int spare = SpareBits(options, plan_.data_width());
  if (spare > 0) parts += (port.input ? Zeros(spare) : SpareName(stream)) + ", ";
  if (options.user_bits > 0)
    parts += sibling("tuser") +
             (port.input ? "" : PartAt(plan_.address_bits(), options.user_bits)) + ", ";
  if (options.keep) parts += sibling("tkeep") + ", ";
  return "{" + parts + name + "}";
}

NodeId WrapPorts::NodeOf(int stream) const {
  return NodeId{static_cast<std::uint32_t>(stream / plan_.local_ports())};
}

std::string WrapPorts::PlaceOf(NodeId node) const {
  return fmt::format("node {} at {}", node.value(), plan_.host().NodeText(node));
}

std::string WrapPorts::PlaceOf(int stream) const {
  std::string text = PlaceOf(NodeOf(stream));
  if (plan_.hardware().ports == Ports::kAll)
    text +=
        ", " + PortName(plan_.link_ports()[static_cast<std::size_t>(stream % plan_.local_ports())]);
  return text;
}

bool WrapPorts::HasOwnClock(NodeId node) const {
  const WrapOptions& options = plan_.hardware().wrap;
  const bool used = !options.axi || options.axi->nodes[node.index()].role != AxiRole::kNone;
  return used && node.index() < options.own_clock.size() && options.own_clock[node.index()];
}

std::vector<NodeId> WrapPorts::OwnClocks() const {
  std::vector<NodeId> nodes;
  for (std::uint32_t n = 0; n < plan_.host().size(); ++n) {
    if (HasOwnClock(NodeId{n})) nodes.push_back(NodeId{n});
  }
  return nodes;
}

std::string WrapPorts::ClockName(NodeId node) const {
  const std::string name = NameOfPorts(plan_.hardware().wrap, node);
  return name.empty() ? fmt::format("n{}_clk", node.value()) : name + "_clk";
}

std::string WrapPorts::ResetName(NodeId node) { return fmt::format("n{}_rst", node.value()); }

bool WrapPorts::Crosses(Stream of_a_class, char way) const {
  const int stream = of_a_class.number;
  const NodeId node = NodeOf(stream);
  if (!HasOwnClock(node)) return false;
  if (const auto& axi = plan_.hardware().wrap.axi)
    return UsesStream(axi->nodes[node.index()], of_a_class.of_class, way);
  if (plan_.hardware().ports == Ports::kOne) return true;
  const std::size_t port = static_cast<std::size_t>(stream % plan_.local_ports());
  const LinkPort& link = plan_.link_ports()[port];
  return (way == 's' ? SendsTo(plan_.host(), node, link) : ReceivesFrom(plan_.host(), node, link))
      .has_value();
}

std::string WrapPorts::ClockOf(Stream stream, char way) const {
  return Crosses(stream, way) ? ClockName(NodeOf(stream.number)) : "clk";
}

std::string WrapPorts::ResetPort() const {
  return plan_.hardware().wrap.active_low ? "rst_n" : "rst";
}

std::string WrapPorts::ResetIsHigh() const {
  return plan_.hardware().wrap.active_low ? "~rst_n" : "rst";
}

std::string WrapPorts::EndpointReset(NodeId node) const {
  if (!HasOwnClocks(plan_.hardware().wrap)) return NetworkReset();
  return HasOwnClock(node) ? fmt::format("n{}_axi_rst", node.value()) : kEndpointReset;
}

std::string WrapPorts::NetworkReset() const {
  return HasAsyncReset(plan_.hardware().wrap) ? "network_rst" : ResetIsHigh();
}

}  // namespace toroid::rtl
