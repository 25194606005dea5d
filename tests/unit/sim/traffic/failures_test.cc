// Counts found by comparison equal those of the formula.
#include "sim/traffic/failures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gen/support/random.h"

namespace toroid::sim_traffic_failures_test {
namespace {

double Formula(std::uint64_t u, double log_failure) {
  return std::floor(std::log((static_cast<double>(u) + 1.0) * 0x1p-53) / log_failure);
}

Cycle Drawn(const Failures& failures, std::uint64_t u) { return failures.Of(u << 11 | 5); }

// Tests both sides of each u at which the count falls, and other values of u.
TEST(Failures, AreThoseOfTheFormula) {
  for (const double p : {1e-7, 0.001, 0.05, 0.3, 0.5, 0.999, 1 - 1e-12}) {
    const double log_failure = std::log1p(-p);
    const Failures failures(log_failure);
    const auto expect_at = [&](std::uint64_t u) {
      ASSERT_EQ(static_cast<double>(Drawn(failures, u)), Formula(u, log_failure)) << p << " " << u;
    };
    for (int count = 0; count < 12; ++count) {
      std::uint64_t low = 0;
      std::uint64_t high = (std::uint64_t{1} << 53) - 1;
      while (low < high) {
        const std::uint64_t middle = (low + high) / 2;
        Formula(middle, log_failure) > count ? low = middle + 1 : high = middle;
      }
      expect_at(low);
      if (low > 0) expect_at(low - 1);
    }
    Random random(7);
    for (int i = 0; i < 2000; ++i) expect_at(random.Next() >> 11);
  }
}

TEST(Failures, AreNoneWhereNoTrialFails) {
  const Failures failures(0);
  EXPECT_FALSE(failures.any());
  EXPECT_EQ(failures.Of(0), 0);
}

}  // namespace
}  // namespace toroid::sim_traffic_failures_test
