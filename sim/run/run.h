// One simulation: what will be run, and what the run found.
//
// The folder's idea: a request becomes a report in two steps. Prepare does all that can fail for a
// reason of the user's (stimulus draws the traffic, predict says what is known of it beforehand),
// so that whoever calls can say what is coming. Run then builds the engines (engines), lets them
// run side by side and compares them (compare), and fills the report. Nothing here prints, catches
// a signal or sets an exit code.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/program_in_box.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/ranks/ranks.h"
#include "sim/report/report.h"
#include "sim/run/predict.h"
#include "sim/run/stimulus.h"

namespace toroid {

// All that is known before the first cycle.
struct PreparedRun {
  SimulationRequest request;  // with the engine that was chosen
  Stimulus stimulus;
  std::vector<Prediction> predictions;  // of each iteration; empty if nothing can be predicted
};

// Of several programs on one machine.
struct PreparedPrograms {
  std::vector<ProgramInBox> programs;
  std::vector<PreparedRun> runs;  // of each; all with the engine that was chosen
};

// Draws what will be sent, and creates the wave file if there is to be one. Diagnostics say by
// their fault what kept the run from being: an option that does not fit, a schedule that was proved
// not to exist, a file that cannot be written or too little time for a schedule. Throws
// Interrupted.
Result<PreparedRun> Prepare(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress = {});
// The same of programs in boxes of a machine, which have no node in common; at least one. A
// diagnostic's place names the program.
Result<PreparedPrograms> Prepare(const Plan& machine, std::vector<ProgramInBox> programs,
                                 const Progress& progress = {});

// "by its schedule this will take 449 cycles in one iteration", with its newline; empty without
// predictions.
std::string PredictionText(const PreparedRun& run);
// A line for each program, which it begins with.
std::string PredictionText(const PreparedPrograms& prepared);

// Runs the traffic on model, hardware or both and compares them event by event. The report says how
// it ended (SimulationReport::outcome). Diagnostics: a tool failed. Throws Interrupted, with how
// far it came. Waves are written when it returns; CheckWave (sim/run/wave.h) tells whether they are
// whole. With ranks, of a request made for them (sim/run/for_ranks.h), each simulates its slab and
// all return the report of the whole, or the same diagnostics; Interrupted leaves all of them, or
// one that could not tell the others.
Result<SimulationReport> Run(const Plan& plan, const PreparedRun& run,
                             const Progress& progress = {}, Ranks* ranks = nullptr);
// All programs at once, each as if it were alone; the report has each.
Result<SimulationReport> Run(const Plan& machine, const PreparedPrograms& prepared,
                             const Progress& progress = {});

}  // namespace toroid
