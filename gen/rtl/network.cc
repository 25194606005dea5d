// How nodes are wired. Input port (a,s) of a node takes what the neighbour on the other side sends
// by its output port (a,s): on a ring of three, node 0's axis0_plus_in comes from node 2 and its
// axis0_plus_out goes to node 1. So each link is one bundle of wires named by its sender and port,
// which the sender drives and one receiver reads; its credits run the other way under the same
// name.
#include "gen/rtl/network.h"

#include <cassert>

#include "gen/rtl/members.h"
#include "gen/rtl/partition.h"
#include "gen/rtl/picture.h"
#include "gen/rtl/relay.h"
#include "gen/rtl/schedule_unit.h"
#include "gen/rtl/translation.h"

namespace toroid::rtl {
namespace {

std::string Number(int value) { return std::to_string(value); }

// A node with all its connections is about so many times the work of its wires.
constexpr std::uint64_t kNodeRowWeight = 7;

std::string Zeros(int width) { return Number(width) + "'d0"; }

bool HasChannels(const Plan& plan, const LinkPort& port) { return plan.Channels(port.axis) == 2; }
int CreditRange(const Plan& plan, const LinkPort& port) { return HasChannels(plan, port) ? 2 : 0; }
// A section that stands there or not.
std::vector<Values> Present(bool present, const Values& row = {}) {
  return present ? std::vector{row} : std::vector<Values>{};
}

bool PlainLocalPorts(const Plan& plan) { return plan.hardware().ports == Ports::kOne; }

// One port's places in the router's concatenations. Channel 1's credit is above channel 0's.
Values RouterConnection(const LinkPort& port, bool channels, bool last) {
  const std::string name = PortName(port);
  Values row;
  row.text = {{"port", name},
              {"comma", last ? "" : ","},
              {"in_channel", channels ? name + "_in_channel" : "1'b0"},
              {"out_channel", channels ? name + "_out_channel" : "unused_" + name + "_out_channel"},
              {"in_credit", channels ? name + "_in_credit"
                                     : "unused_" + name + "_in_credit, " + name + "_in_credit"},
              {"out_credit", channels ? name + "_out_credit" : "1'b0, " + name + "_out_credit"}};
  return row;
}

// The low `bits` of something `width` wide; "" if that is all.
std::string PartBelow(int bits, int width) { return bits == width ? "" : PartAt(0, bits); }

// What is above the low `bits` of field number `field`; no row if nothing is.
std::vector<Values> Padding(int bits, int width, int field) {
  if (bits == width) return {};
  return {{.text = {{"high_part", PartAt(field * width + bits, width - bits)},
                    {"zeros", Zeros(width - bits)}},
           .rows = {}}};
}

// What makes the destination at injector q right, where the forward unit's `valid` does not decide
// it alone.
std::string DestinationChecks(const Plan& plan, const std::string& valid, int q) {
  const std::string holder = HolderWire(plan);
  std::string text = holder.empty() ? valid : holder + " && " + valid;
  for (const Values& above : Padding(plan.logical_bits(), plan.address_bits(), q)) {
    text += " && s_axis_tdest" + above.text.at("high_part") + " == " + above.text.at("zeros");
  }
  return text;
}

// The inverse unit, for the node's own address as its packets' source.
Values SourceUnit(const Plan& plan) {
  const int address = plan.address_bits();
  Values inverse{.text = {{"inverse", ModuleName(plan, "atu_inverse")},
                          {"physical_part", PartBelow(plan.physical_bits(), address)},
                          {"logical_part", PartBelow(plan.logical_bits(), address)}},
                 .rows = {}};
  inverse.rows["padding"] = Padding(plan.logical_bits(), address, 0);
  const std::string holder = HolderWire(plan);
  inverse.text["source_valid"] = holder.empty() ? "unused_source_valid" : holder;
  inverse.rows["empty_nodes"] = Present(!holder.empty());
  return inverse;
}

// The forward unit of injector q, for the destinations that enter there.
Values DestinationUnit(const Plan& plan, int q) {
  const int address = plan.address_bits();
  const std::string bit = PlainLocalPorts(plan) ? "" : Slice(q, 1, true);
  const std::string destination = PartAt(q * address, plan.physical_bits());
  const bool checked = !HolderWire(plan).empty() || plan.logical_bits() < address;
  const std::string valid = checked ? "atu_forward_" + Number(q) + "_valid" : "s_dest_ok" + bit;
  Values row;
  row.text = {{"forward", ModuleName(plan, "atu_forward")},
              {"unit", Number(q)},
              {"logical_slice", PartAt(q * address, plan.logical_bits())},
              {"forward_output", plan.partition() ? PlaceWire(q) : "s_dest" + destination},
              {"valid", valid}};
  row.rows["checks"] = Present(
      checked, {.text = {{"bit_slice", bit}, {"conditions", DestinationChecks(plan, valid, q)}},
                .rows = {}});
  row.rows["placed"] = MovedDestination(plan, q, destination);
  row.rows["padding"] = Padding(plan.physical_bits(), address, q);
  return row;
}

void AddAddressUnits(const Plan& plan, Values& values) {
  const int units = plan.local_ports();
  const bool logical = IsLogical(plan) && !plan.carries_members();
  values.rows["physical"] = Present(
      !IsLogical(plan),
      {.text = {{"all_ok", MaskConstant(std::vector<bool>(static_cast<std::size_t>(units), true))}},
       .rows = {}});
  values.rows["partition"] = PartitionInNode(plan);
  values.rows["members"] = MembersInNode(plan);
  values.rows["logical"] =
      logical && !plan.partition() ? std::vector{SourceUnit(plan)} : std::vector<Values>{};
  auto& forward = values.rows["forward_units"];
  for (int q = 0; logical && q < units; ++q) forward.push_back(DestinationUnit(plan, q));
}

// ---- the top ----

std::string Flits(const Plan& plan) { return Range(LinkWidth(plan)); }

Values LinkRow(const Plan& plan, const LinkPort& port, const std::string& wire) {
  Values row;
  row.text = {{"wire", wire},
              {"flit_range", Flits(plan)},
              {"credit_range", Range(CreditRange(plan, port))}};
  row.rows = {{"channel", Present(HasChannels(plan, port))}};
  return row;
}

// How one link port of one node is connected.
Values ConnectPort(const Plan& plan, NodeId node, const LinkPort& port) {
  const bool channels = HasChannels(plan, port);
  const auto from = ReceivesFrom(plan, node, port);
  const bool sends = SendsTo(plan, node, port).has_value();
  const std::string in = from ? WireName(plan, *from, port) : UnusedName(plan, node, port);

  Values row;
  row.text = {{"port", PortName(port)},
              {"in_valid", from ? in + "_valid" : "1'b0"},
              {"in_flit", from ? in + "_flit" : Zeros(LinkWidth(plan))},
              {"in_credit", in + "_credit"},
              {"out", sends ? WireName(plan, node, port) : UnusedName(plan, node, port)},
              {"out_credit",
               sends ? WireName(plan, node, port) + "_credit" : Zeros(plan.Channels(port.axis))}};
  row.rows = {
      {"channel",
       Present(channels, {.text = {{"in_channel", from ? in + "_channel" : "1'b0"}}, .rows = {}})}};
  return row;
}

// visit(node, port) for every link port of every node.
template <class Visit>
void ForEachPort(const Plan& plan, Stage& stage, Visit visit) {
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    for (const LinkPort& port : plan.link_ports()) visit(NodeId{n}, port);
    stage.Tick();
  }
}

// The wires of the links.
MakeRows Links(const Plan& plan, Stage& stage) {
  return [&plan, &stage](const TakeRow& take) {
    ForEachPort(plan, stage, [&](NodeId node, const LinkPort& port) {
      if (SendsTo(plan, node, port)) take(LinkRow(plan, port, WireName(plan, node, port)));
    });
  };
}

// The wires of outputs that lead nowhere: nothing drives their credits.
MakeRows MissingOutputs(const Plan& plan, Stage& stage) {
  return [&plan, &stage](const TakeRow& take) {
    ForEachPort(plan, stage, [&](NodeId node, const LinkPort& port) {
      if (SendsTo(plan, node, port)) return;
      Values row = LinkRow(plan, port, UnusedName(plan, node, port));
      row.text.erase("credit_range");
      take(row);
    });
  };
}

MakeRows MissingInputs(const Plan& plan, Stage& stage) {
  return [&plan, &stage](const TakeRow& take) {
    ForEachPort(plan, stage, [&](NodeId node, const LinkPort& port) {
      if (ReceivesFrom(plan, node, port)) return;
      take({.text = {{"wire", UnusedName(plan, node, port)},
                     {"credit_range", Range(CreditRange(plan, port))}},
            .rows = {}});
    });
  };
}

// The node's share of each flattened local port.
std::vector<Values> ConnectLocalPorts(const Plan& plan, NodeId node) {
  const int index = static_cast<int>(node.value());
  std::vector<Values> rows;
  for (const ModulePort& port : LocalPorts(plan, plan.local_ports(), PlainLocalPorts(plan))) {
    rows.push_back(
        {.text = {{"port", port.name}, {"slice", Slice(index, port.width, port.width == 0)}},
         .rows = {}});
  }
  return rows;
}

// The router's local ports and where they lead without layers in between.
constexpr std::pair<const char*, const char*> kRouterPorts[] = {
    {"s_valid", "s_axis_tvalid"}, {"s_ready", "s_axis_tready"}, {"s_data", "s_axis_tdata"},
    {"s_last", "s_axis_tlast"},   {"s_dest", "s_dest"},         {"s_dest_ok", "s_dest_ok"},
    {"error", "error"},           {"m_valid", "m_axis_tvalid"}, {"m_ready", "m_axis_tready"},
    {"m_data", "m_axis_tdata"},   {"m_last", "m_axis_tlast"},   {"m_source", "m_axis_tuser"}};

// What stands between the router and the user: the relay, or the exchange of tables, or the numbers
// of members beside the data. Never two of these: where tables can be exchanged all guest
// neighbours are neighbours, and no message halts; neither takes several guest nodes a node.
void ConnectRouter(const Plan& plan, Values& node) {
  for (const auto& [port, direct] : kRouterPorts) {
    const std::string name = port;
    const bool layer = plan.relay() || MembersTake(plan, name);
    node.text["router_" + name] = layer                       ? "router_" + name
                                  : ExchangeTakes(plan, name) ? "table_" + name
                                                              : direct;
  }
  std::string terms = "router_busy";
  if (plan.hardware().translation) terms += " | table_busy";
  if (plan.relay()) terms += " | relay_busy";
  const bool layers = terms != "router_busy";
  node.text["router_busy"] = layers ? "router_busy" : "busy";
  node.rows["busy_layers"] = Present(layers, {.text = {{"busy_terms", terms}}, .rows = {}});
}

Values NodeRow(const Plan& plan, NodeId node) {
  Values row;
  row.text = {{"index", Number(static_cast<int>(node.value()))},
              {"place", plan.host().NodeText(node)},
              {"node", ModuleName(plan, "node")},
              {"mask", MaskConstant(LinkMask(plan, node))},
              {"instance", InstanceName(plan, node)},
              {"coordinates", AddressConstant(plan, node)},
              {"busy_slice", Slice(static_cast<int>(node.value()), 0, true)}};
  for (const LinkPort& port : plan.link_ports())
    row.rows["link_ports"].push_back(ConnectPort(plan, node, port));
  row.rows["local_ports"] = ConnectLocalPorts(plan, node);
  row.rows["partition"] = PartitionConnection(plan, node);
  row.rows["tables"] = TableConnection(plan, node);
  row.rows["schedule"] = UnitConnection(plan, node);
  row.rows["relay"] = RelayConnection(plan);
  return row;
}

MakeRows Nodes(const Plan& plan, Stage& stage) {
  return [&plan, &stage](const TakeRow& take) {
    for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
      take(NodeRow(plan, NodeId{n}));
      stage.Tick(kNodeRowWeight);
    }
  };
}

