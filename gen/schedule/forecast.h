// The behaviour of a schedule on the router, predicted before the first cycle. docs/spec/sets.md,
// SE3.
#pragma once

#include <optional>

#include "gen/schedule/schedule.h"

namespace toroid {

struct Forecast {
  // Messages that would need a link or an ejector while another has it, if no flit waited inside
  // the network. If there are any, the first two also meet on the router, and a flit of one of them
  // waits.
  std::uint64_t meeting = 0;
  std::string first_meeting;  // one line, empty if none
  // The cycle after the last flit's last link crossing; that of the start pulse is 0. Exact if no
  // messages meet, else unknown.
  std::optional<Cycle> end;
  Cycle least_end = 0;  // a lower bound of that cycle in any case
};

// For sinks that are always ready, and routes of the embedding's host. Messages offered at a busy
// injector enter one after another, in the order of the schedule. They do not meet, because a
// message is in the network only from its first inject on.
Forecast ForecastOf(const MessageRoutes& routes, const Schedule& schedule,
                    const Embedding& embedding, const Progress& progress = {});

}  // namespace toroid
