#include "gen/rtl/relay.h"

#include <string>

namespace toroid::rtl {
std::vector<ModulePort> RelayPorts(const Plan& plan) {
  if (!plan.relay()) return {};
  return {{"start", true, 0, "a pulse: a set's messages are offered in this cycle"}};
}

std::vector<Values> RelayInNode(const Plan& plan) {
  if (!plan.relay()) return {};
  Values row;
  row.text = {{"relay_module", ModuleName(plan, "relay")},
              {"user_width", std::to_string(plan.hardware().flit_width)},
              {"carried_range", Range(plan.local_ports() * plan.carried_bits())},
              {"first", std::to_string(plan.relay()->first)},
              {"second", std::to_string(plan.relay()->second)}};
  return {row};
}

std::vector<Values> RelayConnection(const Plan& plan) {
  if (!plan.relay()) return {};
  return {Values{}};
}

bool IsOfRelay(const Plan& plan, std::string_view module) {
  return module.starts_with(ModuleName(plan, "relay")) ||
         module == ModuleName(plan, "axis_distance");
}

}  // namespace toroid::rtl
