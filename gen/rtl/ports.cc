// The port lists, in the order in which they are emitted. The manifest's list is made from them, so
// the two cannot differ. A layer's ports (tid, those of a table, strobes) come from its record.
#include <fmt/core.h>

#include <algorithm>

#include "gen/plan/link_fields.h"
#include "gen/rtl/network.h"
#include "gen/rtl/tables.h"

namespace toroid::rtl {
namespace {

// Appends ports.
void Append(const PortList& more, PortList& ports) {
  ports.insert(ports.end(), more.begin(), more.end());
}

// The layers' signals of the local ports' streams that go this way.
void AppendStreams(const Layers& layers, bool input, int count, PortList& ports) {
  for (const Layer& layer : layers) {
    for (ModulePort port : layer.stream_ports) {
      if (port.input != input) continue;
      port.width *= count;
      ports.push_back(std::move(port));
    }
  }
}

// The local ports of `count` injectors and ejectors together.
PortList LocalPorts(const Plan& plan, const Layers& layers, int count, bool plain) {
  const int bits = plain ? 0 : count;
  const int data = count * plan.hardware().flit_width;
  const Width payloads{count, 0};
  const int address = count * plan.address_bits();
  const std::string kind = IsLogical(plan)        ? "logical"
                           : plan.carries_ranks() ? "{rank, physical}"
                                                  : "physical";
  const std::string beats = HasCredits(plan) ? "a packet's first beat" : "every beat";
  const std::string taken =
      HasCredits(plan) ? "the flit is taken" : "the flit is taken; must be high";
  PortList ports = {{"s_axis_tvalid", true, bits, "into the network: a flit is offered"},
                    {"s_axis_tready", false, bits, "the flit is taken; a register"},
                    {"s_axis_tdata", true, data, "payload", payloads},
                    {"s_axis_tlast", true, bits, "tail of the packet"},
                    {"s_axis_tdest", true, address, "destination, " + kind + "; read on " + beats}};
  AppendStreams(layers, true, count, ports);
  Append({{"m_axis_tvalid", false, bits, "out of the network: a flit is offered"},
          {"m_axis_tready", true, bits, taken},
          {"m_axis_tdata", false, data, "payload", payloads},
          {"m_axis_tlast", false, bits, "tail of the packet"},
          {"m_axis_tuser", false, address, "source, " + kind}},
         ports);
  AppendStreams(layers, false, count, ports);
  if (HasCredits(plan))
    ports.push_back({"error", false, bits, "one cycle for each refused packet"});
  return ports;
}

// "{tail, ahead, ...}": the fields of a flit on this link, from the top bit down.
std::string FieldsText(const Plan& plan, const LinkPort& port) {
  if (HasCredits(plan))
    return fmt::format("{{tail, head, destination, source, {}payload}}",
                       plan.Copies() ? "tree, " : "");
  const Direction direction = port.direction.value_or(Direction::kPlus);
  std::string text;
  for (const LinkField& field : FieldsOfLink(plan, plan.LinkPortOf(port.axis, direction)).fields)
    text += (text.empty() ? "" : ", ") + field.name;
  return "{" + text + "}";
}

const std::string kBarrierEnd = " a parent or child in the barrier's tree";

// Appends one direction of a link.
void AppendLink(const Plan& plan, const LinkPort& port, bool in, PortList& ports) {
  const std::string way = PortName(port) + (in ? "_in" : "_out");
  ports.push_back({way + "_valid", in, 0, in ? "a flit arrives" : "a flit leaves"});
  if (HasChannels(plan, port))
    ports.push_back({way + "_channel", in, 0, "virtual channel it goes to"});
  ports.push_back(
      {way + "_flit", in, LinkWidth(plan, port), FieldsText(plan, port), FlitWidth(plan, port)});
  if (plan.hardware().barrier)
    ports.push_back({way + "_barrier", in, 0, in ? "from" + kBarrierEnd : "to" + kBarrierEnd});
  if (plan.hardware().load.words)
    ports.push_back({way + "_broadcast", in, kBroadcastWires, "{valid, last, word}"});
  if (!HasCredits(plan)) return;
  const bool checked = IsChecked(plan);
  if (checked) ports.push_back({way + "_check", in, 2, "{parity of channel and flit, valid}"});
  ports.push_back(
      {way + "_credit", !in, CreditWidth(plan, port),
       in ? "places freed here, a bit for each channel" : "places freed at the neighbour"});
  if (checked) ports.push_back({way + "_credit_check", !in, 0, "parity of the credit"});
}

// The ports of the module toroid_router_scheduled with the node's parameters.
PortList ScheduledRouterPorts(const Plan& plan) {
  const int links = static_cast<int>(plan.link_ports().size());
  const int local = plan.local_ports();
  const int address = plan.address_bits();
  const int data = plan.carried_bits();
  PortList ports = {{"clk", true, 0, ""},
                    {"rst", true, 0, ""},
                    {"here", true, address, ""},
                    {"source", true, address, ""},
                    {"in_valid", true, links, ""},
                    {"in_flits", true, LinksWidth(plan), ""},
                    {"out_valid", false, links, ""},
                    {"out_flits", false, LinksWidth(plan), ""},
                    {"s_valid", true, local, ""},
                    {"s_ready", false, local, ""},
                    {"s_data", true, local * data, ""},
                    {"s_last", true, local, ""},
                    {"s_dest", true, local * address, ""},
                    {"s_dest_ok", true, local, ""},
                    {"m_valid", false, local, ""},
                    {"m_ready", true, local, ""},
                    {"m_data", false, local * data, ""},
                    {"m_last", false, local, ""},
                    {"m_source", false, local * address, ""},
                    {"counting", true, 0, ""},
                    {"send_due", true, local, ""},
                    {"send_crowded", true, local, ""},
                    {"arrival_due", true, local, ""},
                    {"arrival_crowded", true, local, ""},
                    {"clear", false, 0, ""},
                    {"faults", false, plan.fault_bits(), ""},
                    {"error", false, 0, ""},
                    {"busy", false, 0, ""}};
  Append(TreeRouterPorts(plan), ports);
  return ports;
}

}  // namespace

std::vector<ModulePort> StreamPorts(const Plan& plan, const Layers& layers) {
  return LocalPorts(plan, layers, 1, true);
}

std::vector<ModulePort> LocalPortsOfNode(const Plan& plan, const Layers& layers) {
  return LocalPorts(plan, layers, plan.local_ports(), OneBitWidth(plan) == 0);
}

std::vector<ModulePort> NodePorts(const Plan& plan, const Layers& layers) {
  PortList ports = {
      {"clk", true, 0, "rising edge"},
      {"rst", true, 0, "synchronous, active high"},
      {"coordinates", true, plan.link_address_bits(), "physical address of this node, constant"}};
  for (const LinkPort& port : plan.link_ports()) {
    for (const bool in : {true, false}) AppendLink(plan, port, in, ports);
  }
  Append(LocalPortsOfNode(plan, layers), ports);
  ports.push_back({"busy", false, 0, "holds a flit, or other state that may change an output"});
  for (const Layer& layer : layers) {
    for (const LayerPort& port : layer.ports) {
      if (port.in_top != InTop::kOnly) ports.push_back(port.port);
    }
  }
  return ports;
}

std::vector<ModulePort> TopPorts(const Plan& plan, const Layers& layers) {
  const int nodes = static_cast<int>(plan.host().size());
  PortList ports = {{"clk", true, 0, "rising edge"}, {"rst", true, 0, "synchronous, active high"}};
  Append(LocalPorts(plan, layers, nodes * plan.local_ports(), false), ports);
  ports.push_back({"busy", false, nodes, "a bit for each node"});
  for (const Layer& layer : layers) {
    for (const LayerPort& of_layer : layer.ports) {
      if (of_layer.in_top == InTop::kWire || of_layer.in_top == InTop::kOpen) continue;
      ModulePort port = of_layer.port;
      if (of_layer.in_top == InTop::kPerNode) port.width = nodes * std::max(1, port.width);
      if (!of_layer.what_in_top.empty()) port.what = of_layer.what_in_top;
      ports.push_back(std::move(port));
    }
  }
  return ports;
}

std::vector<ModulePort> RouterPorts(const Plan& plan) {
  if (!HasCredits(plan)) return ScheduledRouterPorts(plan);
  const int links = static_cast<int>(plan.link_ports().size());
  const int local = plan.local_ports();
  const int address = plan.link_address_bits();
  const int data = plan.carried_bits();
  PortList ports = {{"clk", true, 0, ""},
                    {"rst", true, 0, ""},
                    {"here", true, address, ""},
                    {"source", true, address, ""}};
  if (plan.routes())
    Append({{"alive", true, links, ""},
            {"turns", true, links * links, ""},
            {"entries", true, EntriesBits(plan), ""}},
           ports);
  Append({{"in_valid", true, links, ""},
          {"in_channel", true, links, ""},
          {"in_flit", true, links * LinkWidth(plan), ""},
          {"in_credit", false, 2 * links, ""},
          {"out_valid", false, links, ""},
          {"out_channel", false, links, ""},
          {"out_flit", false, links * LinkWidth(plan), ""},
          {"out_credit", true, 2 * links, ""},
          {"s_valid", true, local, ""},
          {"s_ready", false, local, ""},
          {"s_data", true, local * data, ""},
          {"s_last", true, local, ""},
          {"s_dest", true, local * address, ""},
          {"s_dest_ok", true, local, ""},
          {"error", false, local, ""},
          {"m_valid", false, local, ""},
          {"m_ready", true, local, ""},
          {"m_data", false, local * data, ""},
          {"m_last", false, local, ""},
          {"m_source", false, local * address, ""},
          {"busy", false, 0, ""}},
         ports);
  return ports;
}

}  // namespace toroid::rtl
