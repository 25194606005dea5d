// Netlists are made by Yosys, and a web page starts no programs.
#include "sim/proof/scheduled.h"

namespace toroid::proof {

Result<std::vector<Finding>> ProveOnNetlist(const Plan& /*plan*/, const EmittedFiles& /*files*/,
                                            const Program& /*program*/,
                                            const Progress& /*progress*/) {
  return Diagnostic{"yosys", "", "makes the netlist, and a web page cannot start it",
                    "give --without netlist, or take toroid on a computer", Fault::kUnable};
}

}  // namespace toroid::proof
