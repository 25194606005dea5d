// The AXI4 endpoints of a node as a module, which simulations compile once for all nodes of the
// same role. It is not emitted: in NAME_wrap the same text stands between the ports and the
// networks.
#pragma once

#include <string>

#include "gen/rtl/names.h"

namespace toroid::rtl {

struct EndpointsModule {
  std::string name;
  std::string text;
  // clk, rst, here (the node's physical address), those of the endpoints and of the streams, both
  // named as in the wrap, busy and error. Streams into a network, "c0_s3_axis_tvalid", are outputs.
  PortList ports;
};

// Requires a plan with endpoints and without clocks of nodes.
EndpointsModule EndpointsModuleOf(const Plan& plan, NodeId node);

}  // namespace toroid::rtl
