// A run in words: for the report, for replaying it, and for its hash.
#pragma once

#include <string>

#include "gen/plan/plan.h"
#include "gen/spec/spec.h"

namespace toroid {

// "torus:8x8 holding hypercube:6 (xor, cyclic), 32-bit flits, ..."
std::string NetworkText(const Plan& plan);
// "cc-cube, N=256 elements, Q=8, barrier 0, schedule offset"
std::string TrafficText(const SimulateOptions& options);
// The command that repeats a run, with every option that matters.
std::string ReplayCommand(const Plan& plan, const SimulateOptions& options);
// The options that make the traffic, as that command has them.
std::string TrafficOptions(const SimulateOptions& options);
// 16 hex digits over traffic, schedule, seed and a partition's base.
std::string RunHash(const Plan& plan, const SimulateOptions& options);

}  // namespace toroid
