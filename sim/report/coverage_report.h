// States that a run's routers have been in: docs/spec/functional-coverage.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/json.h"

namespace toroid {

// A state that a node is in, or not, in a cycle.
struct CoverageBin {
  std::string_view group;     // "credits"
  std::string name;           // "O(0,+).1 = 3"
  std::string_view excluded;  // rule that excludes it at every node; empty: some node can reach it
  std::uint64_t seen = 0;     // cycles, summed over nodes
};

// Dead links and nodes as the options have them, such as "0-1,5>6"; empty: nothing is dead.
struct DeadParts {
  std::string links, nodes;
};

// Coverage of one run, or of none yet.
struct CoverageReport {
  std::string file = {};
  // Determine the set of bins.
  std::string host, ports, arbiter;
  int buffer_depth = 0;
  int link_stages = 0;
  std::optional<DeadParts> dead = {};  // set where routers read tables
  Cycle cycles = 0;
  std::vector<CoverageBin> bins = {};

  std::size_t reachable() const;  // bins not excluded
  std::size_t reached() const;    // reachable bins that were seen
  // Excluded bins that were seen, a line for each of the first: the model, or the rule, is wrong.
  std::vector<std::string> Contradictions() const;
};

// The member of a simulation's JSON result, and its line of text.
Json ToJson(const CoverageReport& report);
std::string ToText(const CoverageReport& report);
// The file's text, one object; scripts/merge-coverage merges several.
std::string FileText(const CoverageReport& report);

}  // namespace toroid
