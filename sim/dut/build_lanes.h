// Makes a library of the lanes engine: Yosys, sim/lanes and the C++ compiler. Only sim/dut includes
// this.
#pragma once

#include "sim/dut/build.h"
#include "sim/dut/cache.h"
#include "sim/dut/tools.h"

namespace toroid {

// Thrown where a netlist is none that the lanes engine can simulate, or is not accepted.
struct Refused {
  Diagnostics diagnostics;
};

// Throws BuildFault, Refused and Unusable.
BuiltDut BuildLanes(const DutSource& source, const Cache& cache, const Tools& tools,
                    const Caller& caller, const Acceptance& accept);

}  // namespace toroid
