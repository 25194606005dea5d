// Serial computations, for comparison, and the inputs of sums.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "sim/algorithm/elements.h"

namespace toroid {

// Serial Fourier transform for comparison: double precision, decimation in time.

// X[k] = sum over j of x[j] exp(-2 pi i j k / n), n = x.size() a power of two.
std::vector<std::complex<double>> SerialFft(const std::vector<std::complex<double>>& x);

// Inputs of sums, and a serial computation of the sums.

// Writes element e of the vector that process n adds.
void FillAddend(std::uint64_t seed, int flit_bits, Process n, std::uint64_t e, Element element);

// Writes the sum of element e over all processes, modulo 2^flit_bits.
void SerialSum(std::uint64_t seed, int flit_bits, Process processes, std::uint64_t e, Element sum);

}  // namespace toroid
