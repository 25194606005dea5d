// Which states of its routers a run has been in: docs/spec/functional-coverage.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/json.h"

namespace toroid {

// A kind of state that a node is in or is not in, in a cycle.
struct CoverageBin {
  std::string_view group;     // "credits"
  std::string name;           // "O(0,+).1 = 3"
  std::string_view excluded;  // by what rule no node is ever in it; empty: some node can be
  std::uint64_t seen = 0;     // in how many cycles, of all nodes
};

// Of one run, or of no run yet.
struct CoverageReport {
  std::string file = {};
  // What decides which bins there are.
  std::string host, ports, arbiter;
  int buffer_depth = 0;
  int link_stages = 0;
  Cycle cycles = 0;
  std::vector<CoverageBin> bins = {};

  std::size_t reachable() const;  // bins that are not excluded
  std::size_t reached() const;    // those of them that were seen
  // Bins that were seen and are excluded, a line for each of the first: the model, or the rule, is
  // wrong.
  std::vector<std::string> Contradictions() const;
};

// What a simulation's result says of it, and its line of the text.
Json ToJson(const CoverageReport& report);
std::string ToText(const CoverageReport& report);
// The file's text, one object; scripts/merge-coverage puts several together.
std::string FileText(const CoverageReport& report);

}  // namespace toroid
