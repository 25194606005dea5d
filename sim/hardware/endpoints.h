// The AXI4 endpoints of a plan as hardware that runs, without the networks between them.
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

}  // namespace toroid
