// A run in words: for the report, for replaying it, and for its hash.
#pragma once

#include <string>

#include "gen/plan/plan.h"
#include "gen/request/request.h"

namespace toroid {

// "torus:8x8 holding hypercube:6 (xor, cyclic), 32-bit flits, ..."
std::string NetworkText(const Plan& plan);
// "cc-cube, N=256 elements, Q=8, barrier 0, schedule offset"
std::string TrafficText(const SimulationRequest& request);
// The command that repeats a run, with every option that matters.
std::string ReplayCommand(const Plan& plan, const SimulationRequest& request);
// 16 hex digits over traffic, schedule, seed and a partition's base. A file is known by the hash of
// its contents, whatever its name.
std::string RunHash(const Plan& plan, SimulationRequest request, std::string_view contents = {});

}  // namespace toroid
