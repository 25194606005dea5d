// Traffic `trace` and `axi`: the messages of a file, sent as the file says after what they depend
// on; the requests of AXI4 managers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/collective/methods.h"
#include "gen/plan/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

struct TraceRequest {
  std::string file;            // a table of messages (.csv), GOAL (.goal), or NAME of NAME.0.et ...
  double calc_factor = 1;      // cycles of a unit of GOAL's `calc`, of a microsecond of Chakra
  double ops_per_cycle = 0;    // of Chakra's calculations without a duration; 0: not given
  double bytes_per_cycle = 0;  // of its accesses of memory without one
  std::string groups;          // file of groups of ranks, for Chakra; or empty
  CollectiveMethod method = CollectiveMethod::kAuto;  // of Chakra's collective operations
  Scheduling schedule = {};                           // none, or list

  static constexpr Family family() { return Family::kTrace; }
  static constexpr std::string_view name() { return "trace"; }
  bool is_goal() const { return file.ends_with(".goal"); }
  bool is_chakra() const { return !is_goal() && !file.ends_with(".csv"); }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

// Traffic `axi`: reads and writes of AXI4 managers (docs/spec/axi4.md).
struct AxiRequest {
  int requests = 1000;  // drawn in all, without a table
  std::string table;    // a file of transactions (.csv)

  static constexpr Family family() { return Family::kAxi; }
  static constexpr std::string_view name() { return "axi"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

}  // namespace toroid
