// Searches for schedules with a given number of steps by the solver: over the periodic forms, and
// with every message as an item.
#pragma once

#include <vector>

#include "gen/schedule/periodic.h"
#include "gen/schedule/step_problem.h"

namespace toroid {

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
