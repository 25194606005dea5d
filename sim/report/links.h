// Link loads in results.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/metrics/loads.h"
#include "gen/support/json.h"
#include "gen/topology/graph.h"

namespace toroid {

struct LinksReport {
  static constexpr std::size_t kMostListed = 1 << 16;

  std::uint64_t all = 0;             // links of the host
  std::uint64_t max = 0;             // the largest load
  std::uint64_t omitted = 0;         // links with a load that are not listed
  std::vector<LinkLoad> loads = {};  // by sender, axis and direction
};

// Link loads in consecutive windows of `width` cycles, from cycle 0 on.
struct LinkWindowsReport {
  Cycle width = 1;
  std::vector<std::pair<NodeId, NodeId>> links = {};   // from, to; links with a load
  std::vector<std::vector<std::uint64_t>> flits = {};  // by link and window
};

// Counters of incoming links (docs/spec/counters.md).
struct LinkCountersReport {
  struct Link {
    NodeId from;
    NodeId to;
    std::uint64_t flits = 0;
    std::uint64_t stalls = 0;                // cycles
    std::array<std::uint32_t, 2> most = {};  // highest level of each channel's buffer, in flits
  };
  std::vector<Link> links = {};  // by receiver and port; links with a load

  std::uint64_t flits() const;
  std::uint64_t stalls() const;
  std::uint32_t most() const;  // highest level of any buffer
};

// The largest loads, at most kMostListed.
LinksReport LinksReportOf(const LinkLoads& counted);

// {"all": 256, "max": 12, "omitted": 0, "loads": [[from, to, load], ...]}
Json ToJson(const LinksReport& links);
// {"width": 2, "loads": [[from, to, [flits of each window]], ...]}
Json ToJson(const LinkWindowsReport& windows);

// {"flits": 96, "stalls": 7, "most": 3, "omitted": 0, "loads": [[from, to, flits, stalls, [3, 0]],
// ...]}
Json ToJson(const LinkCountersReport& counters);

// {"kind": "torus", "shape": [8, 8], "size": 64}; of a twisted torus also its "twists": [[0, 1, 4]]
Json GraphJson(const Graph& graph);
// {"links": [[from, to], ...], "nodes": [...]}, by number; null if nothing is dead
Json DeadJson(const degraded::Dead& dead);

}  // namespace toroid
