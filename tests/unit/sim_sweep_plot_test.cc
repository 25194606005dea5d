// Axes of plots (docs/spec/sweep.md).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/sweep/plot.h"

namespace toroid::sim_sweep_plot_test {
namespace {

TEST(AxisMarks, AreRoundNumbersUpToTheEnd) {
  EXPECT_EQ(AxisMarks(1), (std::vector<double>{0, 0.2, 0.4, 0.2 * 3, 0.8, 1}));
  EXPECT_EQ(AxisMarks(30), (std::vector<double>{0, 5, 10, 15, 20, 25, 30}));
  EXPECT_EQ(AxisMarks(9), (std::vector<double>{0, 2, 4, 6, 8}));
}

TEST(AxisMarks, AreFewForEveryEnd) {
  for (int power = -1074; power <= 1023; ++power) {
    for (const double factor : {1.0, 1.3, 1.99}) {
      const double end = std::ldexp(factor, power);
      const std::vector<double> marks = AxisMarks(end);
      ASSERT_LE(marks.size(), 11U) << end;
      if (power > -1000) {
        ASSERT_GE(marks.size(), 5U) << end;
      }
      for (std::size_t i = 1; i < marks.size(); ++i) ASSERT_GT(marks[i], marks[i - 1]) << end;
      ASSERT_TRUE(std::isfinite(marks.back())) << end;
      ASSERT_LE(marks.back() / 1.0001, end) << end;
    }
  }
  EXPECT_LE(AxisMarks(std::numeric_limits<double>::max()).size(), 11U);
}

}  // namespace
}  // namespace toroid::sim_sweep_plot_test
