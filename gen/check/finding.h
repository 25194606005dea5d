// What `toroid check` reports: a list of statements, each with whether it holds, over how many
// items, and the first item for which it does not.
#pragma once

#include <cstdint>
#include <string>

namespace toroid {

// One proved or refuted statement.
struct Finding {
  std::string what;  // the statement
  bool holds = false;
  // what the statement's own words count: nodes, channels and dependencies, messages
  std::uint64_t items_checked = 0;
  std::string counterexample;  // one line; empty if it holds
};

}  // namespace toroid
