// The tables of a configuration file that say what AXI4 endpoints a network has (docs/spec/axi4.md,
// AX9.1).
#pragma once

#include "gen/command_line/raw_options.h"
#include "gen/degraded/degraded_host.h"
#include "gen/plan/axi_options.h"
#include "gen/support/result.h"

namespace toroid {

// The options that the tables ask for, or all their faults, each with its place in the file.
// `data_width` is that of --flit-width, in bits. A dead node has no endpoint, also where a table
// says `all`.
Result<AxiOptions> ReadAxiTables(const ConfigFile& file, const degraded::DegradedHost& host,
                                 int data_width);

}  // namespace toroid
