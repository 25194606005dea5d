// Broadcast, reduce, gather and scatter along trees: docs/spec/collectives.md, section 8.
#pragma once

#include "gen/collective/program.h"

namespace toroid {

// Most nodes of a gather or scatter by kTrees.
inline constexpr std::uint32_t kMostNodesOfBlocks = 1024;

// Which trees.
enum class RootedBy { kTrees, kLines, kBine };

// `task` is one of these four; for kBine the host has partners of Swing.
CollectiveProgram RootedProgram(RootedBy by, const CollectiveTask& task, const Graph& host,
                                Ports ports, const Timing& timing);

}  // namespace toroid
