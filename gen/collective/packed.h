// All-reduce among survivors along trees that share no link: docs/spec/degraded.md, DG6.4 to DG6.7.
#pragma once

#include <cstdint>

#include "gen/collective/program.h"
#include "gen/degraded/degraded_host.h"

namespace toroid {

// Most survivors; packing trees takes seconds.
inline constexpr std::uint32_t kMostNodesPacked = 1024;

// The program; `task` is an all-reduce. Requires links alive in both directions that join all
// survivors.
CollectiveProgram PackedProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing);

}  // namespace toroid
