// The reference model as a network that a session can drive.
#pragma once

#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/session.h"
#include "sim/model/model.h"

namespace toroid {

std::unique_ptr<Network> MakeModelNetwork(const Plan& plan, const PacketTable& table,
                                          std::uint64_t seed);

}  // namespace toroid
