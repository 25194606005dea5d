// Registers on long links (docs/spec/router.md, section 9): between the node's link ports and the
// router's, for what comes in by them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gen/rtl/layer.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

// "{x_in_channel, x_in_flit}", or the flit alone where there is no channel.
std::string WithChannel(const std::string& port, bool channels) {
  return channels ? fmt::format("{{{0}_in_channel, {0}_in_flit}}", port) : port + "_in_flit";
}

Values LinkRow(const Plan& plan, const LinkPort& port) {
  const std::string name = PortName(port);
  const bool channels = HasChannels(plan, port);
  Values row{.text = {{"module", ModuleName(plan, "link_stages")},
                      {"port", name},
                      {"credit_range", Range(CreditWidth(plan, port))},
                      {"count", std::to_string(plan.hardware().link_stages)},
                      {"credits", channels ? "2" : "1"},
                      {"width", std::to_string(LinkWidth(plan) + (channels ? 1 : 0))},
                      {"in_flit", WithChannel(name, channels)},
                      {"out_flit", WithChannel("staged_" + name, channels)}},
             .rows = {}};
  auto& wires = row.rows["wires"];
  const auto add = [&wires](const std::string& wire) {
    wires.push_back({.text = {{"wire", wire}}});
  };
  add("staged_" + name + "_in_valid");
  if (channels) add("staged_" + name + "_in_channel");
  add(Range(LinkWidth(plan)) + "staged_" + name + "_in_flit");
  return row;
}

Part StagesInNode(const Plan& plan) {
  Values values;
  std::string busy;
  for (const LinkPort& port : plan.link_ports()) {
    values.rows["links"].push_back(LinkRow(plan, port));
    busy += fmt::format("{}stages_{}_busy", busy.empty() ? "" : " | ", PortName(port));
  }
  values.text = {{"stages", Counted(plan.hardware().link_stages, "cycle")}, {"busy", busy}};
  return {"node_stages.v.tpl", values};
}

}  // namespace

std::optional<Layer> StagesLayer(const Plan& plan) {
  const int stages = plan.hardware().link_stages;
  if (stages == 0) return std::nullopt;
  Layer layer{.name = "link_stages"};
  layer.modules = {"link_stages"};
  layer.in_node = {StagesInNode(plan)};
  layer.busy = "stages_busy";
  layer.summary = Counted(stages, "link stage");
  layer.manifest = [stages] {
    return nlohmann::ordered_json{{"stages", stages}, {"hop_cycles", stages + 1}};
  };
  return layer;
}

}  // namespace toroid::rtl
