// Whether the options of a CC-cube, or of an algorithm, go together: sizes, pipelining, method and flit width.
#pragma once

#include <optional>
#include <string>

#include "gen/spec/spec.h"
#include "gen/spec/values.h"

namespace toroid {

// Every fault found. Where there is no hypercube guest, which others complain about, sizes that depend on it are not looked at.
// `hardware` and `run` as read from `values`.
Diagnostics ProgramComplaints(const Values& values, const HardwareOptions& hardware, const SimulateOptions& run,
                              const std::optional<Graph>& guest);

// Whether the pipelining degree divides the elements of a message, which `whole` names.
Diagnostics PipeliningComplaints(int pipelining, int elements, const std::string& whole);

}  // namespace toroid
