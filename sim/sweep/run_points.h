// Runs the points of a sweep, several at a time.
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

}  // namespace toroid
