// Describes a run in words: for the report, for replaying it, and for its hash.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"

namespace toroid {

// "torus:8x8 holding hypercube:6 (xor, cyclic), 32-bit flits, ..."
std::string NetworkText(const Plan& plan);
// "hypercube:6 (xor, cyclic)"
std::string EmbeddedText(const Embedding& embedding);
// "cc-cube, N=256 elements, Q=8, barrier 0, schedule offset"
std::string TrafficText(const SimulationRequest& request);
// "3 programs, each in its box"
std::string ProgramsText(std::size_t programs, const RunOptions& run);
// The command that repeats a run, with all relevant options.
std::string ReplayCommand(const Plan& plan, const SimulationRequest& request);
// 16 hex digits over traffic, schedule, seed and a partition's base. A file enters by the hash of
// its contents, whatever its name.
std::string RunHash(const Plan& plan, SimulationRequest request, std::string_view contents = {});
// The hash of a run of several programs.
std::string JoinedHash(const std::vector<std::string>& hashes);

}  // namespace toroid
