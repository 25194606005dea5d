// What `toroid check` has proved or refuted, in the formats that it prints.
#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include "cli/commands.h"
#include "cli/json.h"
#include "gen/check/finding.h"
#include "gen/options/command.h"
#include "gen/support/result.h"

namespace toroid {

Json FindingsJson(const std::vector<Finding>& findings);
void PrintFindingsText(const std::vector<Finding>& findings, std::ostream& out);
// Prints the findings, then those about the netlist, if any were asked for, and returns the exit
// code. A tool that failed is told after what was found without it.
int Conclude(std::vector<Finding> findings,
             const std::optional<Result<std::vector<Finding>>>& netlist, Format format,
             const Console& console);
// Findings alone, in any of the formats.
void PrintFindings(const std::vector<Finding>& findings, Format format, std::ostream& out);

}  // namespace toroid
