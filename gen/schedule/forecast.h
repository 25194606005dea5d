// What will become of a schedule on the router, known before the first cycle. docs/spec/sets.md,
// M3.
#pragma once

#include <optional>

#include "gen/schedule/schedule.h"

namespace toroid {

struct Forecast {
  // Messages that would want a link or an ejector while another has it, if no flit ever waited
  // inside the network. If there are any, the two that meet first meet on the router too, and a
  // flit of one of them waits.
  std::uint64_t meeting = 0;
  std::string first_meeting;  // one line, empty if none
  // The cycle after the last flit's last link crossing, the start pulse's being 0: exact where
  // nothing meets, else not known.
  std::optional<Cycle> end;
  Cycle least_end = 0;  // never more than that cycle, whatever meets
};

// For sinks that are always ready. The messages of an injector that are offered while it is busy
// enter one after another, in the order of the schedule; that is no meeting, as a message counts as
// under way from its first inject on.
Forecast ForecastOf(const Schedule& schedule, const Embedding& embedding,
                    const Progress& progress = {});

}  // namespace toroid
