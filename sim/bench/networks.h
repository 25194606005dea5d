// Networks for the testbench: the hardware under test, and the reference models.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/rank_sync.h"
#include "sim/dut/dut.h"
#include "sim/model/network.h"
#include "sim/packets/packet_table.h"

namespace toroid {

// The hardware under test: the loaded simulation and the checks of its wires. Loads first what
// nodes take from a host; `again`: it was loaded before, for another plan. With `rank_sync`, the
// hardware is this rank's slab, and the network steps when all ranks do.
std::unique_ptr<NetworkIf> MakeHardwareNetwork(const Plan& plan, std::shared_ptr<Dut> dut,
                                               std::uint64_t seed, bool again = false,
                                               RankSync* rank_sync = nullptr);

// The reference model of the plan's routers. The observer and `rank_sync` are for buffered routers
// only. With `rank_sync` the network is this rank's slab, and steps when all ranks do.
std::unique_ptr<NetworkIf> MakeModelNetwork(const Plan& plan, const PacketTable& table,
                                            std::uint64_t seed, int threads = 1,
                                            model::Observer* observer = nullptr,
                                            RankSync* rank_sync = nullptr);

}  // namespace toroid
