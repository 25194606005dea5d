// The commands: each takes a valid request, prints its result to `out` and diagnostics to `err`,
// and returns the exit code, or throws Interrupted.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "gen/command_line/spec.h"
#include "gen/schedule/cost.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

inline constexpr int kDone = 0;
inline constexpr int kViolation = 1;  // ran, and found a violation or a mismatch
inline constexpr int kBadInput = 2;
inline constexpr int kFailed = 3;  // a tool is missing or failed, or an output could not be written

// The whole program: `arguments` are the words after its name, `out` and `err` are standard output
// and standard error.
int RunToroid(std::span<const std::string> arguments, std::ostream& out, std::ostream& err);

class RankStart;

// Outputs and environment of a command.
struct Console {
  std::ostream& out;
  std::ostream& err;
  Progress progress;
  RankStart* rank = nullptr;  // simulation shared under mpirun; else null
};

// Each is in its own file, map.cc and so on. Requires a spec that was read for this command.
int RunMap(const Spec& spec, const Console& console);       // an embedding and its metrics
int RunSchedule(const Spec& spec, const Console& console);  // a task's messages, cycle by cycle
int RunGenerate(const Spec& spec, const Console& console);  // Verilog and manifest, into a folder
int RunSimulate(const Spec& spec, const Console& console);  // model, hardware or both
int RunSweep(const Spec& spec, const Console& console);     // many runs of a pattern, measured
int RunCheck(const Spec& spec, const Console& console);     // proofs without a run
int RunCost(const Spec& spec, const Console& console);      // a program's time, by formula
int RunInit(const Spec& spec, const Console& console);      // a configuration to start from
int RunCompare(const Spec& spec, const Console& console);   // two results
int RunReport(const Spec& spec, const Console& console);    // results as an HTML page
int RunChoose(const Spec& spec, const Console& console);    // networks for a program
int RunDoctor(const Spec& spec, const Console& console);    // the tools of this machine

// Tables of next hops around what is dead, and what the check of them finds.
int RunCheckOfRoutes(const Spec& spec, const Console& console);
// Flows of endpoints that answer each other, and a run of them that hangs, if they do.
int RunCheckOfFlows(const Spec& spec, const Console& console);
int RunCheckOfCollective(const Spec& spec, const Console& console);  // on scheduled routers
// Cost of each method of a collective operation.
int RunCostOfCollective(const Spec& spec, const Console& console);
// Gain of pipelining for each block size of a complete exchange.
int RunCostByBlock(const Spec& spec, const PipelinedCube& program, const Console& console);

// Prints one line for each, and returns `code`.
int PrintDiagnostics(const Diagnostics& diagnostics, std::ostream& err, int code);

}  // namespace toroid
