// The options of a plan's hardware again, as they are typed.
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

// Every option that shapes the hardware, but for the graphs (GraphOptions) and the task of schedule
// units. Where a box is belongs to them only if a host tells it (--load address-units).
std::vector<TypedOption> HardwareWords(const Plan& plan);

}  // namespace toroid
