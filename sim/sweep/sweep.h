// A whole sweep.
#pragma once

#include <string>
#include <vector>

#include "gen/support/progress.h"
#include "sim/sweep/results.h"

namespace toroid {

struct SweepResult {
  Grid grid;
  Runs runs;
  std::vector<std::string> faults;  // of the first invalid run, which ends the sweep
};

// The shard's part of `points`: runs in turn, or with a search whole networks, as each next run of
// a search depends on the ones before.
std::vector<Point> ShareOf(const Grid& grid, const std::vector<Point>& points, const Shard& shard);

// Does the runs that the request's results file does not have. Diagnostics: the file does not fit,
// or the hardware could not be built. Throws Interrupted and files::FileError; all runs done by
// then are in the file.
Result<SweepResult> RunSweep(const SweepRequest& request, const Progress& progress);

}  // namespace toroid
