// Counters of links (docs/spec/counters.md): a module for each link port, behind the stages where
// links have some, and a port to read them by.
#include "gen/plan/counters.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/rtl/layer.h"

namespace toroid::rtl {
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
  layer.in_node = {{"node_counters.v.tpl", std::move(values)}};
  layer.summary = "counters";
  layer.manifest = [links] {
    return Json{{"specification", kCounterSpecVersion},
                {"link_ports", links},
                {"numbers", {"flits", "stalls", "most_0", "most_1"}}};
  };
  return layer;
}

}  // namespace toroid::rtl
