// `toroid simulate`: hands the plan to sim/run, which runs, compares and prints.
#include <cassert>

#include "gen/cli/commands.h"
#include "sim/run/run.h"

namespace toroid {

int RunSimulate(const Spec& spec, const Console& console) {
  assert(spec.plan);
  return RunSimulation(*spec.plan, spec.simulate, console.out, console.err, console.progress);
}

}  // namespace toroid
