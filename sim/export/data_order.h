// What the data of a collective program asks for beyond what its messages come after. Its network
// keeps what has arrived until a message is offered that comes after it (docs/spec/collectives.md,
// CL3.2); a file has nothing that keeps, so it must say what may not arrive yet.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/collective/program.h"

namespace toroid {

// Before a transfer adds to what its receiver has.
struct AddsAfter {
  std::vector<std::uint32_t> sends;      // of the receiver, that must have started
  std::optional<std::uint32_t> arrival;  // of another that adds to the same
};

// By transfer; nothing of those that add to nothing.
std::vector<AddsAfter> DataOrderOf(const CollectiveProgram& program);

}  // namespace toroid
