// Routing tables (docs/spec/degraded.md, DG7): a module that knows those of all nodes, of which
// each node takes its own by its coordinates. In a network the coordinates are constant, and so is
// the table.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/plan/route_images.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/tables.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

// The bits as a constant, the first lowest.
std::string HexConstant(const ImageBits& bits) {
  std::string text;
  for (std::size_t i = (bits.size() + 3) / 4; i-- > 0;) {
    int digit = 0;
    for (std::size_t b = 0; b < 4 && 4 * i + b < bits.size(); ++b)
      digit |= static_cast<int>(bits[4 * i + b]) << b;
    text += "0123456789abcdef"[digit];
  }
  return fmt::format("{}'h{}", bits.size(), text);
}

Json RoutesJson(const Plan& plan) {
  if (plan.hardware().load.routes)
    return {{"specification", kRouteSpecVersion},
            {"entry_bits", EntryBits(plan)},
            {"load", LoadJson(plan, RouteImagesOf(plan))}};
  Json nodes = Json::array();
  Json links = Json::array();
  const degraded::Dead dead = plan.routes()->host.dead();
  for (const NodeId node : dead.nodes) nodes.push_back(node.value());
  for (const auto& [from, to] : dead.links) links.push_back({from.value(), to.value()});
  return {{"specification", kRouteSpecVersion},
          {"entry_bits", EntryBits(plan)},
          {"dead_nodes", std::move(nodes)},
          {"dead_links", std::move(links)}};
}

}  // namespace

int EntryBits(const Plan& plan) {
  return toroid::EntryBits(static_cast<int>(plan.link_ports().size()));
}

int EntriesBits(const Plan& plan) { return EntryBits(plan) << plan.link_address_bits(); }

PortList RoutingTablePorts(const Plan& plan) {
  const int ports = static_cast<int>(plan.link_ports().size());
  return {{"coordinates", true, plan.link_address_bits(), "the node's physical address, constant"},
          {"alive", false, ports, "link ports whose flits are taken"},
          {"turns", false, ports * ports, "that some route takes: from input i to output o"},
          {"entries", false, EntriesBits(plan), "by destination the output"}};
}

Values RoutingTableValues(const Plan& plan) {
  const int ports = static_cast<int>(plan.link_ports().size());
  const int width = ports + ports * ports + EntriesBits(plan);
  Values values{.text = {{"module", ModuleName(plan, "routing_table")},
                         {"address_range", Range(plan.link_address_bits())},
                         {"row_range", Range(width)},
                         {"nothing", Zeros(width)}}};
  values.rows["ports"] = PortRows(RoutingTablePorts(plan));
  const auto turns = plan.routes()->Turns();
  for (const NodeId node : plan.routes()->host.survivors())
    values.rows["nodes"].push_back(
        {.text = {{"place", AddressConstant(plan, node)},
                  {"alive", MaskConstant(plan.routes()->AliveInputs(node))},
                  {"turns", MaskConstant(turns[node.index()])},
                  {"entries", HexConstant(RouteEntriesOf(plan, node))}}});
  return values;
}

namespace {

Part RoutesInNode(const Plan& plan) {
  Values values{.text = {{"table", ModuleName(plan, "routing_table")}}};
  for (const ModulePort& port : RoutingTablePorts(plan))
    if (!port.input)
      values.rows["constants"].push_back({.text = {{"range", Range(port)}, {"name", port.name}}});
  return {"node_routes.v.tpl#table", std::move(values)};
}

Part LoadedRoutesInNode(const Plan& plan) {
  const int ports = static_cast<int>(plan.link_ports().size());
  Values values{.text = {{"register", ModuleName(plan, "loaded_register")},
                         {"row_bits", std::to_string(LoadedRouteBits(plan))},
                         {"ports", std::to_string(ports)},
                         {"turns", std::to_string(ports * ports)},
                         {"alive_range", Range(ports)},
                         {"turns_range", Range(ports * ports)},
                         {"entries_range", Range(EntriesBits(plan))},
                         {"local_range", Range(OneBitWidth(plan))}}};
  const bool plain = OneBitWidth(plan) == 0;
  for (int q = 0; q < plan.local_ports(); ++q)
    values.rows["injectors"].push_back({.text = {{"module", ModuleName(plan, "packet_gate")},
                                                 {"number", std::to_string(q)},
                                                 {"bit", plain ? "" : Slice(q, 1, true)}}});
  return {"node_routes.v.tpl#loaded", std::move(values)};
}

// A dead node is not in the top. Elsewhere it takes nothing.
void LeaveOutDeadNodes(const Plan& plan, Layer& layer) {
  layer.in_node.push_back({"node_routes.v.tpl#present",
                           {.text = {{"local_range", Range(OneBitWidth(plan))},
                                     {"local_ports", std::to_string(plan.local_ports())}}}});
  layer.router_ports = {{"s_valid", "present_s_valid"}, {"s_ready", "present_s_ready"}};
  std::vector<bool> absent;
  for (std::uint32_t n = 0; n < plan.host().size(); ++n)
    absent.push_back(!plan.IsPresent(NodeId{n}));
  layer.in_top = {{"node_routes.v.tpl#dead_nodes_in_top",
                   {.text = {{"range", Range(static_cast<int>(absent.size()))},
                             {"mask", MaskConstant(absent)}}}}};
}

}  // namespace

std::optional<Layer> RouteLayer(const Plan& plan) {
  if (!plan.routes()) return std::nullopt;
  Layer layer{.name = "routes"};
  if (plan.hardware().load.routes) {
    layer.modules = {"packet_gate"};
    layer.ports = {
        {{"hold", true, 0, "no packet begins; for the time in which tables are loaded"}},
        {{"loaded", false, 0, "this node has its table"}, InTop::kPerNode, "a node has its table"}};
    layer.router_ports = {{"s_valid", "held_s_valid"}, {"s_ready", "held_s_ready"}};
    layer.in_node = {LoadedRoutesInNode(plan)};
    layer.summary = "loaded routing tables";
  } else {
    layer.modules = {"routing_table"};
    layer.in_node = {RoutesInNode(plan)};
    if (HasAbsentNodes(plan)) LeaveOutDeadNodes(plan, layer);
    layer.summary = "routing tables";
  }
  layer.manifest = [&plan] { return RoutesJson(plan); };
  return layer;
}

}  // namespace toroid::rtl
