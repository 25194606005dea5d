// Means with 95 % confidence intervals by Student's t.
//
// The folder measures a pattern over many loads. grid: the runs to do. phased_traffic: one run's
// phases, and the counts in them. statistics: means and intervals. curve: the result of a load's
// runs, whether it is saturated, and where to search for saturation next. run_points: runs the
// points. results: a line for each run, kept in files and merged. report, plot: output of the
// results. Definitions: docs/spec/sweep.md.
#pragma once

#include <optional>
#include <span>

namespace toroid {

// The 97.5 % quantile of Student's t distribution: a 95 % interval extends by this many standard
// errors to either side. Requires degrees >= 1.
double StudentT(int degrees);

struct Estimate {
  double mean = 0;
  std::optional<double> half_width;  // 95 % interval; none with fewer than two values
};
// Requires independent values of one distribution; the mean of none is 0.
Estimate EstimateOf(std::span<const double> values);

}  // namespace toroid
