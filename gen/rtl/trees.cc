// The broadcast in the emitted node (docs/spec/broadcast.md, sections 1 and 2). Its wires are
// beside those of the links.

#include <nlohmann/json.hpp>

#include "gen/plan/barrier.h"
#include "gen/plan/broadcast.h"
#include "gen/plan/broadcast_tree.h"
#include "gen/plan/schedule_rows.h"
#include "gen/plan/tree_images.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/tables.h"

namespace toroid::rtl {
namespace {

// Around what is dead the tree is a module of this network's own.
bool HasTableOfParents(const Plan& plan) {
  return plan.hardware().load.words && plan.routes() != nullptr && !plan.hardware().load.routes;
}

int ParentBits(const Plan& plan) { return static_cast<int>(plan.link_ports().size()) + 1; }

Part ParentInNode(const Plan& plan) {
  if (HasTableOfParents(plan))
    return {"node_broadcast.v.tpl#parent_by_table",
            {.text = {{"tree", ModuleName(plan, "broadcast_tree")},
                      {"parent_range", Range(ParentBits(plan))}}}};
  Values values{.text = HostParameters(plan)};
  values.text.erase("wraps");
  values.text["broadcast_parent"] = ModuleName(plan, "broadcast_parent");
  values.text["parent_range"] = Range(ParentBits(plan));
  return {"node_broadcast.v.tpl#parent", std::move(values)};
}

Part BroadcastInNode(const Plan& plan) {
  Values values{.text = {{"link_ports", std::to_string(plan.link_ports().size())},
                         {"address_bits", std::to_string(plan.link_address_bits())}}};
  values.text["broadcast"] = ModuleName(plan, "broadcast");
  values.text["loader"] = ModuleName(plan, "loader");
  values.text["wires"] = std::to_string(kBroadcastWires);
  values.text["range"] = Range(kBroadcastWires);
  values.text["unit"] = plan.hardware().load.address_units ? "unit" : "unused_unit";
  values.text["table"] = LoadsTables(plan.hardware()) ? "table" : "unused_table";
  auto& down = values.rows["links_down"];
  for (const LinkPort& port : plan.link_ports()) {
    const std::string comma = down.empty() ? "" : ",";
    down.insert(down.begin(), {.text = {{"port", PortName(port)}, {"comma", comma}}});
    values.rows["links"].push_back({.text = {{"port", PortName(port)}}});
  }
  return {"node_broadcast.v.tpl#words", values};
}

std::vector<LayerPort> BroadcastPorts() {
  return {{{"host_axis_tvalid", true, 0, "from the host: a word is offered, and taken"}},
          {{"host_axis_tdata", true, kBroadcastBits, "the word; only the root reads it"}},
          {{"host_axis_tlast", true, 0, "the word ends an image"}},
          {{"image_valid", false, 0, "a word of an image for this node; cannot wait"},
           InTop::kPerNode,
           "a word of an image for a node; cannot wait"},
          {{"image_data", false, kBroadcastBits, "the word"}, InTop::kPerNode},
          {{"image_last", false, 0, "the word ends the image"}, InTop::kPerNode}};
}

}  // namespace

PortList BroadcastTreePorts(const Plan& plan) {
  return {{"coordinates", true, plan.link_address_bits(), "the node's physical address, constant"},
          {"parent", false, ParentBits(plan), "link ports, and on top the host"}};
}

std::optional<Values> BroadcastTreeValues(const Plan& plan) {
  if (!HasTableOfParents(plan)) return std::nullopt;
  const BroadcastTree tree = BroadcastTreeOf(plan);
  Values values{.text = {{"module", ModuleName(plan, "broadcast_tree")},
                         {"address_range", Range(plan.link_address_bits())},
                         {"parent_range", Range(ParentBits(plan))},
                         {"nothing", Zeros(ParentBits(plan))}}};
  values.rows["ports"] = PortRows(BroadcastTreePorts(plan));
  for (const NodeId node : plan.routes()->host.survivors()) {
    std::vector<bool> parent(static_cast<std::size_t>(ParentBits(plan)));
    const int host = ParentBits(plan) - 1;
    parent[static_cast<std::size_t>(tree.InputFromParent(node).value_or(host))] = true;
    values.rows["nodes"].push_back(
        {.text = {{"place", AddressConstant(plan, node)}, {"parent", MaskConstant(parent)}}});
  }
  return values;
}

Json LoadJson(const Plan& plan, const std::vector<Image>& images) {
  return {{"images", images.size()},
          {"words", WordsOf(images)},
          {"cycles", BroadcastTreeOf(plan).CyclesOf(WordsOf(images))}};
}

namespace {

Json BroadcastJson(const Plan& plan) {
  const HardwareOptions& hardware = plan.hardware();
  const BroadcastTree tree = BroadcastTreeOf(plan);
  Json json = {{"depth", tree.Depth()}};
  if (HasTableOfParents(plan)) json["root"] = tree.Root().value();
  if (hardware.load.tables) json["tables"] = LoadJson(plan, TableImagesOf(plan));
  if (hardware.load.tree) json["tree"] = LoadJson(plan, TreeImagesOf(plan));
  if (hardware.load.images)
    json["images"] = LoadJson(plan, ImagesOf(plan.host(), *hardware.load.images));
  return json;
}

}  // namespace

std::optional<Layer> BroadcastLayer(const Plan& plan) {
  if (!plan.hardware().load.words) return std::nullopt;
  Layer layer{.name = "broadcast"};
  layer.modules = {"broadcast", "loader",
                   HasTableOfParents(plan) ? "broadcast_tree" : "broadcast_parent"};
  if (LoadsRegisters(plan.hardware())) layer.modules.emplace_back("loaded_register");
  layer.ports = BroadcastPorts();
  layer.in_node = {ParentInNode(plan), BroadcastInNode(plan)};
  layer.busy = "broadcast_busy";
  const LoadOptions& load = plan.hardware().load;
  if (load.tables || load.tree)
    layer.summary = load.tables ? "loaded tables" : "loaded tree";
  else if (!LoadsRegisters(plan.hardware()))
    layer.summary = "broadcast";
  layer.manifest = [&plan] { return BroadcastJson(plan); };
  return layer;
}

namespace {

Part BarrierInNode(const Plan& plan) {
  Values values{.text = HostParameters(plan)};
  values.text.erase("wraps");
  values.text["barrier"] = ModuleName(plan, "barrier");
  values.text["hop_cycles"] = std::to_string(plan.hop_cycles());
  auto& down = values.rows["links_down"];
  for (const LinkPort& port : plan.link_ports()) {
    const std::string comma = down.empty() ? "" : ",";
    down.insert(
        down.begin(),
        {.text = {{"port", PortName(port)}, {"in", InputName(plan, port)}, {"comma", comma}}});
  }
  return {"node_barrier.v.tpl", values};
}

}  // namespace

std::string StartInNode(const Plan& plan) {
  return plan.hardware().barrier ? "start | barrier_release" : "start";
}

std::optional<Layer> BarrierLayer(const Plan& plan) {
  if (!plan.hardware().barrier) return std::nullopt;
  Layer layer{.name = "barrier"};
  layer.modules = {"barrier"};
  layer.ports = {
      {{"barrier_arrive", true, 0, "this node has arrived at the barrier"},
       InTop::kPerNode,
       "a node has arrived at the barrier"},
      {{"barrier_release", false, 0, "all nodes have arrived: one cycle, the same at all nodes"},
       InTop::kPerNode}};
  layer.in_node = {BarrierInNode(plan)};
  layer.busy = "barrier_busy";
  layer.manifest = [&plan] {
    return Json{{"depth", BarrierDepth(plan.host())},
                {"latency", BarrierLatency(plan.host(), plan.hop_cycles())}};
  };
  return layer;
}

}  // namespace toroid::rtl
