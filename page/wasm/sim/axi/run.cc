// AXI4 endpoints have no model, and a web page has no compiler for their hardware.
#include "sim/axi/run.h"

#include <cstdlib>

namespace toroid::axi {

Result<PreparedRun> Prepare(const Plan& /*plan*/, const SimulationRequest& /*request*/) {
  return Diagnostic{"--traffic", "axi",
                    "compiles the endpoints, which have no model, and a web page has no compiler",
                    "take toroid on a computer", Fault::kUnable};
}

Result<SimulationReport> Run(const Plan& /*plan*/, PreparedRun /*run*/,
                             const Progress& /*progress*/) {
  std::abort();
}

}  // namespace toroid::axi
