// Reduce-scatter, all-gather and all-reduce in logarithmically many stages:
// docs/spec/collectives.md, section 5.
#pragma once

#include "gen/collective/program.h"
#include "gen/collective/stages.h"

namespace toroid {

// The most nodes: the data sent to each process is stored for each stage.
inline constexpr std::uint32_t kMostNodesOfHalving = 4096;

// The program; `task` is one of the three. Requires HavePartners and no more than
// kMostNodesOfHalving nodes.
CollectiveProgram HalvingProgram(Partners partners, const CollectiveTask& task, const Graph& host,
                                 Ports ports, const Timing& timing);

}  // namespace toroid
