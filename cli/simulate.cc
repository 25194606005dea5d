// `toroid simulate`: has the traffic run, and prints what the run found.
#include <cassert>
#include <optional>
#include <utility>

#include "cli/commands.h"
#include "cli/output_file.h"
#include "cli/wave_guard.h"
#include "gen/support/files.h"
#include "sim/export/export.h"
#include "sim/run/run.h"
#include "sim/run/wave.h"

namespace toroid {

namespace {

// None if no file was asked for.
Result<std::optional<ExportReport>> ExportIfAsked(const Spec& spec, const PreparedRun& prepared) {
  const std::string& file = spec.simulation.run.export_file;
  if (file.empty()) return std::optional<ExportReport>();
  auto made = Export(*spec.plan, prepared, file);
  if (!made) return made.diagnostics();
  return std::optional(std::move(made).value());
}

// `Prepared` is of one program, or of several on one machine.
template <class Prepared>
int RunPrepared(const Spec& spec, const Prepared& prepared, std::optional<ExportReport> exported,
                const Console& console) {
  const bool json = spec.format == Format::kJson;
  if (!json) console.out << PredictionText(prepared) << std::flush;
  std::optional<WaveGuard> guard;
  const std::string& wave = spec.simulation.run.wave;
  if (!wave.empty()) guard.emplace(wave);
  auto run = Run(*spec.plan, prepared, console.progress);
  if (!run) return PrintDiagnostics(run.diagnostics(), console.err, kFailed);
  SimulationReport report = std::move(run).value();
  report.exported = std::move(exported);
  console.progress.StartPrinting();
  if (json) {
    console.out << JsonText(ResultJson(Command::kSimulate, ToJson(report)));
  } else {
    console.out << ToText(report);
  }
  console.out << std::flush;
  if (report.coverage) WriteWhole(report.coverage->file, FileText(*report.coverage));
  if (!wave.empty()) {
    if (const auto incomplete = CheckWave(wave))
      return PrintDiagnostics({*incomplete}, console.err, kFailed);
  }
  return ReportIfAsked(spec, console, report.outcome() == Outcome::kPassed ? kDone : kViolation,
                       [&] { return ResultJson(Command::kSimulate, ToJson(report)); });
}

}  // namespace

int RunSimulate(const Spec& spec, const Console& console) {
  assert(spec.plan);
  const auto refuse = [&](const Diagnostics& diagnostics) {
    return PrintDiagnostics(diagnostics, console.err, ExitCodeOf(diagnostics));
  };
  try {
    if (!spec.programs.empty()) {
      const auto prepared = Prepare(*spec.plan, spec.programs, console.progress);
      return prepared ? RunPrepared(spec, *prepared, {}, console) : refuse(prepared.diagnostics());
    }
    const auto prepared = Prepare(*spec.plan, spec.simulation, console.progress);
    if (!prepared) return refuse(prepared.diagnostics());
    const auto exported = ExportIfAsked(spec, *prepared);
    if (!exported) return refuse(exported.diagnostics());
    return RunPrepared(spec, *prepared, *exported, console);
  } catch (const files::FileError& error) {
    return PrintDiagnostics({{"file", "", error.what, error.advice}}, console.err, kFailed);
  }
}

}  // namespace toroid