std::string LocalNote(const Plan& plan) {
  if (plan.local_ports() == 1) return " has bit, or field, i";
  const std::string count = Number(plan.local_ports());
  return ", port q has bit, or field, " + count + "*i + q; those of missing links are dead";
}

}  // namespace

std::vector<ModulePort> NodePorts(const Plan& plan) {
  std::vector<ModulePort> ports = {
      {"clk", true, 0, "rising edge"},
      {"rst", true, 0, "synchronous, active high"},
      {"coordinates", true, plan.link_address_bits(), "physical address of this node, constant"}};
  for (const LinkPort& port : plan.link_ports()) {
    const std::string name = PortName(port);
    const int credit = CreditRange(plan, port);
    for (const bool in : {true, false}) {
      const std::string way = name + (in ? "_in" : "_out");
      ports.push_back({way + "_valid", in, 0, in ? "a flit arrives" : "a flit leaves"});
      if (credit != 0) ports.push_back({way + "_channel", in, 0, "virtual channel it goes to"});
      ports.push_back(
          {way + "_flit", in, LinkWidth(plan), "{tail, head, destination, source, payload}"});
      ports.push_back(
          {way + "_credit", !in, credit,
           in ? "places freed here, a bit for each channel" : "places freed at the neighbour"});
    }
  }
  for (ModulePort& port : LocalPorts(plan, plan.local_ports(), PlainLocalPorts(plan)))
    ports.push_back(std::move(port));
  ports.push_back({"busy", false, 0, "holds a flit, or something else that may change an output"});
  for (ModulePort& port : PartitionPorts(plan, 1)) ports.push_back(std::move(port));
  for (ModulePort& port : TablePorts(plan, 1)) ports.push_back(std::move(port));
  for (ModulePort& port : UnitPortsOfNode(plan)) ports.push_back(std::move(port));
  for (ModulePort& port : RelayPorts(plan)) ports.push_back(std::move(port));
  return ports;
}

