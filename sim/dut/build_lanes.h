// Builds a library of the lanes engine: Yosys, sim/lanes and the C++ compiler. Only sim/dut
// includes this.
#pragma once

#include "sim/dut/build.h"
#include "sim/dut/cache.h"
#include "sim/dut/tools.h"

namespace toroid {

// Thrown for a netlist that the lanes engine cannot simulate, or that is not accepted.
struct Refused {
  Diagnostics diagnostics;
};

// Throws BuildFault, Refused and Unusable.
BuiltDut BuildLanes(const DutSource& source, const Cache& cache, const Tools& tools,
                    const Caller& caller, const Acceptance& accept);

}  // namespace toroid
