// The idea: the solver decides narrower forms faster, but which form has a solution is not known
// beforehand. So all take turns. A turn is measured in conflicts (dead ends of the solver), not in
// seconds, so every machine with enough time finds the same schedule.
//
// Example: <0,12> on mesh:16x16x16 in 12 steps. Lines distinguished by the sum: ruled out in the
// first turn. Pairs in a row: found there. Source: our own; docs/spec/schedules.md section 9.
#include "gen/schedule/exact_search.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

namespace toroid {
namespace {

constexpr int kFirstTurn = 2000;                   // conflicts
constexpr std::uint64_t kMostClauses = 4'000'000;  // about 1 GB in the solver

// the messages that use a link, or a port
using ByResource = std::map<std::size_t, std::vector<int>>;

// Messages of one resource must be in different steps; a single one needs no group.
void AddGroups(const ByResource& users, StepProblem& problem) {
  for (const auto& [resource, messages] : users) {
    if (messages.size() > 1) problem.groups.push_back(messages);
  }
}

}  // namespace

bool TooLarge(const ExactCandidate& candidate) {
  return candidate.problem.Clauses() > kMostClauses;
}

// An item for each message, a group for each node's sender and receiver and for each link: all
// items of a group are in different steps. The most general form, and the largest.
ExactCandidate EveryMessageByItself(const std::vector<ScheduledMessage>& messages,
                                    const Graph& host, int steps) {
  ExactCandidate candidate;
  candidate.problem.items = static_cast<int>(messages.size());
  candidate.problem.steps = steps;
  ByResource links;
  ByResource senders;
  ByResource receivers;
  for (int m = 0; m < candidate.problem.items; ++m) {
    const ScheduledMessage& message = messages[static_cast<std::size_t>(m)];
    candidate.item_of.push_back(m);
    senders[message.node.index()].push_back(m);
    receivers[message.to.index()].push_back(m);
    for (const Hop& hop : host.Route(message.node, message.to))
      links[host.LinkIndex(hop)].push_back(m);
  }
  for (const ByResource* users : {&links, &senders, &receivers})
    AddGroups(*users, candidate.problem);
  candidate.problem.steps = static_cast<int>(
      std::min(static_cast<std::uint64_t>(steps), candidate.problem.EnoughSteps()));
  return candidate;
}

// Messages of equivalent nodes share an item, so the problem does not grow with the host.
ExactCandidate InPeriodicForm(const std::vector<ScheduledMessage>& messages, const Graph& host,
                              const PeriodicForm& form, int steps, bool pairs_in_row) {
  ExactCandidate candidate{.problem = form.Problem(steps, pairs_in_row), .item_of = {}};
  for (const ScheduledMessage& message : messages) {
    candidate.item_of.push_back(
        form.SendingOf(host.CoordinatesOf(message.node), message.cube_dimension.value()));
  }
  return candidate;
}

// All candidates are searched in turns, the narrow ones first. Only if the last one, the most
// general, has no solution is there no schedule at all.
ExactAnswer SearchExact(const std::vector<ExactCandidate>& candidates, double seconds,
                        const StepSearch::Stop& cancelled) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  const StepSearch::Stop stop = [&] { return (cancelled && cancelled()) || Clock::now() >= end; };
  ExactAnswer answer;
  answer.ruled_out.resize(candidates.size(), false);
  std::vector<std::unique_ptr<StepSearch>> searches(candidates.size());
  // Turns are counted in conflicts, not in time, so the result does not depend on the machine. They
  // grow, so no candidate delays the others.
  for (int turn = kFirstTurn; !answer.ruled_out.back(); turn = std::min(2 * turn, 1 << 30)) {
    bool working = false;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (answer.ruled_out[i] || TooLarge(candidates[i])) continue;
      answer.stopped = stop();
      if (answer.stopped) return answer;
      if (!searches[i]) searches[i] = std::make_unique<StepSearch>(candidates[i].problem);
      const StepVerdict verdict = searches[i]->Continue(turn, stop);
      if (verdict == StepVerdict::kFound) {
        const std::vector<int> steps = searches[i]->Steps();
        for (const int item : candidates[i].item_of)
          answer.steps.push_back(steps[static_cast<std::size_t>(item)]);
        answer.found = static_cast<int>(i);
        return answer;
      }
      answer.ruled_out[i] = verdict == StepVerdict::kNone;
      working = working || verdict == StepVerdict::kOpen;
    }
    if (!working) return answer;
  }
  return answer;
}

}  // namespace toroid
