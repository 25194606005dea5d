// Methods place their messages for links of one cycle a hop. With slower links a message arrives
// later, so those that depend on it begin later, and two that just missed each other might meet. So
// all are placed anew, in the order of their old cycles: a message comes after its dependencies
// there. What a message carries depends on these alone, so the result of the operation stays the
// same.
//
// Example: node 0 of line:3 sends 2 flits to node 1 in cycle 0, which sends 2 on to node 2 when
// they have arrived: in cycle 4 if a hop takes 1 cycle, and with 3 cycles a hop (K = 2) in cycle 6.
#include <algorithm>
#include <vector>

#include "gen/collective/makers.h"
#include "gen/collective/program_builder.h"

namespace toroid {

CollectiveProgram PlacedAgain(CollectiveProgram program, const MessageRoutes& routes, Ports ports,
                              const Timing& timing) {
  std::vector<Operation>& messages = program.operations;
  Occupancy occupancy(routes, ports, timing);
  std::vector<Cycle> ends(messages.size());  // the last eject
  for (std::size_t i = 0; i < messages.size(); ++i) {
    Operation& message = messages[i];
    Cycle ready = 0;
    for (const Event event : program.AfterOf(message)) {
      const std::uint32_t before = event.operation();
      ready = std::max(ready, event.is_start() ? messages[before].not_before : ends[before]);
    }
    const NodeId from{message.from}, to{message.to};
    message.not_before = occupancy.Place(from, to, message.flits, ready);
    ends[i] = message.not_before + timing.Length(message.flits) - 1 + routes.CyclesOver(from, to) +
              timing.interface;
  }
  program.SortByCycle();
  return program;
}

}  // namespace toroid
