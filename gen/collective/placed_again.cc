// Methods place their messages for links of one cycle a hop. With slower links a message arrives
// later, so those that depend on it begin later, and two that just missed each other might meet. So
// all are placed anew, in the order of their old cycles: a message comes after its dependencies
// there. What a message carries depends on these alone, so the result of the operation stays the
// same.
//
// Example: node 0 of line:3 sends 2 flits to node 1 in cycle 0, which sends 2 on to node 2 when
// they have arrived: in cycle 4 if a hop takes 1 cycle, and with 3 cycles a hop (K = 2) in cycle 6.
#include "gen/collective/placed_again.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "gen/collective/occupancy.h"

namespace toroid {

CollectiveProgram PlacedAgain(CollectiveProgram program, const MessageRoutes& routes, Ports ports,
                              const Timing& timing) {
  std::vector<Transfer>& transfers = program.transfers;
  Occupancy occupancy(routes, ports, timing);
  std::vector<Cycle> ends(transfers.size());  // the last eject
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    Transfer& transfer = transfers[i];
    Cycle ready = 0;
    for (const std::uint32_t before : program.AfterOf(transfer)) {
      const bool arrives = transfers[before].to == transfer.from;
      ready = std::max(ready, arrives ? ends[before] : transfers[before].cycle);
    }
    const std::uint32_t flits = program.FlitsOf(transfer);
    transfer.cycle = occupancy.Place(transfer.from, transfer.to, flits, ready);
    ends[i] = transfer.cycle + timing.Length(flits) - 1 +
              routes.CyclesOver(transfer.from, transfer.to) + timing.interface;
  }
  SortByCycle(program);
  return program;
}

}  // namespace toroid
