// Traffic `axi`: reads and writes of AXI4 managers (docs/spec/axi4.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/plan/field.h"
#include "gen/request/setting.h"

namespace toroid {

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