std::vector<ModulePort> TopPorts(const Plan& plan) {
  std::vector<ModulePort> ports = {{"clk", true, 0, "rising edge"},
                                   {"rst", true, 0, "synchronous, active high"}};
  for (ModulePort& port : LocalPorts(plan, LocalBits(plan), false))
    ports.push_back(std::move(port));
  ports.push_back({"busy", false, static_cast<int>(plan.host().size()), "a bit for each node"});
  for (ModulePort& port : PartitionPorts(plan, static_cast<int>(plan.host().size())))
    ports.push_back(std::move(port));
  for (ModulePort& port : TablePorts(plan, static_cast<int>(plan.host().size())))
    ports.push_back(std::move(port));
  for (ModulePort& port : UnitPortsOfTop(plan)) ports.push_back(std::move(port));
  for (ModulePort& port : RelayPorts(plan)) ports.push_back(std::move(port));
  return ports;
}

std::vector<ModulePort> RouterPorts(const Plan& plan) {
  const int links = static_cast<int>(plan.link_ports().size());
  const int local = plan.local_ports();
  const int address = plan.link_address_bits();
  const int data = plan.carried_bits();
  return {{"clk", true, 0, ""},
          {"rst", true, 0, ""},
          {"here", true, address, ""},
          {"source", true, address, ""},
          {"in_valid", true, links, ""},
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
          {"busy", false, 0, ""}};
}

