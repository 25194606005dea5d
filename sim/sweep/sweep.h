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
  std::vector<std::string> faults;  // of the first run that cannot be believed; it ends the sweep
};

// The points of `points` that are the shard's: runs in turn, or with a search whole networks, as
// each next run of it depends on the ones before.
std::vector<Point> ShareOf(const Grid& grid, const std::vector<Point>& points, const Shard& shard);

// Runs what the request's results file does not have yet. Diagnostics: the file does not fit, or
// the hardware could not be built. Throws Interrupted and files::FileError; all runs that were done
// by then are in the file.
Result<SweepResult> RunSweep(const SweepRequest& request, const Progress& progress);

}  // namespace toroid
