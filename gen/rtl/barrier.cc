// The barrier in the emitted node (docs/spec/barrier.md, section 3). Its wires are beside those of
// the links.
#include "gen/plan/barrier.h"

#include <nlohmann/json.hpp>

#include "gen/rtl/layer.h"

namespace toroid::rtl {
namespace {

Part BarrierInNode(const Plan& plan) {
  Values values{.text = HostParameters(plan)};
  values.text.erase("wraps");
  values.text["barrier"] = ModuleName(plan, "barrier");
  auto& down = values.rows["links_down"];
  for (const LinkPort& port : plan.link_ports()) {
    const std::string comma = down.empty() ? "" : ",";
    down.insert(down.begin(), {.text = {{"port", PortName(port)}, {"comma", comma}}});
  }
  return {"node_barrier.v.tpl", values};
}

}  // namespace

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
    return Json{{"depth", BarrierDepth(plan.host())}, {"latency", BarrierLatency(plan.host())}};
  };
  return layer;
}

}  // namespace toroid::rtl
