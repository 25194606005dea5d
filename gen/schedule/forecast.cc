// The idea: every message enters when its injector is free, and never waits from then on. If the
// independent check finds that no messages meet, the router does just that, because an unobstructed
// flit moves in every cycle (R6.8), so every cycle is known. If messages meet, the router does it
// up to the first cycle in which two flits are due on one link or at one ejector. Only one of them
// moves, and from then on only bounds are known.
//
// Example: node 0 of a line, one port, has messages of L = 4 for nodes 1 and 2, both offered in
// cycle 0. The second enters in cycle 4.
#include "gen/schedule/forecast.h"

#include <algorithm>

#include "gen/schedule/least_makespan.h"

namespace toroid {
namespace {

// The schedule with the cycles in which messages enter, instead of those in which they are offered.
Schedule AsEntering(const Schedule& schedule, const MessageRoutes& routes) {
  const Graph& host = routes.host();
  Schedule entering = schedule;
  // cycles of injectors: by node, with all ports by link
  std::vector<Cycle> free_from(host.LinkIndexBound(), 0);
  Cycle end = 0;
  for (ScheduledMessage& message : entering.messages) {
    const Hop first{message.node, message.axis, message.direction};
    Cycle& free =
        free_from[schedule.ports == Ports::kOne ? message.node.index() : host.LinkIndex(first)];
    message.cycle = std::max(message.cycle, free);
    free = message.cycle + schedule.message_flits;
    end = std::max(end, message.cycle + routes.CyclesOver(message.node, message.to) +
                            schedule.message_flits - 1);
  }
  std::ranges::stable_sort(entering.messages, {}, &ScheduledMessage::cycle);
  entering.makespan = end - entering.messages.front().cycle;
  return entering;
}

}  // namespace

// If no two messages meet when each enters as soon as its injector is free, none ever waits, and
// the end is exact. Else only bounds are known: the least end, and that at least one message
// stalls.
Forecast ForecastOf(const MessageRoutes& routes, const Schedule& schedule,
                    const Embedding& embedding, const Progress& progress) {
  const Schedule entering = AsEntering(schedule, routes);
  Verification check = VerifyMeetings(routes, entering, embedding, progress);
  Forecast forecast{.meeting = check.meeting,
                    .first_meeting = std::move(check.first_conflict),
                    .end = std::nullopt,
                    .least_end = LeastMakespan(routes, schedule, progress)};
  if (forecast.meeting == 0) forecast.end = entering.end();
  return forecast;
}

}  // namespace toroid
