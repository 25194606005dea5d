// The relay in the emitted node and top (docs/spec/relay.md).
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "gen/rtl/layer.h"

namespace toroid::rtl {
namespace {

Part RelayInNode(const Plan& plan) {
  Values values;
  values.text = HostParameters(plan);
  values.text.merge(Text{{"local_range", Range(OneBitWidth(plan))},
                         {"carried_range", CarriedRange(plan)},
                         {"dest_range", Range(plan.local_ports() * plan.link_address_bits())},
                         {"relay", ModuleName(plan, "relay")},
                         {"start", StartInNode(plan)},
                         {"port_axes", PortAxesConstant(plan)},
                         {"first", std::to_string(plan.relay()->first)},
                         {"second", std::to_string(plan.relay()->second)}});
  return {"node_relay.v.tpl", values};
}

}  // namespace

std::optional<Layer> RelayLayer(const Plan& plan) {
  if (!plan.relay()) return std::nullopt;
  Layer layer{.name = "relay"};
  layer.modules = {"relay", "relay_halt", "relay_place", "axis_distance"};
  layer.ports = {
      {.port = {"start", true, 0, "a pulse: a set's messages are offered in this cycle"}}};
  layer.flit_fields = {{"relayed", 1}, {"relay_address", plan.address_bits()}};
  layer.place = Place::kInStreams;
  layer.in_node = {RelayInNode(plan)};
  for (const char* port : {"s_valid", "s_ready", "s_data", "s_last", "s_dest", "s_dest_ok", "error",
                           "m_valid", "m_ready", "m_data", "m_last", "m_source"})
    layer.router_ports[port] = std::string("router_") + port;
  layer.busy = "relay_busy";
  layer.summary = "relays";
  layer.manifest = [&plan]() -> Json {
    return {{"specification", kRelaySpecVersion},
            {"first_steps", plan.relay()->first},
            {"second_steps", plan.relay()->second}};
  };
  return layer;
}

}  // namespace toroid::rtl
