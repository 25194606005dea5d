// The reference model as a network of the testbench.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/packet_table.h"
#include "sim/bench/rank_sync.h"
#include "sim/model/observer.h"

namespace toroid {

// The observer and `rank_sync` are for buffered routers only. With `rank_sync` the network is this
// rank's slab, and steps when all ranks do.
std::unique_ptr<NetworkIf> MakeModelNetwork(const Plan& plan, const PacketTable& table,
                                            std::uint64_t seed, int threads = 1,
                                            model::Observer* observer = nullptr,
                                            RankSync* rank_sync = nullptr);

}  // namespace toroid
