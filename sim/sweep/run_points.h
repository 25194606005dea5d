// The runs of a sweep, some at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/progress.h"
#include "sim/sweep/grid.h"
#include "sim/sweep/measured.h"

namespace toroid {

struct PointOutcome {
  Point point;
  Measured measured;
  std::vector<std::string> faults;  // why it is not to be believed, a line each; empty: it is
};

// The runs that are done together, as first and last + 1 of `points`: neighbours, of one network,
// none among more than `most` says of it, and so few that there is a group for each job.
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
  // `request` outlives it.
  explicit PointRunner(const SweepRequest& request);
  ~PointRunner();
  PointRunner(const PointRunner&) = delete;
  PointRunner& operator=(const PointRunner&) = delete;

  // Runs them, as many at a time as the request has jobs, and hands each outcome to `take`, in the
  // order of the points; false from it ends the rest. What comes does not depend on the jobs.
  // Diagnostics: the hardware could not be built, or a run had no end. Throws Interrupted.
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

}  // namespace toroid
