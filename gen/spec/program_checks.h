// Whether the options of a CC-cube, of an algorithm or of sets go together: sizes, pipelining,
// method, flit width and schedule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gen/spec/spec.h"
#include "gen/spec/values.h"

namespace toroid {

// Every fault found. Where there is no hypercube guest, which others diagnose, sizes that
// depend on it are not looked at. `hardware` and `run` as read from `values`.
Diagnostics ProgramDiagnostics(const Values& values, const HardwareOptions& hardware,
                               const SimulateOptions& run, const std::optional<Graph>& guest);

// Every fault of traffic that sends sets: a schedule that is for tasks alone, more messages than
// are kept.
Diagnostics SetDiagnostics(const Values& values, const SimulateOptions& run,
                           const std::optional<Graph>& guest);

// Whether the pipelining degree divides the elements of a message, which `whole` names.
Diagnostics PipeliningDiagnostics(int pipelining, int elements, const std::string& whole);

// Most messages that schedules hold in memory: about a gigabyte.
inline constexpr std::int64_t kMostMessages = 1 << 24;

}  // namespace toroid
