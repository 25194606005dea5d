// Prints the project's enumerations for GoogleTest, which makes test names of them.
#pragma once

#include <ostream>

#include "gen/plan/plan.h"

namespace toroid {

inline void PrintTo(Ports ports, std::ostream* out) {
  *out << (ports == Ports::kOne ? "one port" : "all ports");
}
inline void PrintTo(Arbiter arbiter, std::ostream* out) {
  *out << (arbiter == Arbiter::kRoundRobin ? "round-robin" : "through-first");
}

}  // namespace toroid
