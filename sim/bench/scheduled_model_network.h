// The model of scheduled routers as a network that a session drives.
#pragma once

#include <memory>

#include "gen/plan/plan.h"
#include "sim/bench/session.h"

namespace toroid {

// Requires a plan of scheduled routers.
std::unique_ptr<Network> MakeScheduledModelNetwork(const Plan& plan, const PacketTable& table,
                                                   std::uint64_t seed);

}  // namespace toroid
