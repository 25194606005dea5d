// Complete exchange among host nodes, each block straight to its destination:
// docs/spec/collectives.md, section 6.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/collective/program.h"
#include "gen/degraded/degraded_host.h"
#include "gen/support/progress.h"

namespace toroid {

// A process' buffer has the blocks that it sends, by destination, then those that it receives, by
// source. Throws Interrupted.
CollectiveProgram ExchangeProgram(std::int64_t block_flits, const Graph& host, Ports ports,
                                  const Timing& timing, const Progress& progress = {});

// Among survivors, along routes that are given; blocks are by rank: docs/spec/degraded.md, DG6.14.
CollectiveProgram ExchangeProgram(std::int64_t block_flits, const degraded::DegradedHost& host,
                                  const MessageRoutes& routes, Ports ports, const Timing& timing,
                                  const Progress& progress = {});

// The messages of a ring of 8 in 8 phases: to[phase][x] is the destination of x, which may be x
// itself. In each phase every node sends and receives once, and every link has one message in each
// direction, but for the phases in which nodes send to themselves, where it has one as well.
std::vector<std::vector<int>> PhasesOfRing8();

}  // namespace toroid
