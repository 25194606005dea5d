// The options of a plan's hardware as a command line.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid {

// An option with its value; flags have none.
struct TypedOption {
  std::string name;  // "--flit-width"
  std::string value = {};
};

// " --flit-width 32".
std::string TextOf(const TypedOption& option);

// Every option that determines the hardware, except the graphs (GraphOptions) and the task of
// schedule units. The base of a box is included only if a host loads it (--load address-units).
std::vector<TypedOption> HardwareWords(const Plan& plan);

}  // namespace toroid
