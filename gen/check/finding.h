// The report of `toroid check`: statements, each with whether it holds, over how many items, and
// the first item for which it does not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toroid {

// One proved or refuted statement.
struct Finding {
  std::string what;  // the statement
  bool holds = false;
  std::uint64_t items_checked = 0;
  std::string_view item;        // what is counted: "guest node"
  std::string_view items = {};  // its plural; empty: item with an s
  std::string counterexample;   // one line; empty if it holds
};

}  // namespace toroid
