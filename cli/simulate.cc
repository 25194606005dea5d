// `toroid simulate`: has the traffic run, and prints what the run found.
#include <cassert>
#include <optional>

#include "cli/commands.h"
#include "cli/wave_guard.h"
#include "sim/run/run.h"
#include "sim/run/wave.h"

namespace toroid {

int RunSimulate(const Spec& spec, const Console& console) {
  assert(spec.plan);
  const auto prepared = Prepare(*spec.plan, spec.simulation, console.progress);
  if (!prepared)
    return PrintDiagnostics(prepared.diagnostics(), console.err,
                            ExitCodeOf(prepared.diagnostics()));
  const bool json = spec.format == Format::kJson;
  if (!json) console.out << PredictionText(*prepared) << std::flush;
  std::optional<WaveGuard> guard;
  const std::string& wave = spec.simulation.run.wave;
  if (!wave.empty()) guard.emplace(wave);
  const auto report = Run(*spec.plan, *prepared, console.progress);
  if (!report) return PrintDiagnostics(report.diagnostics(), console.err, kFailed);
  console.progress.StartPrinting();
  console.out << (json ? ToJson(*report) : ToText(*report)) << std::flush;
  if (!wave.empty()) {
    if (const auto incomplete = CheckWave(wave))
      return PrintDiagnostics({*incomplete}, console.err, kFailed);
  }
  return report->outcome() == Outcome::kPassed ? kDone : kViolation;
}

}  // namespace toroid
