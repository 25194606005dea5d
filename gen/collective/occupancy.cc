// A message fits where each of its links and ports is free for all of its flits, and for its
// startup. gen/placing finds the first such cycle. Backwards, what is first on the way is last.
#include "gen/collective/occupancy.h"

namespace toroid {

Occupancy::Occupancy(const MessageRoutes& routes, Ports ports, const Timing& timing,
                     TimeDirection direction)
    : routes_(routes),
      ports_(ports),
      timing_(timing),
      direction_(direction),
      placer_(ResourceBound(routes.host())) {}

Cycle Occupancy::Place(NodeId from, NodeId to, Cycle flits, Cycle ready) {
  FindUses(routes_, ports_, from, to, uses_);
  if (direction_ == TimeDirection::kBackwards) {
    const Cycle last = uses_.back().delay;
    for (Use& use : uses_) use.delay = last - use.delay;
  }
  const Cycle length = timing_.Length(flits);
  const Cycle cycle = placer_.EarliestFrom(ready, uses_, length);
  placer_.Take(cycle, uses_, length);
  return cycle;
}

}  // namespace toroid
