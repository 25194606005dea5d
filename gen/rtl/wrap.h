// NAME_wrap: the network with the ports of each stream under names of their own, as bus functional
// models and block-design tools expect them, and a text to instantiate it (docs/spec/generated.md,
// G1.10).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/rtl/layer.h"
#include "gen/support/progress.h"

namespace toroid::rtl {

// The library's modules in the wrap: "crossing".
std::vector<std::string> WrapModules(const Plan& plan);

// Values of the templates without "banner". Rows are made from plan and layers while they are
// rendered; those of the wrap, of the instance, of its wires and of the constraints tick kWrapTicks
// times for each node in all.
Values WrapValues(const Plan& plan, const Layers& layers, Stage& stage);
Values InstanceValues(const Plan& plan, const Layers& layers, Stage& stage);
Values WiresValues(const Plan& plan, const Layers& layers, Stage& stage);
Values WrapConstraints(const Plan& plan, const Layers& layers, Stage& stage);
inline constexpr std::uint64_t kWrapTicks = 4;

// The AXI4 endpoints of a node as a module, which simulations compile once for all nodes of the
// same role. It is not emitted: it is a wrap of one node without networks.
struct EndpointsModule {
  std::string name;
  std::string text;
  // clk, rst, here (the node's physical address), those of the endpoints and of the streams, both
  // named as in the wrap, busy and error. Streams into a network, "c0_s3_axis_tvalid", are outputs.
  PortList ports;
};

// Requires a plan with endpoints and without clocks of nodes.
Result<EndpointsModule> EndpointsModuleOf(const Plan& plan, NodeId node);

}  // namespace toroid::rtl
