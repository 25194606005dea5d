// Broadcast, reduce, gather and scatter along trees: docs/spec/collectives.md, section 8.
#pragma once

#include "gen/collective/program.h"
#include "gen/degraded/degraded_host.h"

namespace toroid {

// Most nodes of a gather or scatter by kTrees.
inline constexpr std::uint32_t kMostNodesOfBlocks = 1024;

// The kind of trees.
enum class RootedBy { kTrees, kLines, kBine };

// The program; `task` is one of these four. For kBine the host has partners of Swing.
CollectiveProgram RootedProgram(RootedBy by, const CollectiveTask& task, const Graph& host,
                                Ports ports, const Timing& timing);

// Among survivors, by kTrees over live links; the root is a survivor: docs/spec/degraded.md, DG6.9.
CollectiveProgram RootedProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing);

}  // namespace toroid
