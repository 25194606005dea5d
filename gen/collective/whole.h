// All-reduce by recursive doubling between host nodes: docs/spec/collectives.md, section 5.
#pragma once

#include "gen/collective/program.h"
#include "gen/collective/stages.h"

namespace toroid {

// The program. Requires an all-reduce, and HavePartners of the cube.
CollectiveProgram WholeProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                               const Timing& timing);

}  // namespace toroid
