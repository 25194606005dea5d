// How nodes are wired. Input port (a,s) of a node takes what the neighbour on the other side sends
// by its output port (a,s): on a ring of three, node 0's axis0_plus_in comes from node 2 and its
// axis0_plus_out goes to node 1. So each link is one bundle of wires named by its sender and port,
// which the sender drives and one receiver reads; its credits run the other way under the same
// name.
#include <fmt/format.h>

#include "gen/rtl/network.h"
#include "gen/rtl/picture.h"
#include "gen/rtl/ports.h"

namespace toroid::rtl {
namespace {

// A node with all its connections is about so many times the work of its wires.
constexpr std::uint64_t kNodeRowWeight = 7;

// ---- the links' wires ----

constexpr const char* kNoLink = "  // a mesh's edge: no such link";

Values WireRow(int width, std::string wire, std::string note = "") {
  Values row;
  row.text.emplace("range", Range(width));
  row.text.emplace("wire", std::move(wire));
  row.text.emplace("note", std::move(note));
  return row;
}

// What the sender drives.
void TakeForward(const Plan& plan, const LinkPort& port, const std::string& link,
                 const std::string& note, const TakeRow& take) {
  take(WireRow(0, link + "_valid", note));
  if (HasChannels(plan, port)) take(WireRow(0, link + "_channel"));
  take(WireRow(LinkWidth(plan, port), link + "_flit"));
  if (plan.hardware().barrier) take(WireRow(0, link + "_barrier"));
  if (plan.hardware().broadcast) take(WireRow(kBroadcastWires, link + "_broadcast"));
  if (IsChecked(plan)) take(WireRow(2, link + "_check"));
}

void TakeCredit(const Plan& plan, const LinkPort& port, const std::string& link,
                const std::string& note, const TakeRow& take) {
  if (!HasCredits(plan)) return;
  take(WireRow(CreditWidth(plan, port), link + "_credit", note));
  if (IsChecked(plan)) take(WireRow(0, link + "_credit_check"));
}

// visit(node, port) for every link port of every node.
template <class Visit>
void ForEachPort(const Plan& plan, Stage& stage, Visit visit) {
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    for (const LinkPort& port : plan.link_ports()) visit(NodeId{n}, port);
    stage.Tick();
  }
}

// The links; then the outputs that lead nowhere, whose credits nothing drives; then the inputs that
// nothing comes to, of which only the credits are wires.
MakeRows Wires(const Plan& plan, Stage& stage) {
  return [&plan, &stage](const TakeRow& take) {
    ForEachPort(plan, stage, [&](NodeId node, const LinkPort& port) {
      if (!SendsTo(plan.host(), node, port)) return;
      const std::string link = WireName(plan, node, port);
      TakeForward(plan, port, link, "", take);
      TakeCredit(plan, port, link, "", take);
    });
    ForEachPort(plan, stage, [&](NodeId node, const LinkPort& port) {
      if (!SendsTo(plan.host(), node, port))
        TakeForward(plan, port, UnusedName(plan, node, port), kNoLink, take);
    });
    ForEachPort(plan, stage, [&](NodeId node, const LinkPort& port) {
      if (!ReceivesFrom(plan.host(), node, port))
        TakeCredit(plan, port, UnusedName(plan, node, port), kNoLink, take);
    });
  };
}

// ---- the nodes' connections ----

using Connections = std::vector<Values>;

void Connect(std::string port, std::string to, Connections& rows) {
  Text& text = rows.emplace_back().text;
  text.emplace("port", std::move(port));
  text.emplace("to", std::move(to));
}

// One link port of one node.
void ConnectLinks(const Plan& plan, NodeId node, const LinkPort& port, Connections& rows) {
  const std::string name = PortName(port);
  const auto from = ReceivesFrom(plan.host(), node, port);
  const bool sends = SendsTo(plan.host(), node, port).has_value();
  const bool channels = HasChannels(plan, port);
  const std::string in = from ? WireName(plan, *from, port) : UnusedName(plan, node, port);
  const std::string out = sends ? WireName(plan, node, port) : UnusedName(plan, node, port);

  Connect(name + "_in_valid", from ? in + "_valid" : "1'b0", rows);
  if (channels) Connect(name + "_in_channel", from ? in + "_channel" : "1'b0", rows);
  Connect(name + "_in_flit", from ? in + "_flit" : Zeros(LinkWidth(plan, port)), rows);
  if (plan.hardware().barrier) Connect(name + "_in_barrier", from ? in + "_barrier" : "1'b0", rows);
  if (plan.hardware().broadcast)
    Connect(name + "_in_broadcast", from ? in + "_broadcast" : Zeros(kBroadcastWires), rows);
  if (IsChecked(plan)) Connect(name + "_in_check", from ? in + "_check" : Zeros(2), rows);
  if (HasCredits(plan)) Connect(name + "_in_credit", in + "_credit", rows);
  if (IsChecked(plan)) Connect(name + "_in_credit_check", in + "_credit_check", rows);
  Connect(name + "_out_valid", out + "_valid", rows);
  if (channels) Connect(name + "_out_channel", out + "_channel", rows);
  Connect(name + "_out_flit", out + "_flit", rows);
  if (plan.hardware().barrier) Connect(name + "_out_barrier", out + "_barrier", rows);
  if (plan.hardware().broadcast) Connect(name + "_out_broadcast", out + "_broadcast", rows);
  if (IsChecked(plan)) Connect(name + "_out_check", out + "_check", rows);
  if (!HasCredits(plan)) return;
  Connect(name + "_out_credit", sends ? out + "_credit" : Zeros(plan.Channels(port.axis)), rows);
  if (IsChecked(plan))
    Connect(name + "_out_credit_check", sends ? out + "_credit_check" : "1'b0", rows);
}

// The node's share of the top's port of that name.
std::string ShareOf(NodeId node, const ModulePort& port) {
  return port.name + Slice(static_cast<int>(node.value()), port.width, port.width == 0);
}

// The wire of an output that leads nowhere.
std::string OpenName(const Plan& plan, NodeId node, const ModulePort& port) {
  return "unused_" + PlaceName(plan, node) + "_" + port.name;
}

void ConnectLayer(const Plan& plan, NodeId node, const Layer& layer, Connections& rows) {
  for (const auto& [port, in_top, what] : layer.ports) {
    switch (in_top) {
      case InTop::kShared:
      case InTop::kWire: Connect(port.name, port.name, rows); break;
      case InTop::kPerNode: Connect(port.name, ShareOf(node, port), rows); break;
      case InTop::kOpen: Connect(port.name, OpenName(plan, node, port), rows); break;
      case InTop::kOnly: break;
    }
  }
}

// The wires in which nodes' outputs end that the top leads nowhere.
MakeRows OpenOutputs(const Plan& plan, const Layers& layers) {
  return [&plan, &layers](const TakeRow& take) {
    for (const Layer& layer : layers) {
      for (const auto& [port, in_top, what] : layer.ports) {
        if (in_top != InTop::kOpen) continue;
        for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
          take({.text = {{"range", Range(port.width)}, {"wire", OpenName(plan, NodeId{n}, port)}}});
        }
      }
    }
  };
}

