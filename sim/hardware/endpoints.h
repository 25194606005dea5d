// The AXI4 endpoints of a plan as hardware that runs, without the networks between them; and the
// whole wrap, endpoints and networks, which writes waves.
#pragma once

#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/rtl/wrap.h"
#include "gen/support/progress.h"
#include "sim/dut/endpoints.h"

namespace toroid {

// The endpoints of one node. Nodes of the same role and protocol share a module; its ports have the
// number of one of them.
struct NodeEndpoints {
  std::shared_ptr<const rtl::EndpointsModule> module;
  NodeId named;
  std::unique_ptr<EndpointsDut> dut;
};

struct Endpoints {
  std::vector<NodeEndpoints> nodes;
  double cpu_seconds = 0;  // to compile them; 0 if they were in the cache
};

// Requires a plan with endpoints and without clocks of nodes. Diagnostics stand for exit code 3.
Result<Endpoints> MakeEndpoints(const Plan& plan, const Progress& progress = {});

// NAME_wrap with all nodes on one clock, and a reset that is active high.
struct Wrap {
  // A port of the endpoints of a node.
  struct NodePort {
    Pin pin;
    NodeId node;
    std::size_t of_module = 0;  // the same port of the node's module
    std::string name;
  };
  std::unique_ptr<EndpointsDut> dut;
  Pin clk, rst;
  std::vector<NodePort> ports;
  double cpu_seconds = 0;  // to compile it; 0 if it was in the cache
};

// Each evaluation is half a cycle in the FST file `wave`. Requires a plan with endpoints.
// Diagnostics stand for exit code 3.
Result<Wrap> MakeWrap(const Plan& plan, const std::string& wave, const Progress& progress = {});

}  // namespace toroid
