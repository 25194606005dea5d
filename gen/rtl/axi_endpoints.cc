#include "gen/rtl/axi_endpoints.h"

#include <fmt/core.h>

#include <cassert>

#include "gen/rtl/axi_wrap.h"
#include "gen/rtl/layer.h"
#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {
namespace {

PortList PortsOf(const Plan& plan, const WrapPorts& wrap, NodeId node) {
  PortList ports = {{"clk", true, 0, ""}, {"rst", true, 0, ""}};
  ports.push_back({"here", true, plan.physical_bits(), ""});
  for (const EndpointPort& endpoint : EndpointPorts(plan))
    if (endpoint.node == node) ports.push_back(endpoint.port);
  for (int c = 0; c < wrap.classes(); ++c) {
    for (ModulePort port : wrap.stream_ports()) {
      port.name = wrap.NameOf(port, {c, static_cast<int>(node.value())});
      port.input = !port.input;
      ports.push_back(port);
    }
  }
  ports.push_back({"busy", false, 0, ""});
  ports.push_back({"error", false, 0, ""});
  if (HasTimeouts(*plan.hardware().wrap.axi)) ports.push_back({"timeout", false, 0, ""});
  return ports;
}

}  // namespace

EndpointsModule EndpointsModuleOf(const Plan& plan, NodeId node) {
  assert(plan.hardware().wrap.axi && !HasOwnClocks(plan.hardware().wrap));
  const Layers layers = LayersOf(plan);
  const WrapPorts wrap(plan, layers);
  EndpointsModule module = {ModuleName(plan, "axi_endpoints"), "", PortsOf(plan, wrap, node)};
  module.text = "`default_nettype none\nmodule " + module.name + " (\n";
  for (const ModulePort& port : module.ports)
    module.text += fmt::format("  {} wire {}{}{}\n", port.input ? "input" : "output", Range(port),
                               port.name, &port == &module.ports.back() ? "" : ",");
  module.text += ");\n";
  const TakeRow take = [&](const Values& row) { module.text += row.text.at("line") + '\n'; };
  TakeMap(plan, take);
  TakeEndpointsOf(
      plan, wrap, node,
      {"here", "busy", "error", HasTimeouts(*plan.hardware().wrap.axi) ? "timeout" : ""}, take);
  module.text += "endmodule\n`default_nettype wire\n";
  return module;
}

}  // namespace toroid::rtl
