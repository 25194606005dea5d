// `toroid simulate`: hands the plan to sim/run, which runs, compares and prints.
#include <cassert>

#include "gen/cli/commands.h"
#include "sim/run/run.h"

namespace toroid {

int RunSimulate(const Spec& spec, std::ostream& out, std::ostream& err) {
  assert(spec.plan);
  return RunSimulation(*spec.plan, spec.simulate, out, err);
}

}  // namespace toroid
