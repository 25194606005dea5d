// Callbacks and faults between a build and its caller. Only sim/dut includes this.
#pragma once

#include <functional>
#include <string>

#include "gen/support/process.h"
#include "gen/support/result.h"

namespace toroid {

struct Caller {
  const std::function<void(const std::string&)>& tell;
  const Cancelled& cancelled;
};

// Thrown where a build cannot continue; BuildDut returns the diagnostic.
struct BuildFault {
  Diagnostic diagnostic;
};

}  // namespace toroid
