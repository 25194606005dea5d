// Traffic `fft`: a fast Fourier transform over all processes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gen/request/field.h"
#include "gen/request/scheduling.h"
#include "gen/request/setting.h"

namespace toroid {

struct FftRequest {
  int elements = 256;        // N, points of a process; a power of two
  int pipelining = 8;        // Q, 1 to elements
  Cycle barrier_cycles = 0;  // b, after each iteration
  Scheduling schedule = {};

  static constexpr Family family() { return Family::kAlgorithm; }
  std::string_view name() const { return "fft"; }
  Fields fields();
  std::string Text(std::uint64_t seed) const;
  Diagnostics Check(const Setting& setting) const;
};

}  // namespace toroid
