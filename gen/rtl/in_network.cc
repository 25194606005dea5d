// What a node has beside its router that copies or combines flits, and for scheduled routers the
// module that knows all nodes' parents and children in the tree (docs/spec/in-network.md). Buffered
// routers need no such module (docs/spec/copies.md).

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/plan/tree_images.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/tables.h"
#include "gen/rtl/testbench.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

int Links(const Plan& plan) { return static_cast<int>(plan.link_ports().size()); }

Part PortsInNode(const Plan& plan) {
  if (plan.hardware().load.tree)
    return {"node_tree.v.tpl#loaded",
            {.text = {{"register", ModuleName(plan, "loaded_register")},
                      {"row_bits", std::to_string(2 * Links(plan))},
                      {"links", std::to_string(Links(plan))},
                      {"range", Range(Links(plan))}}}};
  return {"node_tree.v.tpl#ports",
          {.text = {{"tree", ModuleName(plan, "tree_ports")}, {"range", Range(Links(plan))}}}};
}

// The number of the port of the same axis by which flits travel the other way.
int OppositeOf(const Plan& plan, int port) {
  const LinkPort& link = plan.link_ports()[static_cast<std::size_t>(port)];
  return link.direction ? plan.LinkPortOf(link.axis, Opposite(*link.direction)) : port;
}

Part MulticastInNode(const Plan& plan) {
  return {"node_tree.v.tpl#multicast",
          {.text = {{"range", Range(Links(plan))},
                    {"data_range", Range(CarriedWidth(plan))},
                    {"nothing", Zeros(Links(plan))},
                    {"links", std::to_string(Links(plan))}}}};
}

// What comes from a child comes by the port opposite to the one that leads to it.
Part ReductionInNode(const Plan& plan) {
  Values values{.text = {{"range", Range(Links(plan))},
                         {"data_range", Range(CarriedWidth(plan))},
                         {"join", ModuleName(plan, "join")},
                         {"links", std::to_string(Links(plan))},
                         {"latency", std::to_string(plan.join_cycles())}}};
  const JoinOptions& join = plan.hardware().join;
  values.text["operator"] = join.module ? join.module->name() : ModuleName(plan, "join_operator");
  values.text["kind"] = join.module ? "" : fmt::format(", .KIND({})", static_cast<int>(*join.by));
  std::string to_parent, taken;
  for (int port = Links(plan) - 1; port >= 0; --port) {
    const int opposite = OppositeOf(plan, port);
    const LinkPort& from = plan.link_ports()[static_cast<std::size_t>(opposite)];
    const Width width = FlitWidth(plan, from);
    const char* comma = port > 0 ? ", " : "";
    to_parent += fmt::format("tree_parent[{}]{}", opposite, comma);
    taken += fmt::format("tree_children[{0}] & tree_arrives[{0}]{1}", opposite, comma);
    values.rows["links_down"].push_back(
        {.text = {{"from", InputName(plan, from)},
                  {"tail", BitsText({width.payloads, width.more - 1})},
                  {"comma", port > 0 ? "," : ""}}});
  }
  values.text["to_parent"] = to_parent;
  values.text["taken"] = taken;
  return {"node_tree.v.tpl#reduction", std::move(values)};
}

Json InNetworkJson(const Plan& plan) {
  if (plan.Copies())
    return {{"specification", kCopiesSpecVersion}, {"kind", ToString(InNetwork::kMulticast)}};
  const trees::NetworkTree& tree = *plan.in_network();
  const HardwareOptions& hardware = plan.hardware();
  Json json = {{"specification", InNetworkSpecVersionOf(hardware)},
               {"kind", ToString(*hardware.in_network)}};
  json.update(trees::TreeJson(tree));
  if (!plan.Joins()) return json;
  const JoinOptions& join = hardware.join;
  if (!join.IsPlainSum()) {
    json["operator"] = join.by ? Json(ToString(*join.by)) : Json();
    json["module"] = join.module ? Json(join.module->name()) : Json();
    json["latency"] = join.latency();
  }
  json["first_offer"] = tree.Offers(plan.hop_cycles(), plan.join_cycles());
  return json;
}

