// Inputs of sums, and a serial computation of the sums.
#pragma once

#include <cstdint>

#include "sim/algorithm/elements.h"

namespace toroid {

// Writes element e of the vector that process n adds.
void FillAddend(std::uint64_t seed, int flit_bits, Process n, std::uint64_t e, Element element);

// Writes the sum of element e over all processes, modulo 2^flit_bits.
void SerialSum(std::uint64_t seed, int flit_bits, Process processes, std::uint64_t e, Element sum);

}  // namespace toroid
