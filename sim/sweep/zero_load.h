// The latency of a pattern's packets in an empty network, by formula.
#pragma once

#include "gen/plan/plan.h"
#include "gen/request/pattern.h"
#include "gen/support/progress.h"

namespace toroid {

// Mean over all packets of the pattern: hops, K, and a cycle for each flit after the first
// (docs/spec/sweep.md, Z1.4). `seed` draws a random pattern, such as random-permutation. 0 if no
// node sends.
double ZeroLoadLatencyOf(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed,
                         const Progress& progress = {});

}  // namespace toroid
