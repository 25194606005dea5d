// The wiring of the nodes: nested loops, one for each axis, with a block of wires for each node.
// Input port (a,s) of a node takes the flits that the neighbour on the other side sends by its
// output port (a,s): on a ring of three, node 0's axis0_plus_in comes from node 2, and its
// axis0_plus_out goes to node 1. So each link is one bundle of wires in its sender's block, which
// the sender drives and one receiver reads; its credits run the other way under the same name. The
// text is the same for networks of any size.
#include <fmt/core.h>

#include <algorithm>

#include "gen/rtl/banner.h"
#include "gen/rtl/network.h"
#include "gen/rtl/parameters.h"

namespace toroid::rtl {
namespace {

// ---- places: expressions of the loops' variables x0, x1, ... ----

std::string Variable(int axis) { return fmt::format("x{}", axis); }

// The neighbour's coordinate, one further in the direction or, with `behind`, one back. It does not
// exist on an edge.
std::string Beside(const Plan& plan, const LinkPort& port, bool behind) {
  const std::string x = Variable(port.axis.value());
  const int length = plan.host().length(port.axis);
  if (!port.direction) return fmt::format("1 - {}", x);
  const bool up = (*port.direction == Direction::kPlus) != behind;
  if (!plan.host().Wraps(port.axis)) return fmt::format("{} {} 1", x, up ? "+" : "-");
  return fmt::format("({} + {}) % {}", x, up ? 1 : length - 1, length);
}

// The neighbour's coordinate on another axis: the node's own, moved if a twisted wrap is between.
std::string BesideAlong(const Plan& plan, const LinkPort& port, Axis along, bool behind) {
  const std::string x = Variable(port.axis.value());
  const std::string y = Variable(along.value());
  const auto twist = std::ranges::find_if(plan.host().twists(), [&](const Twist& t) {
    return t.axis == port.axis && t.along == along;
  });
  if (twist == plan.host().twists().end()) return y;
  const int length = plan.host().length(along);
  const bool up = (*port.direction == Direction::kPlus) != behind;
  return fmt::format("({} + ({} == {} ? {} : 0)) % {}", y, x,
                     up ? plan.host().length(port.axis) - 1 : 0,
                     up ? twist->shift : length - twist->shift, length);
}

// The neighbour's block, where a link by `port` leads, or with `behind` where one comes from.
std::string BlockBeside(const Plan& plan, const LinkPort& port, bool behind) {
  std::vector<std::string> place;
  for (int a = 0; a < plan.host().axes(); ++a)
    place.push_back(a == port.axis.value() ? Beside(plan, port, behind)
                                           : BesideAlong(plan, port, Axis{a}, behind));
  return BlockName(place);
}

bool HasEdges(const Plan& plan, const LinkPort& port) {
  return port.direction && !plan.host().Wraps(port.axis);
}

// Whether that neighbour exists.
std::string Exists(const Plan& plan, const LinkPort& port, bool behind) {
  if (!HasEdges(plan, port)) return "1'b1";
  const std::string x = Variable(port.axis.value());
  const bool up = (*port.direction == Direction::kPlus) != behind;
  return up ? fmt::format("{} < {}", x, plan.host().length(port.axis) - 1) : x + " > 0";
}

// The node's number: mixed radix, the first coordinate most significant.
std::string NodeNumber(const Plan& plan) {
  std::string number = Variable(0);
  for (int a = 1; a < plan.host().axes(); ++a) {
    const std::string higher = a == 1 ? number : "(" + number + ")";
    number = fmt::format("{} * {} + {}", higher, plan.host().length(Axis{a}), Variable(a));
  }
  return number;
}

// The node's physical address: a field of bits for each axis.
std::string NodeAddress(const Plan& plan) {
  const std::vector<int> lowest = LowestBitsOf(plan.host());
  std::string address;
  for (int a = 0; a < plan.host().axes(); ++a) {
    const int bits = lowest[static_cast<std::size_t>(a)];
    const std::string field =
        bits == 0 ? Variable(a) : fmt::format("({} << {})", Variable(a), bits);
    address += (address.empty() ? "" : " | ") + field;
  }
  return address;
}

// The parameter LINKS, with the last link port's bit first.
std::string LinksText(const Plan& plan) {
  std::string links;
  for (const LinkPort& port : plan.link_ports())
    links = Exists(plan, port, false) + (links.empty() ? "" : ", ") + links;
  return "{" + links + "}";
}

// ---- links ----

// A port of the node that is one signal of a link: "axis0_plus_in_valid".
struct LinkSignal {
  const ModulePort* port = nullptr;
  std::string name;      // "valid"
  bool arrives = false;  // it arrives by this port; else it leaves
  bool back = false;     // it runs against the flits
};

std::vector<LinkSignal> SignalsOf(const std::vector<ModulePort>& node_ports, const LinkPort& port) {
  std::vector<LinkSignal> signals;
  for (const bool arrives : {true, false}) {
    const std::string start = PortName(port) + (arrives ? "_in_" : "_out_");
    for (const ModulePort& of_node : node_ports) {
      if (of_node.name.starts_with(start))
        signals.push_back(
            {&of_node, of_node.name.substr(start.size()), arrives, of_node.input != arrives});
    }
  }
  return signals;
}

// Zeros of the port's width.
std::string ZerosOf(const ModulePort& port) {
  if (port.parametric) return fmt::format("{{({}) {{1'b0}}}}", BitsText(*port.parametric));
  return port.width == 0 ? "1'b0" : Zeros(port.width);
}

// The wires of the link that leaves by the port; on a mesh also those of the link that arrives,
// which edges lack.
void AddWires(const Plan& plan, const std::vector<ModulePort>& node_ports, const LinkPort& port,
              std::vector<Values>& rows) {
  for (const LinkSignal& signal : SignalsOf(node_ports, port)) {
    if (signal.arrives && !HasEdges(plan, port)) continue;
    rows.push_back({.text = {{"range", Range(*signal.port)},
                             {"wire", signal.arrives ? signal.port->name
                                                     : PortName(port) + "_" + signal.name}}});
  }
}

// The connection of the node's port.
std::string LinkConnection(const Plan& plan, const LinkPort& port, const LinkSignal& signal) {
  const std::string wire = PortName(port) + "_" + signal.name;
  if (!signal.arrives) return wire;
  if (HasEdges(plan, port)) return signal.port->name;
  return BlockBeside(plan, port, true) + "." + wire;
}

// The signals from neighbours on a mesh's axis, where these exist.
Part EdgesInTop(const Plan& plan, const std::vector<ModulePort>& node_ports, const LinkPort& port) {
  const std::string name = PortName(port);
  Values values{.text = {{"port", name},
                         {"has_behind", Exists(plan, port, true)},
                         {"has_front", Exists(plan, port, false)}},
                .rows = {{"forward", {}}, {"back", {}}}};
  std::string forward = "1'b0";
  std::string back = "1'b0";
  for (const LinkSignal& signal : SignalsOf(node_ports, port)) {
    if (signal.arrives) {
      const std::string from = BlockBeside(plan, port, !signal.back);
      values.rows[signal.back ? "back" : "forward"].push_back(
          {.text = {{"signal", signal.name}, {"zeros", ZerosOf(*signal.port)}, {"from", from}}});
      if (signal.back) back += ", " + signal.port->name;
    } else if (!signal.back) {
      forward += fmt::format(", {}_{}", name, signal.name);
    }
  }
  values.text["forward_list"] = forward;
  values.text["back_list"] = back;
  return {"top_block.v.tpl#edges", values};
}

// ---- the node ----

// The node's share of the top's port of that name.
std::string ShareOf(const ModulePort& port) {
  if (port.parametric) {
    const std::string width = BitsText(*port.parametric);
    return fmt::format("{}[NODE*{}+:{}]", port.name, width, width);
  }
  if (port.width <= 1) return port.name + (port.width == 0 ? "[NODE]" : "[NODE+:1]");
  return fmt::format("{}[NODE*{}+:{}]", port.name, port.width, port.width);
}

// The wire of an unused output.
std::string OpenName(const ModulePort& port) { return "unused_" + port.name; }

std::string LayerConnection(const LayerPort& port) {
  switch (port.in_top) {
    case InTop::kPerNode: return ShareOf(port.port);
    case InTop::kOpen: return OpenName(port.port);
    case InTop::kShared:
    case InTop::kWire:
    case InTop::kOnly: break;
  }
  return port.port.name;
}

// The wires of a node's block.
Part WiresInTop(const Plan& plan, const Layers& layers, const std::vector<ModulePort>& node_ports) {
  Values values{.text = {{"number", NodeNumber(plan)}, {"address", NodeAddress(plan)}}};
  auto& wires = values.rows["wires"];
  for (const LinkPort& port : plan.link_ports()) AddWires(plan, node_ports, port, wires);
  for (const Layer& layer : layers) {
    for (const auto& [port, in_top, what] : layer.ports) {
      if (in_top == InTop::kOpen)
        wires.push_back({.text = {{"range", Range(port)}, {"wire", OpenName(port)}}});
    }
  }
  return {"top_block.v.tpl#wires", values};
}

// A port of the node, and what it is connected to in its block.
struct NodeConnection {
  ModulePort port;
  std::string to;
};

std::vector<NodeConnection> ConnectionsOf(const Plan& plan, const Layers& layers,
                                          const std::vector<ModulePort>& node_ports) {
  std::vector<NodeConnection> connections;
  for (const LinkPort& port : plan.link_ports()) {
    for (const LinkSignal& signal : SignalsOf(node_ports, port))
      connections.push_back({*signal.port, LinkConnection(plan, port, signal)});
  }
  for (const ModulePort& port : LocalPortsOfNode(plan, layers))
    connections.push_back({port, ShareOf(port)});
  for (const Layer& layer : layers) {
    for (const LayerPort& port : layer.ports) {
      if (port.in_top != InTop::kOnly) connections.push_back({port.port, LayerConnection(port)});
    }
  }
  return connections;
}

// In the place of an absent node every output is 0, and nothing reads the inputs.
Part AbsentInTop(const std::vector<NodeConnection>& connections) {
  Values values{.rows = {{"outputs", {}}, {"inputs", {}}}};
  for (const auto& [port, to] : connections) {
    if (port.input)
      values.rows["inputs"].push_back({.text = {{"from", to}}});
    else
      values.rows["outputs"].push_back({.text = {{"to", to}, {"zeros", ZerosOf(port)}}});
  }
  return {"top_block.v.tpl#absent", std::move(values)};
}

Part InstanceInTop(const Plan& plan, const std::vector<NodeConnection>& connections) {
  Values values{.text = {{"node", ModuleName(plan, "node")},
                         {"links", LinksText(plan)},
                         {"address_range", PartAt(0, plan.link_address_bits())}}};
  for (const auto& [port, to] : connections)
    values.rows["connections"].push_back({.text = {{"port", port.name}, {"to", to}}});
  values.text["indent"] = HasAbsentNodes(plan) ? "  " : "";
  for (const Parameter& parameter : ParametersOf(plan))
    values.rows["parameters"].push_back({.text = {{"name", parameter.name}}});
  return {"top_block.v.tpl#node", values};
}

// ---- the top ----

std::string Indent(int depth) { return std::string(static_cast<std::size_t>(2 * depth), ' '); }

std::string LocalNote(const Plan& plan) {
  const std::string of_node = "Local ports are flattened: node i in index order";
  if (plan.local_ports() == 1) return of_node + " has bit, or field, i.";
  return fmt::format("{}, port q has bit, or field, {}*i + q; those of missing links are unused.",
                     of_node, plan.local_ports());
}

// Notes on the links' wires.
std::vector<Values> LinkNotes(const Plan& plan) {
  std::vector<std::string> lines = {
      "Block axis0[x].axis1[y]... holds the node with coordinates (x,y,...). Its wires P_* are "
      "the"};
  if (HasCredits(plan)) {
    lines.emplace_back(
        "link that leaves it by port P: valid, channel (wrapping axes only) and flit {tail, head,");
    lines.emplace_back(
        "destination, source, payload} go forward, credit comes back, a bit for each channel.");
  } else {
    lines.emplace_back(
        "link that leaves it by port P: valid and flit, a register of that node. Nothing comes "
        "back.");
  }
  if (plan.hardware().barrier) lines.emplace_back("A wire of the barrier is beside them.");
  if (plan.hardware().load.words)
    lines.emplace_back("P_broadcast has what the sender has received: valid, last and word.");
  for (const std::string& line : Wrapped(LocalNote(plan), kBannerColumns - 3))
    lines.push_back(line);
  std::vector<Values> rows;
  for (const std::string& line : lines) rows.push_back({.text = {{"line", line}}});
  return rows;
}

}  // namespace

std::vector<Part> PartsOfBlock(const Plan& plan, const Layers& layers) {
  const std::vector<ModulePort> node_ports = NodePorts(plan, layers);
  std::vector<Part> parts = {WiresInTop(plan, layers, node_ports)};
  for (const LinkPort& port : plan.link_ports()) {
    if (HasEdges(plan, port)) parts.push_back(EdgesInTop(plan, node_ports, port));
  }
  const std::vector<NodeConnection> connections = ConnectionsOf(plan, layers, node_ports);
  if (HasAbsentNodes(plan)) parts.push_back({"top_block.v.tpl#alive"});
  parts.push_back(InstanceInTop(plan, connections));
  if (HasAbsentNodes(plan)) parts.push_back(AbsentInTop(connections));
  return parts;
}

Values TopValues(const Plan& plan, const Layers& layers) {
  const int axes = plan.host().axes();
  Values values;
  values.text = {{"module", ModuleName(plan, "top")},
                 {"parameters", DeclarationList(ParametersOf(plan))}};
  values.rows = {{"ports", PortRows(TopPorts(plan, layers))}, {"link_notes", LinkNotes(plan)}};
  for (const std::string& line : Picture(plan))
    values.rows["picture"].push_back({.text = {{"line", line.empty() ? "" : " " + line}}});
  for (int a = 0; a < axes; ++a) {
    values.rows["loops"].push_back(
        {.text = {{"indent", Indent(a + 2)},
                  {"variable", Variable(a)},
                  {"length", std::to_string(plan.host().length(Axis{a}))},
                  {"block", fmt::format("axis{}", a)}}});
    values.rows["ends"].push_back({.text = {{"indent", Indent(axes + 1 - a)}}});
    values.rows["variables"].push_back({.text = {{"variable", Variable(a)}}});
  }
  return values;
}

std::string Summary(const Plan& plan, const Layers& layers) {
  const HardwareOptions& hardware = plan.hardware();
  std::string text = fmt::format("{} nodes on {}, {}-bit flits", plan.host().size(),
                                 plan.host().CanonicalText(), hardware.flit_width);
  if (HasCredits(plan)) text += fmt::format(", buffers of {} flits", hardware.buffered.depth);
  if (hardware.buffered.storage == Storage::kLutram) text += " in distributed memory";
  if (hardware.buffered.storage == Storage::kGated) text += " with gated clocks";
  text += fmt::format(", ports {}", ToString(hardware.ports));
  if (HasCredits(plan)) text += fmt::format(", arbiter {}", ToString(hardware.buffered.arbiter));
  if (hardware.classes > 1) text += fmt::format(", one of {} in the wrap", hardware.classes);
  text += fmt::format(", {} addresses", ToString(hardware.address));
  for (const Layer& layer : layers) {
    if (!layer.summary.empty()) text += ", " + layer.summary;
  }
  return text;
}

}  // namespace toroid::rtl
