// Complete exchange among host nodes, axis by axis, with the blocks for a node's line combined:
// docs/spec/collectives.md, section 6.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gen/collective/lockstep.h"
#include "gen/collective/program.h"
#include "gen/support/progress.h"

namespace toroid {

// A process' buffer has the blocks that it sends, by destination, then those that it receives, by
// source, then room for blocks in transit. Requires at most kMostNodesOfBlocks nodes. Throws
// Interrupted.
CollectiveProgram LineExchangeProgram(std::int64_t block_flits, const Graph& host, Ports ports,
                                      const Timing& timing, const Progress& progress = {});

// Its time if all nodes begin a stage together. Computing it takes time that grows only with the
// lengths of the axes.
LockstepTime LineExchangeInLockstep(std::int64_t block_flits, const Graph& host, Ports ports,
                                    const Timing& timing);

// The messages of an exchange on one axis, from each coordinate to each other, in the order in
// which they are placed.
std::vector<std::pair<int, int>> PairsOfLine(const Graph& host, Axis axis);

}  // namespace toroid
