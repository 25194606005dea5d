// Explains why a run does not end (docs/spec/testbench.md V4.2).
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/bench/interfaces.h"
#include "sim/bench/packet_table.h"
#include "sim/bench/rank_sync.h"
#include "sim/bench/watchdog.h"

namespace toroid {

// The kind of standstill, then packets that have not arrived, sinks that take nothing, and who
// waits for whom; at the beginning of cycle `now`.
std::vector<std::string> DiagnosisOf(const Plan& plan, const PacketTable& packets,
                                     const NetworkIf& network, const Watchdog& watchdog, Cycle now);
// Diagnosis of all ranks. All ranks call it.
std::vector<std::string> DiagnosisOf(const Plan& plan, const PacketTable& packets,
                                     const NetworkIf& network, const Watchdog& watchdog, Cycle now,
                                     RankSync& rank_sync);

}  // namespace toroid
