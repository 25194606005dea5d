// Patterns: traffic from host nodes to host nodes, whatever the guest.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/field.h"
#include "gen/request/setting.h"
#include "gen/topology/graph.h"

namespace toroid {

// Definitions: docs/spec/patterns.md.
struct Pattern {
  std::string_view name;
  // Where each node sends, node by node; a node that sends to itself is silent. Null: to any other,
  // with equal chance. `seed` is that of the run.
  std::vector<NodeId> (*destinations)(const Graph& host, std::uint64_t seed);
  bool (*suits)(const Graph& host) = nullptr;  // null: any host
  std::string_view takes = {};                 // the hosts it suits, where not any
  bool mixed = false;  // only the share --hotspot of packets goes there, the others to any other
};

// In the order of help; uniform, the default, comes first.
std::span<const Pattern> AllPatterns();

struct PatternRequest {
  const Pattern* pattern = AllPatterns().data();
  double rate = 0.1;     // flits per node and cycle, 0 to 1
  int packet_flits = 1;  // flits of a packet
  int burst = 0;         // mean packets of a burst; 0: no bursts
  Cycle cycles = 1000;   // of injection
  double refused = 0;    // share of packets that must be refused, 0 to 1
  double hotspot = 0.1;  // share of packets that go by a mixed pattern, 0 to 1

  static constexpr Family family() { return Family::kPattern; }
  std::string_view name() const { return pattern->name; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
  // The share of packets that go where the pattern says.
  double followed() const { return pattern->mixed ? hotspot : 1; }
};

}  // namespace toroid
