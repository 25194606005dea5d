// Axes of plots (docs/spec/sweep.md).

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>
#include <set>

#include "sim/sweep/report.h"
#include "tests/unit/sim/sweep/testing.h"

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

// By colour, dashes and mark; each with its label.
TEST(PlotSvg, TellsManyCurvesApart) {
  Grid grid = SmallGrid();
  grid.networks.resize(1);
  Runs runs;
  for (std::size_t n = 0; n < 16; ++n) {
    if (n > 0) grid.networks.push_back(grid.networks.front());
    if (n > 0)
      grid.networks.back().options.emplace_back("dead-links", "random:1:" + std::to_string(n));
    runs[{n, 0.2, 1}] = RunOf(0.2, 0.2, 6);
  }
  const std::string svg = PlotSvg(grid, runs);
  const std::regex line(
      "stroke=\"(#\\w+)\" stroke-dasharray=\"([^\"]*)\"/>\n<path [^>]* d=\"([^\"]*)\"[^>]*>\n"
      "<text[^>]*>([^<]+)<");
  std::set<std::string> styles, labels;
  for (std::sregex_iterator at(svg.begin(), svg.end(), line), end; at != end; ++at) {
    styles.insert((*at)[1].str() + (*at)[2].str() + (*at)[3].str());
    labels.insert((*at)[4]);
  }
  EXPECT_EQ(styles.size(), 16U) << svg;
  EXPECT_EQ(labels.size(), 16U);
  EXPECT_TRUE(labels.contains("whole"));
  EXPECT_TRUE(labels.contains("1 dead link, draw 15"));
}

}  // namespace
}  // namespace toroid::sim_sweep_plot_test
