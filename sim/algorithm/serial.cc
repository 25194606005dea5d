// Transforms the even and the odd half separately and combines them: X[k] = E[k] + w^k O[k], X[k +
// n/2] = E[k] - w^k O[k], w = exp(-2 pi i / n). Source: Cooley and Tukey, Math. Comp. 19, 1965.
#include "sim/algorithm/serial.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
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

void Operands::Fill(Process n, std::uint64_t e, Element element) const {
  FillKeyed(element, flit_bits, Mix(Mix(seed, n), e));
  if (by != WordOperator::kFloat32) return;
  constexpr std::uint32_t kSignAndFraction = 0x807fffff;
  constexpr std::uint32_t kLeast = 123;  // 2^-4
  for (std::uint32_t& word : element)
    word = (word & kSignAndFraction) | (kLeast + (word >> 23 & 7)) << 23;
}

SerialResult::SerialResult(const Operands& operands, Process processes)
    : operands_(operands),
      processes_(processes),
      word_(1, operands.flit_bits),
      result_(1, operands.flit_bits) {}

// Shares no code with the words that travel.
void SerialResult::Compute(std::uint64_t e) {
  element_ = e;
  if (operands_.by == WordOperator::kSum) return AddUp(e);
  if (operands_.by == WordOperator::kFloat32) return AddFloats(e);
  const Element result = result_[0];
  const ConstElement word = word_[0];
  operands_.Fill(0, e, result);
  for (Process n = 1; n < processes_; ++n) {
    operands_.Fill(n, e, word_[0]);
    const bool below =
        std::lexicographical_compare(word.rbegin(), word.rend(), result.rbegin(), result.rend());
    if (below == (operands_.by == WordOperator::kMin) && operands_.by <= WordOperator::kMax)
      std::ranges::copy(word, result.begin());
    for (std::size_t w = 0; w < word.size(); ++w) {
      if (operands_.by == WordOperator::kAnd) result[w] &= word[w];
      if (operands_.by == WordOperator::kOr) result[w] |= word[w];
    }
  }
}

// Each byte over all processes, with one carry at the end.
void SerialResult::AddUp(std::uint64_t e) {
  const Element sum = result_[0];
  const auto bytes = static_cast<std::size_t>(operands_.flit_bits) / 8;
  std::vector<std::uint64_t> columns(bytes, 0);
  for (Process n = 0; n < processes_; ++n) {
    operands_.Fill(n, e, sum);
    for (std::size_t b = 0; b < bytes; ++b) columns[b] += sum[b / 4] >> (b % 4 * 8) & 255;
  }
  for (std::uint32_t& word : sum) word = 0;
  for (std::size_t b = 0; b < bytes; ++b) {
    sum[b / 4] |= static_cast<std::uint32_t>(columns[b] & 255) << (b % 4 * 8);
    if (b + 1 < bytes) columns[b + 1] += columns[b] >> 8;
  }
}

void SerialResult::AddFloats(std::uint64_t e) {
  const Element word = word_[0];
  sums_.assign(word.size(), 0);
  magnitudes_.assign(word.size(), 0);
  for (Process n = 0; n < processes_; ++n) {
    operands_.Fill(n, e, word);
    for (std::size_t w = 0; w < word.size(); ++w) {
      const double number = std::bit_cast<float>(word[w]);
      sums_[w] += number;
      magnitudes_[w] += std::abs(number);
    }
  }
  for (std::size_t w = 0; w < word.size(); ++w)
    result_[0][w] = std::bit_cast<std::uint32_t>(static_cast<float>(sums_[w]));
}

bool SerialResult::IsNear(ConstElement seen) const {
  constexpr double kUnit = 0x1p-23;
  for (std::size_t w = 0; w < seen.size(); ++w) {
    const double error = std::abs(std::bit_cast<float>(seen[w]) - sums_[w]);
    if (!(error <= kUnit * (processes_ - 1) * magnitudes_[w])) return false;  // NaN too
  }
  return true;
}

void SerialResult::CompareWith(ConstElement seen, Process process, AlgorithmResult& result) const {
  const bool near = operands_.by == WordOperator::kFloat32 && IsNear(seen);
  Compare(result, process, element_, near ? seen : result_[0], seen);
}

}  // namespace toroid
