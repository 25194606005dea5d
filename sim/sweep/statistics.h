// Means and how far they can be trusted: 95 % confidence intervals by Student's t.
//
// The folder measures a pattern over many loads. grid: what is to be run. phased_traffic: one run's
// phases, and what is counted in them. statistics: means and intervals. curve: what the runs of a
// load come to, whether it is saturated, and where to look for saturation next. run_points: the
// runs, some at a time. results: a line for each run, kept in files and merged. report, plot: the
// results printed. Definitions: docs/spec/sweep.md.
#pragma once

#include <optional>
#include <span>

namespace toroid {

// The 97.5 % quantile of Student's t distribution: a 95 % interval reaches so many standard errors
// to either side. Requires degrees >= 1.
double StudentT(int degrees);

struct Estimate {
  double mean = 0;
  std::optional<double> half_width;  // of the interval; none with fewer than two values
};
// Of independent values of one distribution; the mean of none is 0.
Estimate EstimateOf(std::span<const double> values);

}  // namespace toroid