// "reduction in routers", "reduction (float32 by adder, 4 cycles) in routers".
std::string SummaryOf(const HardwareOptions& options) {
  const JoinOptions& join = options.join;
  std::string by;
  if (join.by && !join.IsPlainSum()) by = ToString(*join.by);
  if (join.module)
    by += fmt::format("{}by {}, {}", by.empty() ? "" : " ", join.module->name(),
                      Counted(join.module->latency, "cycle"));
  return fmt::format("{}{} in routers", ToString(*options.in_network),
                     by.empty() ? "" : " (" + by + ")");
}

}  // namespace

PortList TreeRouterPorts(const Plan& plan) {
  if (!plan.in_network()) return {};
  const int links = Links(plan);
  return {{"tree_parent", true, links, ""}, {"tree_children", true, links, ""},
          {"tree_start", true, links, ""},  {"tree_taken", true, links, ""},
          {"tree_own", true, 0, ""},        {"tree_sends", true, 0, ""},
          {"tree_ejects", true, 0, ""},     {"tree_lost", true, 0, ""},
          {"tree_fault", true, 0, ""}};
}

PortList TreePorts(const Plan& plan) {
  return {{"coordinates", true, plan.link_address_bits(), "the node's physical address, constant"},
          {"parent", false, Links(plan), "the link port of the parent's flits"},
          {"children", false, Links(plan), "the link ports to children"}};
}

Values TreeValues(const Plan& plan) {
  const trees::NetworkTree& tree = *plan.in_network();
  Values values{.text = {{"module", ModuleName(plan, "tree_ports")},
                         {"root", plan.host().NodeText(tree.root())},
                         {"row_range", Range(2 * Links(plan))},
                         {"address_range", Range(plan.link_address_bits())},
                         {"nothing", Zeros(2 * Links(plan))}}};
  values.rows["ports"] = PortRows(TreePorts(plan));
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const NodeId node{n};
    if (!tree.Has(node)) continue;
    const TreeRow row = TreeRowOf(plan, node);
    values.rows["nodes"].push_back({.text = {{"place", AddressConstant(plan, node)},
                                             {"parent", MaskConstant(row.parent)},
                                             {"children", MaskConstant(row.children)}}});
  }
  return values;
}

std::optional<Layer> InNetworkLayer(const Plan& plan) {
  if (!plan.in_network()) return std::nullopt;
  Layer layer{.name = "in_network"};
  layer.summary = SummaryOf(plan.hardware());
  layer.manifest = [&plan] { return InNetworkJson(plan); };
  if (plan.Copies()) {
    layer.in_node = {{"node_tree.v.tpl#copies"}};
    layer.router_ports = {{"s_data", "{1'b0, s_axis_tdata}"},
                          {"m_data", "{unused_tree, m_axis_tdata}"}};
    return layer;
  }
  if (plan.hardware().load.tree)
    layer.ports = {
        {{"loaded", false, 0, "this node has its tree"}, InTop::kPerNode, "a node has its tree"}};
  else
    layer.modules = {"tree_ports"};
  layer.in_node = {PortsInNode(plan), plan.Joins() ? ReductionInNode(plan) : MulticastInNode(plan)};
  if (plan.Joins()) {
    layer.modules.emplace_back("join");
    if (!plan.hardware().join.module) layer.modules.emplace_back("join_operator");
    layer.busy = "join_busy";
  }
  return layer;
}

void AddExpectedWords(const Plan& plan, Values& values) {
  struct Computed {
    const char* neutral;
    const char* combined;
  };
  static constexpr Computed kComputed[] = {
      {"0", "expected + word_of(other, due)"},
      {"{FLIT_WIDTH{1'b1}}", "word_of(other, due) < expected ? word_of(other, due) : expected"},
      {"0", "word_of(other, due) > expected ? word_of(other, due) : expected"},
      {"{FLIT_WIDTH{1'b1}}", "expected & word_of(other, due)"},
      {"0", "expected | word_of(other, due)"}};
  const auto by = plan.hardware().join.by;
  const bool computes = by && static_cast<std::size_t>(*by) < std::size(kComputed);
  values.rows["computed"];
  values.rows["compared"];
  if (computes) {
    const Computed& word = kComputed[static_cast<std::size_t>(*by)];
    values.rows["computed"].push_back(
        {.text = {{"neutral", word.neutral}, {"combined", word.combined}}});
  } else {
    const Cycle kept = plan.in_network()->Depth() * plan.hop_cycles() + 1;
    values.rows["compared"].push_back({.text = {{"kept", std::to_string(kept)}}});
  }
}

}  // namespace toroid::rtl
