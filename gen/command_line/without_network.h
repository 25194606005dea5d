// The requests of commands that are of no network: init, compare, report, choose, doctor.
#pragma once

#include "gen/command_line/raw_options.h"
#include "gen/support/result.h"

namespace toroid {

// Requires a command that is of no network.
Result<Spec> SpecWithoutNetwork(Command command, RawOptions options, Diagnostics diagnostics);

}  // namespace toroid
