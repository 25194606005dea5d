// Fast Fourier transform of T = P N points, decimation in frequency, single precision; a flit holds
// one complex point.
//
// Stage k halves a sequence of S = T / 2^k points: a[t], t < S/2, and b[t] = a[t + S/2] become a +
// b and (a - b) w^t, w = exp(-2 pi i / S), and the two halves go on by themselves. The halves
// differ in the highest bit of the points' number that is left. Process n holds the N points from
// rev(n) N on, rev(n) being its d bits reversed: so stage k pairs neighbours in cube dimension k,
// cube dimension 0 first. They exchange their points; the one with bit k = 0 holds a. After d
// stages each process transforms its N points alone, and point m of process n is X[P m + n].
// Example, d = 1, N = 1: process 0 ends with X[0] = x[0] + x[1], process 1 with X[1] = x[0] - x[1].
//
// Point e of a stage needs point e of the one before, so stages may be pipelined.
//
// The result is right if the 2-norm of the whole error is within the proved bound: relative to the
// spectrum's 2-norm at most f = t g / (1 - t g), t = log2 T, g = u + 4u/(1-4u) (sqrt 2 + u), u =
// 2^-24, with twiddle factors rounded from double precision. Sources: CALMANT 6 names the FFT as a
// CC-cube; the bound is Theorem 24.2 of Higham, Accuracy and Stability of Numerical Algorithms,
// 2002.
#include <fmt/core.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <numbers>

#include "gen/support/integers.h"
#include "gen/support/random.h"
#include "sim/algorithm/cc_cube.h"
#include "sim/algorithm/serial.h"

namespace toroid {
namespace {

using Point = std::complex<float>;

Point PointOf(ConstElement element) {
  return {std::bit_cast<float>(element[0]), std::bit_cast<float>(element[1])};
}

std::string Text(std::complex<double> point) {
  return fmt::format("({:f}, {:f})", point.real(), point.imag());
}

Point Twiddle(std::size_t t, std::size_t size) {
  return Point(
      std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(t) / static_cast<double>(size)));
}

std::size_t Reversed(std::size_t value, int bits) {
  std::size_t reversed = 0;
  for (int i = 0; i < bits; ++i) reversed |= (value >> i & 1) << (bits - 1 - i);
  return reversed;
}

// Decimation in frequency within one process.
std::vector<Point> LocalFft(std::vector<Point> x) {
  for (std::size_t size = x.size(); size > 1; size /= 2) {
    for (std::size_t start = 0; start < x.size(); start += size) {
      for (std::size_t t = 0; t < size / 2; ++t) {
        const Point a = x[start + t];
        const Point b = x[start + t + size / 2];
        x[start + t] = a + b;
        x[start + t + size / 2] = (a - b) * Twiddle(t, size);
      }
    }
  }
  std::vector<Point> ordered;
  const int bits = std::countr_zero(x.size());
  for (std::size_t m = 0; m < x.size(); ++m) ordered.push_back(x[Reversed(m, bits)]);
  return ordered;
}

// Bound on the 2-norm of the error, relative to the 2-norm of the spectrum.
double ErrorBound(std::size_t total) {
  constexpr double kUnit = 0x1p-24;
  const double growth = kUnit + 4 * kUnit / (1 - 4 * kUnit) * (std::numbers::sqrt2 + kUnit);
  const double stages = std::log2(static_cast<double>(total)) * growth;
  return stages / (1 - stages);
}

class Fft : public CcCube {
 public:
  Fft(const AlgorithmSetting& setting, int points, int pipelining)
      : CcCube(setting, points, pipelining),
        count_(static_cast<std::size_t>(points)),
        total_(SizeOf(count_, std::size_t{1} << setting.dimensions)) {
    assert(setting.flit_bits >= 64);
    for (Process n = 0; n < processes(); ++n) {
      points_.emplace_back();
      for (std::size_t e = 0; e < count_; ++e) points_[n].push_back(Input(FirstOf(n) + e));
    }
  }

  // The bound is on the norm of all errors together, which no single error exceeds. NaN is wrong
  // too.
  AlgorithmResult Check() const override {
    std::vector<std::complex<double>> input;
    for (std::size_t j = 0; j < total_; ++j) input.emplace_back(Input(j));
    const std::vector<std::complex<double>> expected = SerialFft(input);
    double square = 0;
    for (const auto& point : expected) square += std::norm(point);
    const double bound = ErrorBound(total_) * std::sqrt(square);
    double largest = 0;
    AlgorithmResult result{.algorithm = "fft"};
    for (Process n = 0; n < processes(); ++n) {
      const std::vector<Point> seen = LocalFft(points_[n]);
      for (std::size_t m = 0; m < count_; ++m) {
        const std::complex<double> right = expected[processes() * m + n];
        const double error = std::abs(std::complex<double>(seen[m]) - right);
        ++result.elements_checked;
        if (!(error <= largest)) largest = error;
        if (error <= bound) continue;  // false for NaN
        ++result.wrong;
        if (!result.first_wrong) result.first_wrong = {n, m, Text(right), Text(seen[m])};
      }
    }
    // four digits: the others depend on whose sine computed the factors
    result.largest_error = std::strtod(
        fmt::format("{:.3e}", largest / std::sqrt(square / static_cast<double>(total_))).c_str(),
        nullptr);
    return result;
  }

 protected:
  void Get(Process from, int /*k*/, std::size_t e, Element element) const override {
    element[0] = std::bit_cast<std::uint32_t>(points_[from][e].real());
    element[1] = std::bit_cast<std::uint32_t>(points_[from][e].imag());
    for (std::size_t w = 2; w < element.size(); ++w) element[w] = 0;
  }

  void Put(Process to, int k, std::size_t e, ConstElement element) override {
    const Point received = PointOf(element);
    Point& own = points_[to][e];
    if ((to >> k & 1) == 0) {
      own = own + received;
    } else {
      const std::size_t size = total_ >> k;
      own = (received - own) * Twiddle((FirstOf(to) + e) % (size / 2), size);
    }
  }

 private:
  // Point j of the whole input, both parts from -1 to 1.
  Point Input(std::size_t j) const {
    Random random(Mix(setting().seed, j));
    const auto real = static_cast<float>(2 * random.Unit() - 1);
    return {real, static_cast<float>(2 * random.Unit() - 1)};
  }
  std::size_t FirstOf(Process n) const { return Reversed(n, setting().dimensions) * count_; }

  std::size_t count_;
  std::size_t total_;
  std::vector<std::vector<Point>> points_;  // by process
};

}  // namespace

std::unique_ptr<Algorithm> MakeFft(const AlgorithmSetting& setting, int points, int pipelining) {
  return std::make_unique<Fft>(setting, points, pipelining);
}

}  // namespace toroid
