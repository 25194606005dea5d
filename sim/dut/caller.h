// What passes between a build and whoever asked for it. Only sim/dut includes this.
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

// Thrown where a build cannot go on; BuildDut hands the diagnostic back.
struct BuildFault {
  Diagnostic diagnostic;
};

}  // namespace toroid
