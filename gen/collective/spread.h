// All-gather, reduce-scatter and the all-reduce of both among survivors, along trees that spread
// evenly over the links or ports: docs/spec/degraded.md, DG6.8.
#pragma once

#include "gen/collective/program.h"
#include "gen/degraded/degraded_host.h"

namespace toroid {

// Most survivors of a program: its messages grow with their square.
inline constexpr std::uint32_t kMostSpread = 256;

// The program; `task` is one of these three. Requires links alive in both directions that join all
// survivors.
CollectiveProgram SpreadProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing);

}  // namespace toroid
