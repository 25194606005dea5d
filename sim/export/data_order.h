// Order that the data of a collective program requires beyond the order of its messages. The
// network keeps an arrived message until a later one is offered (docs/spec/collectives.md, CL3.2).
// A file has no such buffer, so it must state what may not arrive yet.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/collective/program.h"
#include "gen/support/progress.h"

namespace toroid {

// Steps that must come before a transfer adds to its receiver's data.
struct AddsAfter {
  std::vector<std::uint32_t> sends;      // of the receiver; they must have started
  std::optional<std::uint32_t> arrival;  // of another transfer that adds to the same data
};

// By message; empty for those that add to nothing.
std::vector<AddsAfter> DataOrderOf(const CollectiveProgram& program, const Progress& progress = {});

}  // namespace toroid
