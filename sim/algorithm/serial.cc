// Transforms the even and the odd half separately and combines them: X[k] = E[k] + w^k O[k], X[k +
// n/2] = E[k] - w^k O[k], w = exp(-2 pi i / n). Source: Cooley and Tukey, Math. Comp. 19, 1965.
#include "sim/algorithm/serial.h"

#include <cassert>
#include <numbers>
#include <vector>

#include "gen/support/random.h"

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

// Adds up each byte over all processes and carries once at the end; shares no code with the sums
// that travel.

void FillAddend(std::uint64_t seed, int flit_bits, Process n, std::uint64_t e, Element element) {
  FillKeyed(element, flit_bits, Mix(Mix(seed, n), e));
}

void SerialSum(std::uint64_t seed, int flit_bits, Process processes, std::uint64_t e, Element sum) {
  const auto bytes = static_cast<std::size_t>(flit_bits) / 8;
  std::vector<std::uint64_t> columns(bytes, 0);
  for (Process n = 0; n < processes; ++n) {
    FillAddend(seed, flit_bits, n, e, sum);
    for (std::size_t b = 0; b < bytes; ++b) columns[b] += sum[b / 4] >> (b % 4 * 8) & 255;
  }
  for (std::uint32_t& word : sum) word = 0;
  for (std::size_t b = 0; b < bytes; ++b) {
    sum[b / 4] |= static_cast<std::uint32_t>(columns[b] & 255) << (b % 4 * 8);
    if (b + 1 < bytes) columns[b + 1] += columns[b] >> 8;
  }
}

}  // namespace toroid
