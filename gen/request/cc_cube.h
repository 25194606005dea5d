// Traffic `cc-cube`: hashes, as a pipelined algorithm on a hypercube would send data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/request/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

struct CcCubeRequest {
  int elements = 256;        // N, of a message before pipelining
  int pipelining = 8;        // Q, at most as many as elements
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kProgram; }
  std::string_view name() const { return "cc-cube"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

}  // namespace toroid
