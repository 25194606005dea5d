// The streams of NAME_wrap: their names, ports and clocks, and the place of each in the network's
// ports (docs/spec/generated.md, G1.10 and section 7).
//
// Stream i of a class is port i mod P of node i / P. With several classes of messages each network
// has all streams.
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// One stream into a network and the one out of it, at the same port of a node.
struct Stream {
  int of_class = 0;
  int number = 0;
};

class WrapPorts {
 public:
  WrapPorts(const Plan& plan, const Layers& layers);

  int classes() const { return plan_.hardware().classes; }
  int streams() const;                          // streams of a class
  std::string ClassPrefix(int of_class) const;  // "c1_"; "" if there is one class

  // The ports of each stream: s_axis_*, m_axis_* and error, as in the wrap and as in the network.
  const PortList& stream_ports() const { return stream_ports_; }
  const PortList& network_stream_ports() const { return network_stream_ports_; }
  // The ports of no stream: clock and reset, as the network has them, and those of layers.
  const PortList& network_other_ports() const { return network_other_ports_; }
  // All ports of the wrap that belong to no stream. Networks share the inputs; each has its own
  // outputs.
  PortList OtherPorts() const;

  // "c1_s7_axis_tvalid" for s_axis_tvalid, "c1_s7_error" for error; "cpu0_c1_s_axis_tvalid" where
  // the node has a name, with the port's number behind the s or m if a node has several.
  std::string NameOf(const ModulePort& port, Stream stream) const;
  std::string OtherNameOf(const ModulePort& port, int of_class) const;
  // The connection of the network's port for that stream: a port of the wrap, with `prefix` before
  // its name, or several side by side.
  std::string InNetwork(const ModulePort& port, Stream stream, const std::string& prefix) const;
  std::string SpareName(Stream stream) const;  // the wire of unused bits

  NodeId NodeOf(int stream) const;
  std::string PlaceOf(NodeId node) const;  // "node 3 at (0,3)"
  std::string PlaceOf(int stream) const;   // with several ports "node 3 at (0,3), axis0_plus"
  // Whether a queue is between the network and the stream into it ('s') or out of it ('m'): not if
  // a link is missing, or no endpoint uses it, so that nothing ever moves. A port's link out of the
  // node and its link into it have neighbours on opposite sides.
  bool Crosses(Stream stream, char way) const;
  bool HasOwnClock(NodeId node) const;
  std::vector<NodeId> OwnClocks() const;               // nodes with per-node clocks
  std::string ClockName(NodeId node) const;            // "n3_clk", "cpu0_clk"
  static std::string ResetName(NodeId node);           // "n3_rst", a wire
  std::string ClockOf(Stream stream, char way) const;  // the clock of the stream's ports

  std::string ResetPort() const;    // "rst", "rst_n"
  std::string ResetIsHigh() const;  // "rst", "~rst_n"
  // The reset of a node's endpoints. Beside queues between clocks, which are reset asynchronously,
  // it is a net of its own.
  static constexpr const char* kEndpointReset = "axi_rst";  // of those without a clock of their own
  std::string EndpointReset(NodeId node) const;
  std::string NetworkReset() const;  // what the networks' rst is connected to

 private:
  PortList StreamPortsOfWrap() const;

  const Plan& plan_;
  PortList network_stream_ports_;
  PortList network_other_ports_;
  PortList stream_ports_;
};

// Bits of a port; 1 for a plain wire.
inline int BitsOf(const ModulePort& port) { return port.width == 0 ? 1 : port.width; }

}  // namespace toroid::rtl
