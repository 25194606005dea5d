// Complete exchange among host nodes, axis by axis, the blocks for a node's line together:
// docs/spec/collectives.md, section 6.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gen/collective/lockstep.h"
#include "gen/collective/program.h"
#include "gen/support/progress.h"

namespace toroid {

// In its buffer a process has the blocks that it sends, by destination, behind them those that it
// receives, by source, and behind them room for blocks on their way. Requires at most
// kMostNodesOfBlocks nodes. Throws Interrupted.
CollectiveProgram LineExchangeProgram(std::int64_t block_flits, const Graph& host, Ports ports,
                                      const Timing& timing, const Progress& progress = {});

// The same if all nodes begin a stage together. The time grows with the lengths of axes alone.
LockstepTime LineExchangeInLockstep(std::int64_t block_flits, const Graph& host, Ports ports,
                                    const Timing& timing);

// The messages of an exchange on one axis, from each coordinate to each other, in the order in
// which they are placed.
std::vector<std::pair<int, int>> PairsOfLine(const Graph& host, Axis axis);

}  // namespace toroid
