// Freedom from deadlock: the channel dependency graph of dimension-order routing has no cycle
// (Dally and Seitz, 1987).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/check/finding.h"
#include "gen/support/progress.h"
#include "gen/topology/graph.h"

namespace toroid {

// A virtual channel of a link of one line, that is, of the nodes that differ in one coordinate
// only.
struct LineChannel {
  int from = 0;  // coordinate of the node that sends
  Direction direction = Direction::kPlus;
  int channel = 0;
  auto operator<=>(const LineChannel&) const = default;
};

struct LineDependency {
  LineChannel held;
  LineChannel wanted;
  auto operator<=>(const LineDependency&) const = default;
};

struct WhatIsRouted {
  // links of a wrapping axis have the two channels of docs/spec/router.md R3; else one
  bool dateline = true;
  bool copies = false;  // flits are copied too (docs/spec/copies.md)
};

// The channels and dependencies of routes on a line of one axis. All lines of an axis are alike,
// because a route's hops on an axis depend only on its coordinates there.
struct LineRoutes {
  std::vector<LineChannel> channels;         // all that exist, ascending
  std::vector<LineDependency> dependencies;  // of some route, ascending
  // channels that end some route on the axis
  std::uint64_t lasts = 0;
  std::uint64_t firsts = 0;  // channels that begin some route on the axis
};
LineRoutes RoutesOnLine(const Graph& host, Axis axis, const WhatIsRouted& what,
                        const Progress& progress = {});

// The channels of the host, the dependencies between them, and whether they close a cycle.
struct ChannelGraph {
  std::uint64_t channels = 0;
  std::uint64_t dependencies = 0;
  std::uint64_t examined = 0;  // channels and dependencies of one line of each axis
  std::string cycle;           // the links of one cycle; empty if there is none
};
ChannelGraph AnalyseChannels(const Graph& host, const WhatIsRouted& what,
                             const Progress& progress = {});

// The finding of `toroid check`: passed with the counts of channels and dependencies, or failed
// with the links of a cycle. Source: Dally and Seitz (1987): no cycle of dependencies, no deadlock.
Finding CheckDeadlockFreedom(const Graph& host, const WhatIsRouted& what,
                             const Progress& progress = {});

}  // namespace toroid
