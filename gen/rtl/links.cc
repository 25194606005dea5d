// What a node has at each link port: registers on long links (docs/spec/router.md, section 9),
// check wires (section 10) and counters (docs/spec/counters.md). The latter two are behind the
// stages where links have some.

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "gen/plan/counters.h"
#include "gen/plan/link_fields.h"
#include "gen/rtl/layer.h"
#include "gen/support/text.h"

namespace toroid::rtl {
namespace {

// The bits that steer a flit of scheduled routers (N3.5).
int SteeringBits(const Plan& plan, const LinkPort& port) {
  if (HasCredits(plan)) return 0;
  const int index = plan.LinkPortOf(port.axis, port.direction.value_or(Direction::kPlus));
  return static_cast<int>(
      std::ranges::count_if(FieldsOfLink(plan, index).fields, [](const LinkField& field) {
        return field.kind == LinkField::Kind::kAhead || field.kind == LinkField::Kind::kTurn;
      }));
}

// The flags of one end, valid first. A flit's parity goes with the flit, not with them.
std::vector<std::string> FlagsOf(const Plan& plan, const std::string& end) {
  std::vector<std::string> flags = {end + "_in_valid"};
  if (IsChecked(plan)) {
    flags.push_back(end + "_in_check[0]");
    flags.push_back(end + "_out_credit_check");
  }
  if (HasCredits(plan)) flags.push_back(end + "_out_credit");
  if (plan.hardware().barrier) flags.push_back(end + "_in_barrier");
  return flags;
}

// The wires behind the stages.
std::vector<std::string> StagedWires(const Plan& plan, const LinkPort& port) {
  const std::string end = InputName(plan, port);
  std::vector<std::string> wires = {end + "_in_valid"};
  if (HasChannels(plan, port)) wires.push_back(end + "_in_channel");
  wires.push_back(Range(FlitWidth(plan, port)) + end + "_in_flit");
  if (IsChecked(plan)) {
    wires.push_back("[1:0] " + end + "_in_check");
    wires.push_back(end + "_out_credit_check");
  }
  if (HasCredits(plan)) wires.push_back(Range(CreditWidth(plan, port)) + end + "_out_credit");
  if (plan.hardware().barrier) wires.push_back(end + "_in_barrier");
  return wires;
}

Values LinkStagesRow(const Plan& plan, const LinkPort& port) {
  const std::string name = PortName(port);
  const bool channels = HasChannels(plan, port);
  const bool checked = IsChecked(plan);
  const Width link = FlitWidth(plan, port);
  const auto flit = [&](const std::string& end) {
    const std::string text = WithChannel(end + "_in", channels);
    return checked ? fmt::format("{{{}_in_check[1], {}}}", end, text) : text;
  };
  const std::vector<std::string> flags = FlagsOf(plan, name);
  Values row{
      .text = {{"module", ModuleName(plan, "link_stages")},
               {"port", name},
               {"count", std::to_string(plan.hardware().links.stages)},
               {"flags", std::to_string(flags.size() + (channels ? 1 : 0))},
               {"width", BitsText({link.payloads, link.more + (channels ? 1 : 0) + checked})},
               {"in_flit", flit(name)},
               {"out_flit", flit(InputName(plan, port))},
               {"in_flags", Joined(flags, ", ")},
               {"out_flags", Joined(FlagsOf(plan, InputName(plan, port)), ", ")}}};
  auto& steering = row.rows["steering"];
  if (plan.in_network()) {
    // Nothing reads a flit's bits without its valid bit in buffered routers: a bit past the last.
    const std::string tree =
        HasCredits(plan) ? row.text["width"] : BitsText({1, plan.added_bits() - 1});
    steering.push_back({.text = {{"parameter", "TREE"}, {"value", tree}, {"comma", ","}}});
  }
  steering.push_back({.text = {{"parameter", "STEERS"},
                               {"value", std::to_string(SteeringBits(plan, port))},
                               {"comma", ""}}});
  for (const std::string& wire : StagedWires(plan, port))
    row.rows["wires"].push_back({.text = {{"wire", wire}}});
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
  const std::string in = InputName(plan, port);
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
  const std::string in = InputName(plan, port);
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
