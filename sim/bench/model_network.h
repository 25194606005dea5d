// The reference model as a network of the testbench.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/packet_table.h"

namespace toroid {

std::unique_ptr<Network> MakeModelNetwork(const Plan& plan, const PacketTable& table,
                                          std::uint64_t seed, int threads = 1);

}  // namespace toroid
