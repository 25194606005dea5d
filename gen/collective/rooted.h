// Broadcast, reduce, gather and scatter along trees: docs/spec/collectives.md, section 8.
#pragma once

#include "gen/collective/program.h"

namespace toroid {

// Which trees.
enum class RootedBy { kTrees, kLines, kBine };

// `task` is one of these four; for kBine the host has partners of Swing.
CollectiveProgram RootedProgram(RootedBy by, const CollectiveTask& task, const Graph& host,
                                Ports ports, const Timing& timing);

}  // namespace toroid
