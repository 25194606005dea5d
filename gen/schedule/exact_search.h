// Searching schedules of a given number of steps: with the solver, over the periodic forms and over
// every message by itself.
#pragma once

#include <vector>

#include "gen/schedule/periodic.h"

namespace toroid {

// One way to look for a schedule.
struct ExactCandidate {
  StepProblem problem;
  std::vector<int> item_of;  // of each message that is looked for, in their order
  int part = 0;              // whatever the caller wants to know again
};

// All messages by themselves, apart where they share a link, a sender or a receiver: if this has no
// solution, no schedule of so many steps exists. Has fewer steps where fewer are always enough.
ExactCandidate EveryMessageByItself(const std::vector<ScheduledMessage>& messages,
                                    const Graph& host, int steps);
// The messages as sendings of the form.
ExactCandidate InPeriodicForm(const std::vector<ScheduledMessage>& messages, const Graph& host,
                              const PeriodicForm& form, int steps, bool pairs_in_row);

// Whether it is left alone: the solver would need more memory than about 1 GB.
bool TooLarge(const ExactCandidate& candidate);

struct ExactAnswer {
  int found = -1;               // the candidate that has a solution; -1: none was found
  std::vector<int> steps;       // then: of each of its messages
  std::vector<bool> ruled_out;  // of each candidate: proved to have no solution
  bool stopped = false;         // if not, those neither found nor ruled out are too large
};
// Works on the candidates in turns, a little longer each time, until one has a solution, none is
// left, the time is over, or `cancelled` (null: never) is true. Stops also when the last is ruled
// out: the caller puts there the one that is least restricted. Candidates too large for the solver
// are left alone.
ExactAnswer SearchExact(const std::vector<ExactCandidate>& candidates, double seconds,
                        const StepSearch::Stop& cancelled = nullptr);

}  // namespace toroid