Values NodeValues(const Plan& plan) {
  const auto& links = plan.link_ports();
  const int count = static_cast<int>(links.size());
  std::string order;
  for (const LinkPort& port : links) order += (order.empty() ? "" : ", ") + PortName(port);
  Values values;
  values.text = {{"module", ModuleName(plan, "node")},
                 {"port_order", order},
                 {"links_msb", Number(count - 1)},
                 {"all_links", MaskConstant(std::vector<bool>(links.size(), true))},
                 {"address_range", Range(plan.link_address_bits())},
                 {"dest_range", Range(plan.local_ports() * plan.link_address_bits())},
                 {"local_range", Range(PlainLocalPorts(plan) ? 0 : plan.local_ports())},
                 {"router", ModuleName(plan, "router")},
                 {"axes", Number(plan.host().axes())},
                 {"lengths", LengthsConstant(plan.host())},
                 {"wraps", WrapsConstant(plan.host())},
                 {"link_ports", Number(count)},
                 {"address_bits", Number(plan.link_address_bits())},
                 {"flit_width", Number(plan.carried_bits())},
                 {"depth", Number(plan.hardware().buffer_depth)},
                 {"ports_all", plan.hardware().ports == Ports::kAll ? "1" : "0"},
                 {"source_is_here", IsLogical(plan) && !plan.carries_members() ? "0" : "1"},
                 {"through_first", plan.hardware().arbiter == Arbiter::kThroughFirst ? "1" : "0"},
                 {"local_ports", Number(plan.local_ports())}};
  values.rows["ports"] = PortRows(NodePorts(plan));
  auto& single = values.rows["single_channel"];
  auto& down = values.rows["links_down"];
  for (int p = count; p-- > 0;) {
    const LinkPort& port = links[static_cast<std::size_t>(p)];
    down.push_back(RouterConnection(port, HasChannels(plan, port), p == 0));
    if (!HasChannels(plan, port))
      single.insert(single.begin(), {.text = {{"port", PortName(port)}}, .rows = {}});
  }
  AddAddressUnits(plan, values);
  AddTable(plan, values);
  values.rows["schedule"] = UnitInNode(plan);
  values.rows["relay"] = RelayInNode(plan);
  ConnectRouter(plan, values);
  return values;
}

Values TopValues(const Plan& plan, Stage& stage) {
  Values values;
  values.text = {{"module", ModuleName(plan, "top")},
                 {"summary", Summary(plan)},
                 {"local_note", LocalNote(plan)}};
  values.rows["ports"] = PortRows(TopPorts(plan));
  values.rows["timer"] = TimerInTop(plan);
  values.rows["picture"] = {};
  for (const std::string& line : Picture(plan)) {
    values.rows["picture"].push_back(
        {.text = {{"line", line.empty() ? "" : " " + line}}, .rows = {}});
  }
  values.made = {{"links", Links(plan, stage)},
                 {"missing_outputs", MissingOutputs(plan, stage)},
                 {"missing_inputs", MissingInputs(plan, stage)},
                 {"nodes", Nodes(plan, stage)}};
  return values;
}

std::string Summary(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  return Number(static_cast<int>(plan.host().size())) + " nodes on " + plan.host().CanonicalText() +
         ", " + Number(hardware.flit_width) + "-bit flits, buffers of " +
         Number(hardware.buffer_depth) + " flits, ports " + std::string(ToString(hardware.ports)) +
         ", arbiter " + std::string(ToString(hardware.arbiter)) + ", " +
         std::string(ToString(hardware.address)) + " addresses" + (plan.relay() ? ", relays" : "");
}

}  // namespace toroid::rtl
