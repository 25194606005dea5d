// Input of sums, and the sums as a serial program computes them.
#pragma once

#include <cstdint>

#include "sim/algorithm/elements.h"

namespace toroid {

// Element e of what process n adds.
void FillAddend(std::uint64_t seed, int flit_bits, Process n, std::uint64_t e, Element element);

// Over all processes, modulo 2^flit_bits.
void SerialSum(std::uint64_t seed, int flit_bits, Process processes, std::uint64_t e, Element sum);

}  // namespace toroid
