// The fault ports of a scheduled router's node (docs/spec/scheduled-router.md, section 6). Without
// a schedule unit it also states that nothing is due.
#include "gen/rtl/layer.h"

namespace toroid::rtl {
namespace {

std::string CausesText(const Plan& plan) {
  std::string text = "faults since reset, from bit 0 up: collision, sink, refused";
  if (plan.hardware().schedule_unit.task) text += ", slot";
  if (plan.hardware().schedule_unit.check_arrivals) text += ", arrival";
  return text;
}

Part NothingDue(const Plan& plan) {
  const std::vector<bool> none(static_cast<std::size_t>(plan.local_ports()), false);
  return {"node_no_task.v.tpl",
          {.text = {{"local_range", Range(OneBitWidth(plan))}, {"none", MaskConstant(none)}}}};
}

}  // namespace

std::optional<Layer> FaultLayer(const Plan& plan) {
  if (HasCredits(plan)) return std::nullopt;
  Layer layer{.name = "faults"};
  layer.ports = {{{"error", false, 0, "any fault"}, InTop::kPerNode, "a bit for each node"},
                 {{"faults", false, FaultBits(plan), CausesText(plan)}, InTop::kPerNode}};
  if (!plan.schedule_unit()) layer.in_node = {NothingDue(plan)};
  layer.summary = "scheduled routers";
  return layer;
}

}  // namespace toroid::rtl
