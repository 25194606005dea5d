// The problem behind a lockstep schedule: items that each take one of a few steps, some of them
// different steps.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gen/schedule/schedule.h"

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

// Searches for schedules with a given number of steps by the solver: over the periodic forms, and
// with every message as an item.

class PeriodicForm;  // periodic.h, which has problems of its own

// One way to look for a schedule.
struct ExactCandidate {
  StepProblem problem;
  std::vector<int> item_of;  // for each message to schedule, in their order
  int part = 0;              // a value for the caller
};

// Each message is an item, and those that share a link, a sender or a receiver are in different
// steps. If this has no solution, no schedule with this number of steps exists. It has fewer steps
// if fewer are always enough.
ExactCandidate EveryMessageByItself(const std::vector<ScheduledMessage>& messages,
                                    const Graph& host, int steps);
// The messages as sendings of a periodic form.
ExactCandidate InPeriodicForm(const std::vector<ScheduledMessage>& messages, const Graph& host,
                              const PeriodicForm& form, int steps, bool pairs_in_row);

// Whether it is skipped, because the solver would need more than about 1 GB.
bool TooLarge(const ExactCandidate& candidate);

struct ExactAnswer {
  int found = -1;               // the candidate that has a solution; -1: none was found
  std::vector<int> steps;       // then: the step of each of its messages
  std::vector<bool> ruled_out;  // for each candidate: proved to have no solution
  bool stopped = false;         // else candidates neither found nor ruled out are too large
};
// Works on the candidates in turns, a little longer each time, until one has a solution, none is
// left, the time is over, or `cancelled` (null: never) is true. It also stops when the last one,
// the least restricted, is ruled out. Candidates too large for the solver are skipped.
ExactAnswer SearchExact(const std::vector<ExactCandidate>& candidates, double seconds,
                        const StepSearch::Stop& cancelled = nullptr);

}  // namespace toroid
