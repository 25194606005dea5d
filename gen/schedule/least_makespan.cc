// The least makespan counts, for each resource, the flits it has to carry, and before and after
// them the fewest cycles on links that one of its messages needs: nobody can have less
// (docs/spec/sets.md SE2.3). With all ports an injector is that of the first link and an ejector
// that of the last, which adds no demand of its own.
#include "gen/schedule/least_makespan.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "gen/placing/uses.h"

namespace toroid {

Cycle LeastMakespan(const MessageRoutes& routes, const Schedule& schedule,
                    const Progress& progress) {
  struct OnResource {
    Cycle flits = 0;
    Cycle before = std::numeric_limits<Cycle>::max();
    Cycle after = std::numeric_limits<Cycle>::max();
  };
  std::vector<OnResource> demands(ResourceBound(routes.host()));
  std::vector<Use> uses;
  Cycle least = 0;
  Stage stage(progress, "counting messages on links", schedule.messages.size());
  for (const ScheduledMessage& message : schedule.messages) {
    stage.Tick();
    FindUses(routes, schedule.ports, message.node, message.to, uses);
    const Cycle last = routes.CyclesOver(message.node, message.to) - 1;
    least = std::max(least, last + schedule.message_flits);
    for (const Use& use : uses) {
      OnResource& demand = demands[use.resource];
      demand.flits += schedule.message_flits;
      demand.before = std::min(demand.before, use.delay);
      demand.after = std::min(demand.after, last - use.delay);
    }
  }
  for (const OnResource& demand : demands) {
    if (demand.flits > 0) least = std::max(least, demand.before + demand.flits + demand.after);
  }
  return least;
}

}  // namespace toroid
