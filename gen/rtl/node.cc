// The node's values: the router's parameters and connections, and what the layers put between its
// local ports and the user's (layer.h). Without a layer the router's ports are the user's.
#include "gen/rtl/network.h"
#include "gen/rtl/parameters.h"
#include "gen/rtl/tables.h"

namespace toroid::rtl {
namespace {

// One port's places in the router's concatenations. Channel 1's credit is above channel 0's.
Values RouterConnection(const Plan& plan, const LinkPort& port, bool last) {
  const std::string name = PortName(port);
  const std::string in = InputName(plan, port);
  const bool channels = HasChannels(plan, port);
  Values row;
  row.text = {{"port", name},
              {"in", in},
              {"comma", last ? "" : ","},
              {"in_channel", channels ? in + "_in_channel" : "1'b0"},
              {"out_channel", channels ? name + "_out_channel" : "unused_" + name + "_out_channel"},
              {"in_credit", channels ? name + "_in_credit"
                                     : "unused_" + name + "_in_credit, " + name + "_in_credit"},
              {"out_credit", channels ? in + "_out_credit" : "1'b0, " + in + "_out_credit"}};
  return row;
}

// The router's local ports and their connections without layers.
constexpr std::pair<const char*, const char*> kRouterPorts[] = {
    {"s_valid", "s_axis_tvalid"}, {"s_ready", "s_axis_tready"}, {"s_data", "s_axis_tdata"},
    {"s_last", "s_axis_tlast"},   {"s_dest", "s_dest"},         {"s_dest_ok", "s_dest_ok"},
    {"error", "error"},           {"m_valid", "m_axis_tvalid"}, {"m_ready", "m_axis_tready"},
    {"m_data", "m_axis_tdata"},   {"m_last", "m_axis_tlast"},   {"m_source", "m_axis_tuser"}};

// The connections of the router's ports, under the names router_s_valid, ...: the wires of a layer,
// or the user's ports.
Text RouterWires(const Layers& layers) {
  Text wires;
  for (const Layer& layer : layers) {
    for (const auto& [port, wire] : layer.router_ports) wires["router_" + port] = wire;
    if (!layer.busy.empty()) wires["router_busy"] = "router_busy";
  }
  for (const auto& [port, direct] : kRouterPorts)
    wires.emplace(std::string("router_") + port, direct);
  wires.emplace("router_busy", "busy");
  return wires;
}

std::string PortOrder(const Plan& plan) {
  std::string order;
  for (const LinkPort& port : plan.link_ports())
    order += (order.empty() ? "" : ", ") + PortName(port);
  return order;
}

Text NodeText(const Plan& plan) {
  const std::size_t links = plan.link_ports().size();
  return {{"module", ModuleName(plan, "node")},
          {"port_order", PortOrder(plan)},
          {"links_msb", std::to_string(links - 1)},
          {"all_links", MaskConstant(std::vector<bool>(links, true))},
          {"address_range", Range(plan.link_address_bits())},
          {"dest_range", Range(plan.local_ports() * plan.link_address_bits())},
          {"local_range", Range(OneBitWidth(plan))}};
}

// Parameters that both routers have.
Text RouterText(const Plan& plan) {
  Text text = {{"router", ModuleName(plan, RouterModule(plan))},
               {"port_axes", PortAxesConstant(plan)},
               {"flit_width", BitsText(CarriedWidth(plan))},
               {"ports_all", plan.hardware().ports == Ports::kAll ? "1" : "0"},
               {"source_is_here", IsLogical(plan) && !plan.carries_ranks() ? "0" : "1"},
               {"local_ports", std::to_string(plan.local_ports())}};
  text.merge(HostParameters(plan));
  return text;
}

// What else a buffered router gets: of dimension order the shape as parameters, else what its
// tables say.
void AddRoutes(const Plan& plan, Values& values) {
  Text of_shape;
  for (const char* name :
       {"axes", "lengths", "wraps", "lowest_bits", "first_ports", "source_is_here"}) {
    of_shape[name] = values.text.at(name);
    values.text.erase(name);
  }
  auto& shape = values.rows["shape"];
  auto& inputs = values.rows["routes"];
  const auto set = [&](const char* parameter, const std::string& value, const char* note = "") {
    shape.push_back({.text = {{"parameter", parameter}, {"value", value}, {"note", note}}});
  };
  if (plan.routes()) {
    set("ENTRY_BITS", std::to_string(EntryBits(plan)));
    for (const char* input : {"alive", "turns", "entries"})
      inputs.push_back({.text = {{"input", input}}});
    return;
  }
  set("AXES", of_shape.at("axes"));
  set("LENGTHS", of_shape.at("lengths"), "  // last axis, or port, first, as in those below");
  set("WRAPS", of_shape.at("wraps"));
  set("LOWEST_BITS", of_shape.at("lowest_bits"));
  set("FIRST_PORTS", of_shape.at("first_ports"));
  set("SOURCE_IS_HERE", of_shape.at("source_is_here"));
}

Part BufferedRouter(const Plan& plan, const Layers& layers) {
  const HardwareOptions& hardware = plan.hardware();
  Values values{.text = RouterText(plan)};
  AddRoutes(plan, values);
  if (hardware.buffered.storage == Storage::kGated)
    values.rows["shape"].push_back(
        {.text = {{"parameter", "GATED"}, {"value", "1"}, {"note", ""}}});
  values.text["lutram"] = hardware.buffered.storage == Storage::kLutram ? "1" : "0";
  values.text["through_first"] = hardware.buffered.arbiter == Arbiter::kThroughFirst ? "1" : "0";
  values.text.merge(RouterWires(layers));
  auto& down = values.rows["links_down"];
  for (const LinkPort& port : plan.link_ports())
    down.insert(down.begin(), RouterConnection(plan, port, down.empty()));
  return {"node_router.v.tpl#buffered", values};
}

// The tree's inputs, and its words in the place of the user's beats.
void AddTree(const Plan& plan, Values& values) {
  const bool tree = plan.in_network().has_value();
  values.text["s_data"] = tree ? "tree_data" : "s_axis_tdata";
  values.text["s_last"] = tree ? "tree_last" : "s_axis_tlast";
  values.text["m_data"] = tree ? "{unused_tree, m_axis_tdata}" : "m_axis_tdata";
  auto& parameters = values.rows["tree"];
  auto& ports = values.rows["tree_ports"];
  if (!tree) return;
  parameters.push_back(
      {.text = {{"turns_back", TurnsBackConstant(plan)}, {"joins", plan.Joins() ? "1" : "0"}}});
  for (const ModulePort& port : TreeRouterPorts(plan))
    ports.push_back({.text = {{"port", port.name}}});
}

// A scheduled router. No layer is between it and the user, so its ports are the user's, except
// `busy`.
Part ScheduledRouter(const Plan& plan, const Layers& layers) {
  const HardwareOptions& hardware = plan.hardware();
  Values values{.text = RouterText(plan)};
  values.text["router_busy"] = RouterWires(layers).at("router_busy");
  values.text["turns"] = TurnsConstant(plan);
  values.text["turns_text"] = "from link port to link port: " + plan.turns().ToString();
  values.text["check_slots"] = hardware.schedule_unit.task ? "1" : "0";
  values.text["check_arrivals"] = hardware.schedule_unit.check_arrivals ? "1" : "0";
  values.text["message_flits"] =
      std::to_string(hardware.schedule_unit.task ? hardware.schedule_unit.task->message_flits : 1);
  const int links = static_cast<int>(plan.link_ports().size());
  values.text["links_width"] = BitsText({links, LinksWidth(plan) - links * hardware.flit_width});
  auto& down = values.rows["links_down"];
  for (const LinkPort& port : plan.link_ports()) {
    const std::string comma = down.empty() ? "" : ",";
    down.insert(
        down.begin(),
        {.text = {{"port", PortName(port)}, {"in", InputName(plan, port)}, {"comma", comma}}});
  }
  AddTree(plan, values);
  return {"node_router.v.tpl#scheduled", values};
}

}  // namespace

Values NodeValues(const Plan& plan, const Layers& layers) {
  Values values{.text = NodeText(plan)};
  for (const Parameter& parameter : ParametersOf(plan)) {
    values.rows["parameters"].push_back({.text = {{"name", parameter.name},
                                                  {"value", std::to_string(parameter.value)},
                                                  {"what", parameter.what}}});
  }
  values.rows["ports"] = PortRows(NodePorts(plan, layers));
  auto& single = values.rows["single_channel"];
  for (const LinkPort& port : plan.link_ports()) {
    if (HasCredits(plan) && !HasChannels(plan, port))
      single.push_back({.text = {{"port", PortName(port)}}});
  }
  return values;
}

Part RouterInNode(const Plan& plan, const Layers& layers) {
  return HasCredits(plan) ? BufferedRouter(plan, layers) : ScheduledRouter(plan, layers);
}

}  // namespace toroid::rtl
