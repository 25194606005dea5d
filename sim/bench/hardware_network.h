// The hardware under test as a network of the testbench: the loaded simulation and the checks of
// its wires.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/rank_sync.h"
#include "sim/dut/dut.h"

namespace toroid {

// Loads first what nodes take from a host; `again`: it was loaded before, for another plan. With
// `rank_sync`, the hardware is this rank's slab, and the network steps when all ranks do.
std::unique_ptr<NetworkIf> MakeHardwareNetwork(const Plan& plan, std::shared_ptr<Dut> dut,
                                               std::uint64_t seed, bool again = false,
                                               RankSync* rank_sync = nullptr);

}  // namespace toroid
