// The model of scheduled routers as a network of the testbench.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/packet_table.h"

namespace toroid {

// Requires a plan of scheduled routers.
std::unique_ptr<NetworkIf> MakeScheduledModelNetwork(const Plan& plan, const PacketTable& table,
                                                     std::uint64_t seed, int threads);

}  // namespace toroid
