// The idea: let every message enter when its injector is free, and never wait from then on. If the
// independent check finds that nothing meets then, the router does just that, since a flit that no
// other gets in the way of moves in every cycle (R6.8), and so every cycle is known. If something
// meets, the router does it up to the first cycle in which two flits are due on one link or at one
// ejector: of these only one moves. From then on nothing is known but bounds.
//
// Example: node 0 of a line, one port, has messages of L = 4 for nodes 1 and 2, both offered in
// cycle 0. The second enters in cycle 4.
#include "gen/schedule/forecast.h"

#include <algorithm>

#include "gen/schedule/least_makespan.h"

namespace toroid {
namespace {

// The schedule with cycles in which messages enter, not in which they are offered.
Schedule AsEntering(const Schedule& schedule, const Graph& host) {
  Schedule entering = schedule;
  // of injectors: by node, with all ports by link
  std::vector<Cycle> free_from(host.LinkIndexBound(), 0);
  Cycle end = 0;
  for (ScheduledMessage& message : entering.messages) {
    const Hop first{message.node, message.axis, message.direction};
    Cycle& free =
        free_from[schedule.ports == Ports::kOne ? message.node.index() : host.LinkIndex(first)];
    message.cycle = std::max(message.cycle, free);
    free = message.cycle + schedule.message_flits;
    end = std::max(
        end, message.cycle + host.Distance(message.node, message.to) + schedule.message_flits - 1);
  }
  std::ranges::stable_sort(entering.messages, {}, &ScheduledMessage::cycle);
  entering.makespan = end - entering.messages.front().cycle;
  return entering;
}

}  // namespace

// If no two messages meet when each enters as soon as its injector is free, none ever waits, and
// the end is exact. Else only the bounds hold: the least end, and that one message at least is
// stalled.
Forecast ForecastOf(const Schedule& schedule, const Embedding& embedding,
                    const Progress& progress) {
  const Graph& host = embedding.host();
  const Schedule entering = AsEntering(schedule, host);
  Verification check = VerifyMeetings(entering, embedding, progress);
  Forecast forecast{.meeting = check.meeting,
                    .first_meeting = std::move(check.first_conflict),
                    .end = std::nullopt,
                    .least_end = LeastMakespan(host, schedule, progress)};
  if (forecast.meeting == 0) forecast.end = entering.end();
  return forecast;
}

}  // namespace toroid
