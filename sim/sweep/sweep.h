// Runs the points of a sweep, several at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gen/support/progress.h"
#include "sim/sweep/grid.h"
#include "sim/sweep/measured.h"
#include "sim/sweep/results.h"

namespace toroid {

// What a run has found.
struct PointOutcome {
  Point point;
  Measured measured;
  std::vector<std::string> faults;  // reasons for rejecting the run, one a line; empty: valid
};

// Runs to be done together, as first and last + 1 of `points`: consecutive runs of one network, at
// most `most` of each in a group, and small enough that each job gets a group.
struct Group {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - first; }
  bool operator==(const Group&) const = default;
};
std::vector<Group> GroupsOf(const std::vector<Point>& points, int jobs,
                            const std::function<std::size_t(const Point&)>& most);

class PointRunner {
 public:
  // `request` must outlive it.
  explicit PointRunner(const SweepRequest& request);
  ~PointRunner();
  PointRunner(const PointRunner&) = delete;
  PointRunner& operator=(const PointRunner&) = delete;

  // Runs the points, as many at a time as the request has jobs, and passes each outcome to `take`,
  // in the order of the points; stops if it returns false. Outcomes do not depend on the number of
  // jobs. Diagnostics: the hardware could not be built, or a run did not end. Throws Interrupted.
  Diagnostics Run(const std::vector<Point>& points,
                  const std::function<bool(const PointOutcome&)>& take, const Progress& progress);

 private:
  struct Network;
  Diagnostics BuildFor(const std::vector<Point>& points, const std::vector<Group>& groups,
                       const Progress& progress);
  void Choose(const std::vector<Point>& points);

  const SweepRequest& request_;
  std::vector<std::unique_ptr<Network>> networks_;
};

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
