// Reduce-scatter, all-gather and all-reduce in logarithmically many stages:
// docs/spec/collectives.md, section 5.
#pragma once

#include "gen/collective/program.h"

namespace toroid {

// With whom a node exchanges in stage s of an axis: over the cube, or Swing's choice.
enum class Partners { kCube, kSwing };

// Most nodes: what each process is sent is kept for each stage.
inline constexpr std::uint32_t kMostNodesOfHalving = 1024;

// Whether there are such partners on the host: lengths that are powers of two, for Swing on tori.
bool HavePartners(Partners partners, const Graph& host);

// The coordinate that x exchanges with in stage `stage` of an axis of 2^D, 0 <= stage < D;
// `mirrored`: the other way round the ring (Swing).
int PartnerOf(Partners partners, const Graph& host, Axis axis, int x, int stage, bool mirrored);

// `task` is one of the three. `interface`: K. Requires HavePartners and no more than
// kMostNodesOfHalving nodes.
CollectiveProgram HalvingProgram(Partners partners, const CollectiveTask& task, const Graph& host,
                                 Ports ports, Cycle interface);

}  // namespace toroid
