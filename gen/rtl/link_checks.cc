// Check wires beside the links (docs/spec/router.md, section 10): a module for each link port,
// which reads what the node drives and what comes to it, behind the stages where links have some.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/rtl/layer.h"

namespace toroid::rtl {
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
  layer.in_node = {{"node_link_checks.v.tpl", std::move(values)}};
  layer.summary = "parity on links";
  layer.manifest = [index] {
    return Json{
        {"kind", "parity"}, {"check_wires_per_link", 3}, {"fault_bits_per_node", 2 * index}};
  };
  return layer;
}

}  // namespace toroid::rtl
