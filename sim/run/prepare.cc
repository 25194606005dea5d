// The first stage of a simulation: draws the traffic, predicts it, chooses the engine and creates
// the wave file.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/dut/build.h"
#include "sim/run/choose_rtl.h"
#include "sim/run/run.h"
#include "sim/run/wave.h"

namespace toroid {
namespace {

Result<PreparedRun> PrepareProgram(const Plan& plan, const SimulationRequest& request,
                                   const Progress& progress) {
  auto stimulus = Stimulus::Create(plan, request, progress);
  if (!stimulus) return stimulus.diagnostics();
  PreparedRun run{request, std::move(stimulus).value(), {}};
  run.predictions = PredictionsOf(plan, run.stimulus, request.run, progress);
  return run;
}

// Chooses the engine, and creates the wave file if the options name one.
std::optional<Diagnostic> PrepareEngine(const Plan& plan, const Work& work, RunOptions& options) {
  if (options.engine != Engine::kModel) {
    const auto has_lanes = [&] {
      return plan.hardware().links.protect == Protection::kNone &&
             plan.hardware().translation != TableMethod::kExchanged && !plan.Joins() && HasYosys();
    };
    options.rtl = ChosenRtl(work, options, has_lanes);
  }
  return options.wave.empty() ? std::nullopt : PrepareWave(options.wave);
}

}  // namespace

Result<PreparedRun> Prepare(const Plan& plan, const SimulationRequest& request,
                            const Progress& progress) {
  try {
    auto run = PrepareProgram(plan, request, progress);
    if (!run) return run;
    PreparedRun prepared = std::move(run).value();
    const Work work = WorkOf(plan, prepared.stimulus, request);
    if (const auto found = PrepareEngine(plan, work, prepared.request.run)) return *found;
    return prepared;
  } catch (const Interrupted& interrupted) {
    throw Interrupted{interrupted.where + ", before cycle 0"};
  }
}

Result<PreparedPrograms> Prepare(const Plan& machine, std::vector<ProgramInBox> programs,
                                 const Progress& progress) {
  try {
    PreparedPrograms prepared{std::move(programs), {}};
    Work work;
    Diagnostics found;
    for (std::size_t p = 0; p < prepared.programs.size(); ++p) {
      const auto& [box, plan, request] = prepared.programs[p];
      auto run = PrepareProgram(plan, request, progress);
      if (!run) {
        for (Diagnostic diagnostic : run.diagnostics()) {
          if (diagnostic.place.empty()) diagnostic.place = fmt::format("[[program]] {}", p + 1);
          found.push_back(std::move(diagnostic));
        }
        continue;
      }
      prepared.runs.push_back(std::move(run).value());
      const Work own = WorkOf(plan, prepared.runs.back().stimulus, request);
      work.node_cycles = std::max(work.node_cycles, own.node_cycles);
      work.events += own.events;
    }
    if (!found.empty()) return found;
    RunOptions options = prepared.runs.front().request.run;
    if (const auto unable = PrepareEngine(machine, work, options)) return *unable;
    // The machine has one engine; each program keeps its own comparisons.
    for (PreparedRun& run : prepared.runs) {
      const bool baseline = run.request.run.baseline;
      run.request.run = options;
      run.request.run.baseline = baseline;
    }
    return prepared;
  } catch (const Interrupted& interrupted) {
    throw Interrupted{interrupted.where + ", before cycle 0"};
  }
}

std::string PredictionText(const PreparedRun& run) {
  return PredictionText(run.predictions, run.stimulus, BarrierOf(run.request.traffic));
}

std::string PredictionText(const PreparedPrograms& prepared) {
  std::string text;
  for (std::size_t p = 0; p < prepared.runs.size(); ++p) {
    const std::string line = PredictionText(prepared.runs[p]);
    if (!line.empty()) text += fmt::format("program {}: {}", p + 1, line);
  }
  return text;
}

}  // namespace toroid
