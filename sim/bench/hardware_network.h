// The hardware under test as a network that a session can drive: drivers and monitors around the
// loaded simulation, and the scoreboard.
#pragma once

#include <memory>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/session.h"
#include "sim/dut/dut.h"

namespace toroid {

std::unique_ptr<Network> MakeHardwareNetwork(const Plan& plan, const PacketTable& table,
                                             std::unique_ptr<Dut> dut, std::uint64_t seed);

}  // namespace toroid
