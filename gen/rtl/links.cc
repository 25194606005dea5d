// What a node has at each link port: registers on long links (docs/spec/router.md, section 9),
// check wires (section 10) and counters (docs/spec/counters.md). The latter two are behind the
// stages where links have some.

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/plan/counters.h"
#include "gen/rtl/layer.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

Values LinkStagesRow(const Plan& plan, const LinkPort& port) {
  const std::string name = PortName(port);
  const bool channels = HasChannels(plan, port);
  const bool checked = IsChecked(plan);
  const Width link = FlitWidth(plan, port);
  const int flags = (channels ? 2 : 1) + (checked ? 2 : 0);
  // Parity goes with the flit, the other check wires with the credits.
  const auto flit = [&](const std::string& end) {
    const std::string text = WithChannel(end + "_in", channels);
    return checked ? fmt::format("{{{}_in_check[1], {}}}", end, text) : text;
  };
  const auto credit = [&](const std::string& end) {
    return checked ? fmt::format("{{{0}_in_check[0], {0}_out_credit_check, {0}_out_credit}}", end)
                   : end + "_out_credit";
  };
  Values row{
      .text = {{"module", ModuleName(plan, "link_stages")},
               {"port", name},
               {"credit_range", Range(CreditWidth(plan, port))},
               {"count", std::to_string(plan.hardware().links.stages)},
               {"credits", std::to_string(flags)},
               {"width", BitsText({link.payloads, link.more + (channels ? 1 : 0) + checked})},
               {"in_flit", flit(name)},
               {"out_flit", flit("staged_" + name)},
               {"in_credit", credit(name)},
               {"out_credit", credit("staged_" + name)}},
      .rows = {}};
  auto& wires = row.rows["wires"];
  const auto add = [&wires](const std::string& wire) {
    wires.push_back({.text = {{"wire", wire}}});
  };
  add("staged_" + name + "_in_valid");
  if (channels) add("staged_" + name + "_in_channel");
  add(Range(link) + "staged_" + name + "_in_flit");
  if (checked) {
    add("[1:0] staged_" + name + "_in_check");
    add("staged_" + name + "_out_credit_check");
  }
  return row;
}

Part StagesInNode(const Plan& plan) {
  Values values;
  std::string busy;
  for (const LinkPort& port : plan.link_ports()) {
    values.rows["links"].push_back(LinkStagesRow(plan, port));
    busy += fmt::format("{}stages_{}_busy", busy.empty() ? "" : " | ", PortName(port));
  }
  values.text = {{"stages", Counted(plan.hardware().links.stages, "cycle")}, {"busy", busy}};
  return {"node_links.v.tpl#stages", values};
}

}  // namespace

std::optional<Layer> StagesLayer(const Plan& plan) {
  const int stages = plan.hardware().links.stages;
  if (stages == 0) return std::nullopt;
  Layer layer{.name = "link_stages"};
  layer.modules = {"link_stages"};
  layer.in_node = {StagesInNode(plan)};
  layer.busy = "stages_busy";
  layer.summary = Counted(stages, "link stage");
  layer.manifest = [stages] { return Json{{"stages", stages}, {"hop_cycles", stages + 1}}; };
  return layer;
}

namespace {

Values LinkCheckRow(const Plan& plan, const LinkPort& port, int index) {
  const std::string name = PortName(port);
  const std::string in = plan.hardware().links.stages > 0 ? "staged_" + name : name;
  const bool channels = HasChannels(plan, port);
  const Width link = FlitWidth(plan, port);
  return {.text = {{"module", ModuleName(plan, "link_check")},
                   {"port", name},
                   {"in", in},
                   {"width", BitsText({link.payloads, link.more + (channels ? 1 : 0)})},
                   {"credits", channels ? "2" : "1"},
                   {"out_flit", WithChannel(name + "_out", channels)},
                   {"in_flit", WithChannel(in + "_in", channels)},
                   {"bits", fmt::format("{}:{}", 2 * index + 1, 2 * index)}},
          .rows = {}};
}

}  // namespace

std::optional<Layer> LinkCheckLayer(const Plan& plan) {
  if (!IsChecked(plan)) return std::nullopt;
  Layer layer{.name = "protection"};
  layer.modules = {"link_check"};
  Values values;
  int index = 0;
  for (const LinkPort& port : plan.link_ports())
    values.rows["links"].push_back(LinkCheckRow(plan, port, index++));
  layer.ports = {{{"link_fault", false, 2 * index,
                   "check failed since reset: {credits, flit} of each link port"},
                  InTop::kPerNode}};
  layer.in_node = {{"node_links.v.tpl#checks", std::move(values)}};
  layer.summary = "parity on links";
  layer.manifest = [index] {
    return Json{
        {"kind", "parity"}, {"check_wires_per_link", 3}, {"fault_bits_per_node", 2 * index}};
  };
  return layer;
}

namespace {

constexpr int kBitsOfALink = 128;

Values LinkCountersRow(const Plan& plan, const LinkPort& port, int index) {
  const std::string name = PortName(port);
  const std::string in = plan.hardware().links.stages > 0 ? "staged_" + name : name;
  const bool channels = HasChannels(plan, port);
  return {.text = {{"module", ModuleName(plan, "link_counters")},
                   {"port", name},
                   {"in", in},
                   {"channels", channels ? "2" : "1"},
                   {"channel", channels ? in + "_in_channel" : "1'b0"},
                   {"slice", PartAt(index * kBitsOfALink, kBitsOfALink)}},
          .rows = {}};
}

// The counters padded to all numbers that can be selected: those without a link read as 0 (CN3.2).
std::string Padded(int used, int all) {
  return used == all ? "counted" : "{" + Zeros(all - used) + ", counted}";
}

}  // namespace

std::optional<Layer> CountersLayer(const Plan& plan) {
  if (!plan.hardware().links.counters) return std::nullopt;
  Layer layer{.name = "counters"};
  layer.modules = {"link_counters"};
  Values values;
  int links = 0;
  for (const LinkPort& port : plan.link_ports())
    values.rows["links"].push_back(LinkCountersRow(plan, port, links++));
  const int all = 32 << CounterSelectBits(plan);
  values.text = {{"counted_range", Range(links * kBitsOfALink)},
                 {"selected_range", Range(all)},
                 {"padded", Padded(links * kBitsOfALink, all)}};
  layer.ports = {{{"counter_clear", true, 0, "restarts all counters at 0"}},
                 {{"counter_select", true, CounterSelectBits(plan),
                   "{link port, number: flits, stalls, most in the buffers of channels 0 and 1}"},
                  InTop::kPerNode},
                 {{"counter_value", false, 32, "the number of the link that arrives by that port"},
                  InTop::kPerNode}};
  layer.in_node = {{"node_links.v.tpl#counters", std::move(values)}};
  layer.summary = "counters";
  layer.manifest = [links] {
    return Json{{"specification", kCounterSpecVersion},
                {"link_ports", links},
                {"numbers", {"flits", "stalls", "most_0", "most_1"}}};
  };
  return layer;
}

}  // namespace toroid::rtl
