// Registers on long links (docs/spec/router.md, section 9): between the node's link ports and the
// router's, for the signals that arrive by them.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

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
  return {"node_stages.v.tpl", values};
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

}  // namespace toroid::rtl
