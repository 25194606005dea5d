// The reference model as a network of the testbench.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/packet_table.h"
#include "sim/model/observer.h"

namespace toroid {

// The observer is for buffered routers only.
std::unique_ptr<NetworkIf> MakeModelNetwork(const Plan& plan, const PacketTable& table,
                                            std::uint64_t seed, int threads = 1,
                                            model::Observer* observer = nullptr);

}  // namespace toroid
