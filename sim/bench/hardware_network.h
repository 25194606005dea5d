// The hardware under test as a network of the testbench: the loaded simulation, and the checks of
// its own wires.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/together.h"
#include "sim/dut/dut.h"

namespace toroid {

// What nodes take from a host is loaded first; `again`: it was before, for another plan. With
// `together`, and hardware that is this rank's slab, the network steps when all ranks do.
std::unique_ptr<NetworkIf> MakeHardwareNetwork(const Plan& plan, std::shared_ptr<Dut> dut,
                                               std::uint64_t seed, bool again = false,
                                               Together* together = nullptr);

}  // namespace toroid
