// The commands: each takes a valid request, prints its result to `out` and diagnostics to `err`,
// and returns the exit code; Interrupted leaves it by an exception.
#pragma once

#include <ostream>
#include <span>
#include <string>

#include "gen/schedule/cost.h"
#include "gen/spec/spec.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

inline constexpr int kDone = 0;
inline constexpr int kViolation = 1;  // ran, and found a violation or a mismatch
inline constexpr int kBadInput = 2;
inline constexpr int kFailed = 3;  // a tool is missing or failed, or something could not be written

// The whole program: `arguments` are the words after its name, `out` and `err` lead to standard
// output and standard error.
int RunToroid(std::span<const std::string> arguments, std::ostream& out, std::ostream& err);

class RankStart;

// What a command speaks to.
struct Console {
  std::ostream& out;
  std::ostream& err;
  Progress progress;
  RankStart* rank = nullptr;  // of a simulation that mpirun shares among processes; else null
};

// Each in a file of its own, map.cc and so on. Requires a spec that was read for this command.
int RunMap(const Spec& spec, const Console& console);       // an embedding, and what it costs
int RunSchedule(const Spec& spec, const Console& console);  // a task's messages, cycle by cycle
int RunGenerate(const Spec& spec, const Console& console);  // Verilog and manifest, into a folder
int RunSimulate(const Spec& spec, const Console& console);  // model, hardware or both
int RunSweep(const Spec& spec, const Console& console);     // many runs of a pattern, measured
int RunCheck(const Spec& spec, const Console& console);     // what can be proved without a run
int RunCost(const Spec& spec, const Console& console);      // a program's time, by formula
int RunInit(const Spec& spec, const Console& console);      // a configuration to start from
int RunCompare(const Spec& spec, const Console& console);   // two results
int RunReport(const Spec& spec, const Console& console);    // results as a page
int RunChoose(const Spec& spec, const Console& console);    // networks for a program
int RunDoctor(const Spec& spec, const Console& console);    // the tools of this machine

// Of a collective operation: what each method takes.
int RunCostOfCollective(const Spec& spec, const Console& console);
// Of a complete exchange as this program: what pipelining gains for each size of block.
int RunCostByBlock(const Spec& spec, const PipelinedCube& program, const Console& console);

// One line for each, and `code`.
int PrintDiagnostics(const Diagnostics& diagnostics, std::ostream& err, int code);

}  // namespace toroid