Values NodeRow(const Plan& plan, const Layers& layers, const std::vector<ModulePort>& local_ports,
               NodeId node) {
  Values row;
  row.text = {{"index", std::to_string(node.value())},
              {"place", plan.host().NodeText(node)},
              {"node", ModuleName(plan, "node")},
              {"mask", MaskConstant(LinkMask(plan, node))},
              {"instance", InstanceName(plan, node)},
              {"coordinates", AddressConstant(plan, node)},
              {"busy_slice", Slice(static_cast<int>(node.value()), 0, true)}};
  Connections& rows = row.rows["connections"];
  for (const LinkPort& port : plan.link_ports()) ConnectLinks(plan, node, port, rows);
  for (const ModulePort& port : local_ports) Connect(port.name, ShareOf(node, port), rows);
  for (const Layer& layer : layers) ConnectLayer(plan, node, layer, rows);
  return row;
}

MakeRows Nodes(const Plan& plan, const Layers& layers, Stage& stage) {
  return [&plan, &layers, &stage](const TakeRow& take) {
    const std::vector<ModulePort> local_ports = LocalPortsOfNode(plan, layers);
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
      take(NodeRow(plan, layers, local_ports, NodeId{n}));
      stage.Tick(kNodeRowWeight);
    }
  };
}

std::string LocalNote(const Plan& plan) {
  if (plan.local_ports() == 1) return " has bit, or field, i";
  const std::string count = std::to_string(plan.local_ports());
  return ", port q has bit, or field, " + count + "*i + q; those of missing links are dead";
}

// What the links' wires are.
std::vector<Values> LinkNotes(const Plan& plan) {
  std::vector<std::string> lines = {
      "Wires from_X_P_* are the link that leaves the node with coordinates X by its port P: valid,",
      "channel (wrapping axes only) and flit {tail, head, destination, source, payload} go "
      "forward,",
      "credit comes back, a bit for each channel."};
  if (!HasCredits(plan)) {
    lines = {
        "Wires from_X_P_* are the link that leaves the node with coordinates X by its port P: "
        "valid",
        "and flit, a register of that node. Nothing comes back."};
    if (plan.hardware().barrier) lines.back() += " Beside them a wire of the barrier.";
  }
  if (plan.hardware().broadcast)
    lines.emplace_back("Wires *_broadcast are what the sender hears: valid, last and word.");
  std::vector<Values> rows;
  for (const std::string& line : lines) rows.push_back({.text = {{"line", line}}});
  return rows;
}

}  // namespace

Values TopValues(const Plan& plan, const Layers& layers, Stage& stage) {
  Values values;
  values.text = {{"module", ModuleName(plan, "top")},
                 {"summary", Summary(plan, layers)},
                 {"local_note", LocalNote(plan)}};
  values.rows["ports"] = PortRows(TopPorts(plan, layers));
  values.rows["link_notes"] = LinkNotes(plan);
  values.rows["picture"] = {};
  for (const std::string& line : Picture(plan))
    values.rows["picture"].push_back({.text = {{"line", line.empty() ? "" : " " + line}}});
  values.made = {{"wires", Wires(plan, stage)},
                 {"open_outputs", OpenOutputs(plan, layers)},
                 {"nodes", Nodes(plan, layers, stage)}};
  return values;
}

std::string Summary(const Plan& plan, const Layers& layers) {
  const HardwareOptions& hardware = plan.hardware();
  std::string text = fmt::format("{} nodes on {}, {}-bit flits", plan.host().size(),
                                 plan.host().CanonicalText(), hardware.flit_width);
  if (HasCredits(plan)) text += fmt::format(", buffers of {} flits", hardware.buffer_depth);
  if (hardware.storage == Storage::kLutram) text += " in distributed memory";
  text += fmt::format(", ports {}", ToString(hardware.ports));
  if (HasCredits(plan)) text += fmt::format(", arbiter {}", ToString(hardware.arbiter));
  if (hardware.classes > 1) text += fmt::format(", one of {} in the wrap", hardware.classes);
  text += fmt::format(", {} addresses", ToString(hardware.address));
  for (const Layer& layer : layers) {
    if (!layer.summary.empty()) text += ", " + layer.summary;
  }
  return text;
}

}  // namespace toroid::rtl
