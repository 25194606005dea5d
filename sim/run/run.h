// One simulation: what it will run, and what the run found.
//
// A request becomes a report in two steps. Prepare does everything that can fail for a reason of
// the user's (stimulus draws the traffic, predict makes predictions for it), so that the caller can
// announce the run. Run then builds the engines (engines), runs them side by side and compares them
// (compare), and fills the report (fill_report). Nothing here prints, catches a signal or sets an
// exit code.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/ranks/ranks.h"
#include "sim/report/report.h"
#include "sim/run/predict.h"
#include "sim/run/stimulus.h"

namespace toroid {

// A run before its first cycle.
struct PreparedRun {
  SimulationRequest request;  // with the chosen engine
  Stimulus stimulus;
  std::vector<Prediction> predictions;  // by iteration; empty if nothing can be predicted
};

// Several programs on one machine.
struct PreparedPrograms {
  std::vector<ProgramInBox> programs;
  std::vector<PreparedRun> runs;  // by program; all with the chosen engine
};

// Draws the traffic, and creates the wave file if the options name one. The diagnostics' faults
// tell what prevents the run: an unsuitable option, a schedule proved not to exist, a file that
// cannot be written, or too little time for a schedule. Throws Interrupted.
Result<PreparedRun> Prepare(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress = {});
// Prepares at least one program in boxes of a machine, which have no node in common. A diagnostic's
// place names the program.
Result<PreparedPrograms> Prepare(const Plan& machine, std::vector<ProgramInBox> programs,
                                 const Progress& progress = {});

// "by its schedule this will take 449 cycles in one iteration", with its newline; empty without
// predictions.
std::string PredictionText(const PreparedRun& run);
// One such line for each program, which it names first.
std::string PredictionText(const PreparedPrograms& prepared);

// Runs the traffic on model, hardware or both and compares them event by event. The report tells
// how the run ended (SimulationReport::outcome). Diagnostics: a tool failed. Throws Interrupted,
// with the progress. Waves are written when it returns; CheckWave (sim/run/wave.h) tells whether
// they are complete. With ranks, which require a request made for them (sim/run/ranks.h), each
// simulates its slab, and all return the report of the whole run or the same diagnostics. Either
// all ranks throw Interrupted, or one that could not tell the others.
Result<SimulationReport> Run(const Plan& plan, const PreparedRun& run,
                             const Progress& progress = {}, Ranks* ranks = nullptr);
// Runs all programs at once, each as if it were alone; the report has each.
Result<SimulationReport> Run(const Plan& machine, const PreparedPrograms& prepared,
                             const Progress& progress = {});

}  // namespace toroid
