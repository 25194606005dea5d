// The counters of a node's links. Rules: docs/spec/counters.md.
#pragma once

#include "gen/plan/plan.h"

namespace toroid {

inline constexpr int kCounterSpecVersion = 1;

// Bits that name a link port and one of its four numbers (CN3.1).
int CounterSelectBits(const Plan& plan);

}  // namespace toroid
