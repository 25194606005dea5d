// Transforms the even and the odd half separately and combines them: X[k] = E[k] + w^k O[k], X[k +
// n/2] = E[k] - w^k O[k], w = exp(-2 pi i / n). Source: Cooley and Tukey, Math. Comp. 19, 1965.
#include "sim/algorithm/serial_fft.h"

#include <cassert>
#include <numbers>

namespace toroid {

std::vector<std::complex<double>> SerialFft(const std::vector<std::complex<double>>& x) {
  const std::size_t n = x.size();
  assert(n > 0 && (n & (n - 1)) == 0);
  if (n == 1) return x;
  std::vector<std::complex<double>> even;
  std::vector<std::complex<double>> odd;
  for (std::size_t j = 0; j < n; j += 2) even.push_back(x[j]), odd.push_back(x[j + 1]);
  even = SerialFft(even);
  odd = SerialFft(odd);
  std::vector<std::complex<double>> spectrum(n);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const auto turned =
        std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n)) *
        odd[k];
    spectrum[k] = even[k] + turned;
    spectrum[k + n / 2] = even[k] - turned;
  }
  return spectrum;
}

}  // namespace toroid
