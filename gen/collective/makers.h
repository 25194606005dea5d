// The methods of collective operations: each makes a program, whose messages do not meet and come
// after all that they carry. docs/spec/collectives.md.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gen/collective/lockstep.h"
#include "gen/collective/program.h"
#include "gen/collective/stages.h"
#include "gen/collective/trees.h"
#include "gen/degraded/degraded_host.h"
#include "gen/support/progress.h"

namespace toroid {

// Limits on how finely programs are cut.

// The most messages of a program if larger messages are possible: beyond it, cutting finer costs
// more than it gains.
inline constexpr std::uint32_t kManyMessages = 1 << 17;
// The most chunks that a block or vector is cut into when a plan is chosen.
inline constexpr std::int64_t kMostChunks = 64;

// Reduce-scatter, all-gather and all-reduce by a bucket algorithm on all axes and in all directions
// at once: docs/spec/collectives.md, section 4.

// The program; `task` is one of these three.
CollectiveProgram BucketProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                                const Timing& timing);

// Reduce-scatter, all-gather and all-reduce in logarithmically many stages:
// docs/spec/collectives.md, section 5.

// The most nodes: the data sent to each process is stored for each stage.
inline constexpr std::uint32_t kMostNodesOfHalving = 4096;

// The program; `task` is one of the three. Requires HavePartners and no more than
// kMostNodesOfHalving nodes.
CollectiveProgram HalvingProgram(Partners partners, const CollectiveTask& task, const Graph& host,
                                 Ports ports, const Timing& timing);

// All-reduce by recursive doubling between host nodes: docs/spec/collectives.md, section 5.

// The program. Requires an all-reduce, and HavePartners of the cube.
CollectiveProgram WholeProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                               const Timing& timing);

// All-reduce along many trees that share the links evenly: docs/spec/collectives.md, section 5.

// `count` trees of links from the middle of the host. Each grows over the links that the fewest
// earlier trees use, and among these where it stays shallow.
std::vector<SpanningTree> EvenTrees(const Graph& host, int count);

// The program; `task` is an all-reduce.
CollectiveProgram ForestProgram(const CollectiveTask& task, const Graph& host, Ports ports,
                                const Timing& timing);

// Complete exchange among host nodes, each block straight to its destination:
// docs/spec/collectives.md, section 6.

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

// Complete exchange among host nodes, axis by axis, with the blocks for a node's line combined:
// docs/spec/collectives.md, section 6.

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

// Broadcast, reduce, gather and scatter along trees: docs/spec/collectives.md, section 8.

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

// All-gather, reduce-scatter and the all-reduce of both among survivors, along trees that spread
// evenly over the links or ports: docs/spec/degraded.md, DG6.8.

// Most survivors of a program: its messages grow with their square.
inline constexpr std::uint32_t kMostSpread = 256;

// The program; `task` is one of these three. Requires links alive in both directions that join all
// survivors.
CollectiveProgram SpreadProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing);

// All-reduce among survivors along trees that share no link: docs/spec/degraded.md, DG6.4 to DG6.7.

// Most survivors; packing trees takes seconds.
inline constexpr std::uint32_t kMostNodesPacked = 1024;

// The program; `task` is an all-reduce. Requires links alive in both directions that join all
// survivors.
CollectiveProgram PackedProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                Ports ports, const Timing& timing);

// Broadcast, reduce and all-reduce by the network itself: docs/spec/in-network.md and copies.md.

// The program, among survivors; `task` is one of these three. The routes have a tree, whose root is
// that of the task.
CollectiveProgram InNetworkProgram(const CollectiveTask& task, const degraded::DegradedHost& host,
                                   const MessageRoutes& routes);

// Its cycles by formula (IN3.5, IN4.9, BC4.1), and its load.
LockstepTime InNetworkTime(const CollectiveTask& task, const MessageRoutes& routes,
                           const Timing& timing);

// The same messages in other cycles: for links that a flit takes several cycles to cross.

// Each message in the first cycle in which its dependencies are met and its links and ports are
// free, one by one in the program's order. Contents and dependencies stay.
CollectiveProgram PlacedAgain(CollectiveProgram program, const MessageRoutes& routes, Ports ports,
                              const Timing& timing);

}  // namespace toroid
