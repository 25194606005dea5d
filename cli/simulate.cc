// `toroid simulate`: runs the traffic and prints the report.
#include <cassert>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/output_file.h"
#include "cli/rank_start.h"
#include "cli/wave_guard.h"
#include "gen/support/files.h"
#include "sim/axi/run.h"
#include "sim/export/export.h"
#include "sim/run/describe.h"
#include "sim/run/ranks.h"
#include "sim/run/run.h"
#include "sim/run/wave.h"

namespace toroid {

namespace {

// Latencies under load are not predicted.
std::string PredictionText(const axi::PreparedRun& /*run*/) { return ""; }

// Exports the traffic, aside; none if the options name no file.
Result<std::optional<Exported>> ExportIfAsked(const Spec& spec, const PreparedRun& prepared,
                                              const Progress& progress) {
  const std::string& file = spec.simulation.run.export_file;
  if (file.empty()) return std::optional<Exported>();
  auto made = Export(*spec.plan, prepared, file, progress);
  if (!made) return made.diagnostics();
  return std::optional(std::move(made).value());
}

// `Prepared` has one program, or several on one machine; `run` returns its report. With ranks, the
// first prints for all.
template <class Prepared, class MakeReport>
int RunPrepared(const Spec& spec, const Prepared& prepared, std::optional<Exported> exported,
                const Console& console, MakeReport run) {
  const bool json = spec.format == Format::kJson;
  if (!json) console.out << PredictionText(prepared) << std::flush;
  std::optional<WaveGuard> guard;
  const std::string& wave = spec.simulation.run.wave;
  if (!wave.empty()) guard.emplace(wave);
  auto made = run();
  if (!made) return PrintDiagnostics(made.diagnostics(), console.err, kFailed);
  SimulationReport report = std::move(made).value();
  const int code = report.outcome() == RunOutcome::kPassed ? kDone : kViolation;
  if (console.rank != nullptr && !console.rank->ranks().first()) return code;
  if (exported) exported->PutInPlace();
  if (exported) report.exported = std::move(exported->report);
  console.progress.StartPrinting();
  if (json) {
    console.out << JsonText(ResultJson(Command::kSimulate, ToJson(report)));
  } else {
    console.out << ToText(report);
  }
  console.out << std::flush;
  if (report.coverage) files::WriteWhole(report.coverage->file, FileText(*report.coverage));
  if (!wave.empty()) {
    if (const auto incomplete = CheckWave(wave))
      return PrintDiagnostics({*incomplete}, console.err, kFailed);
  }
  return ReportIfAsked(spec, console, code,
                       [&] { return ResultJson(Command::kSimulate, ToJson(report)); });
}

// Simulates this process's part of the network.
int RunRank(const Spec& spec, const Console& console, RankStart& rank) {
  const auto refuse = [&](const Diagnostics& diagnostics) {
    return PrintDiagnostics(diagnostics, console.err, ExitCodeOf(diagnostics));
  };
  if (!spec.programs.empty())
    return refuse({{"--config", "", "[[program]] tables are not shared among processes of mpirun",
                    "start toroid without mpirun"}});
  const auto request = RequestForRanks(*spec.plan, spec.simulation, rank.ranks().count());
  if (!request) return refuse(request.diagnostics());
  const auto prepared = Prepare(*spec.plan, *request, console.progress);
  if (!prepared) return refuse(prepared.diagnostics());
  if (!rank.Begin(std::string(kToolVersion) + " " + ReplayCommand(*spec.plan, *request)))
    return kDone;
  return RunPrepared(spec, *prepared, std::nullopt, console,
                     [&] { return Run(*spec.plan, *prepared, console.progress, &rank.ranks()); });
}

// Simulates the whole network.
int RunAlone(const Spec& spec, const Console& console) {
  const auto refuse = [&](const Diagnostics& diagnostics) {
    return PrintDiagnostics(diagnostics, console.err, ExitCodeOf(diagnostics));
  };
  if (!spec.programs.empty()) {
    const auto prepared = Prepare(*spec.plan, spec.programs, console.progress);
    if (!prepared) return refuse(prepared.diagnostics());
    return RunPrepared(spec, *prepared, {}, console,
                       [&] { return Run(*spec.plan, *prepared, console.progress); });
  }
  if (std::holds_alternative<AxiRequest>(spec.simulation.traffic)) {
    auto prepared = axi::Prepare(*spec.plan, spec.simulation);
    if (!prepared) return refuse(prepared.diagnostics());
    return RunPrepared(spec, *prepared, {}, console, [&] {
      return axi::Run(*spec.plan, std::move(prepared).value(), console.progress);
    });
  }
  const auto prepared = Prepare(*spec.plan, spec.simulation, console.progress);
  if (!prepared) return refuse(prepared.diagnostics());
  auto exported = ExportIfAsked(spec, *prepared, console.progress);
  if (!exported) return refuse(exported.diagnostics());
  return RunPrepared(spec, *prepared, std::move(exported).value(), console,
                     [&] { return Run(*spec.plan, *prepared, console.progress); });
}

}  // namespace

int RunSimulate(const Spec& spec, const Console& console) {
  assert(spec.plan);
  return console.rank != nullptr ? RunRank(spec, console, *console.rank) : RunAlone(spec, console);
}

}  // namespace toroid
