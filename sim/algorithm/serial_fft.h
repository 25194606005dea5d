// Serial Fourier transform for comparison: double precision, decimation in time.
#pragma once

#include <complex>
#include <vector>

namespace toroid {

// X[k] = sum over j of x[j] exp(-2 pi i j k / n), n = x.size() a power of two.
std::vector<std::complex<double>> SerialFft(const std::vector<std::complex<double>>& x);

}  // namespace toroid
