// The problem behind a lockstep schedule: items that each take one of a few steps, some of them
// different steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace toroid {

// Items 0 .. items-1 each take one of the steps 0 .. steps-1; no two items of a group take the same
// step.
struct StepProblem {
  int items = 0;
  int steps = 1;
  std::vector<std::vector<int>> groups;  // each holds an item at most once
  // These items, each above 0 and none right after another, take the step after that of the item
  // before them (step 0 is after the last).
  std::vector<int> followers;

  // The size of the largest group. With more than `steps` there is no solution.
  int LargestGroup() const;
  // A number of steps that is always enough without followers: each item in turn finds a step that
  // no other item of its groups takes. At least 1.
  std::uint64_t EnoughSteps() const;
  // The approximate size for the solver: a variable for each item and step, and a clause for each
  // pair of a group and step. The largest number if it overflows.
  std::uint64_t Clauses() const;
};

enum class StepVerdict { kFound, kNone, kOpen };

// A search that can be continued. Without the solver (see HasStepSolver) the verdict is always
// kOpen.
class StepSearch {
 public:
  using Stop = std::function<bool()>;

  // Requires items x steps below 2^31.
  explicit StepSearch(const StepProblem& problem);
  ~StepSearch();
  StepSearch(const StepSearch&) = delete;
  StepSearch& operator=(const StepSearch&) = delete;

  // Continues until it is solved, proved to have no solution, has met `conflicts` more conflicts,
  // or `stop`, which is polled, is true. The result depends on the problem and the conflicts
  // allowed, not on when it is stopped.
  StepVerdict Continue(int conflicts, const Stop& stop);
  // After kFound: the step of each item.
  std::vector<int> Steps() const;

 private:
  class Encoding;
  std::unique_ptr<Encoding> encoding_;
};

// Whether this build has the solver.
bool HasStepSolver();

}  // namespace toroid
