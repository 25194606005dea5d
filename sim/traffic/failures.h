// Number of failed trials before the first success: the geometric distribution, drawn from one
// number. It is the floor of log(u) / log(f) for u uniform in (0, 1], where a trial fails with
// probability f. A logarithm takes as long as all other work for a packet, and where many packets
// are sent few trials fail: small counts are found by comparing u with powers of f.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "gen/support/id.h"

namespace toroid {

class Failures {
 public:
  // log(f), below 0, or 0 if no trial fails.
  explicit Failures(double log_failure = 0) : log_failure_(log_failure) {
    for (std::size_t k = 0; k < bounds_.size() && log_failure < 0; ++k)
      bounds_[k] = LeastWithLess(static_cast<Cycle>(k) + 1);
  }

  // Whether a number has to be drawn.
  bool any() const { return log_failure_ != 0; }
  // Count for a uniform 64-bit value.
  Cycle Of(std::uint64_t uniform) const {
    if (!any()) return 0;
    const std::uint64_t u = uniform >> 11;
    if (u < bounds_.back()) return ByLogarithm(u);
    Cycle count = 0;
    for (const std::uint64_t bound : bounds_) count += u < bound ? 1 : 0;
    return count;
  }

 private:
  // u represents (u + 1) / 2^53, as in Random::Unit.
  Cycle ByLogarithm(std::uint64_t u) const {
    const double unit = (static_cast<double>(u) + 1.0) * 0x1p-53;
    const double count = std::floor(std::log(unit) / log_failure_);
    return count > 1e15 ? std::numeric_limits<Cycle>::max() / 2 : static_cast<Cycle>(count);
  }
  // The smallest u for which fewer than `count` trials fail; it exists, as u = 1 gives none.
  std::uint64_t LeastWithLess(Cycle count) const {
    std::uint64_t below = 0;
    for (std::uint64_t step = std::uint64_t{1} << 52; step > 0; step /= 2)
      if (ByLogarithm(below + step - 1) >= count) below += step;
    return below;
  }

  double log_failure_;
  std::array<std::uint64_t, 8> bounds_{};  // below bounds_[k], more than k trials fail
};

}  // namespace toroid
