// What `toroid check` has proved or refuted, in the formats that it prints.
#pragma once

#include <ostream>
#include <vector>

#include "cli/json.h"
#include "gen/check/finding.h"
#include "gen/options/command.h"

namespace toroid {

Json FindingsJson(const std::vector<Finding>& findings);
void PrintFindingsText(const std::vector<Finding>& findings, std::ostream& out);
// Findings alone, in any of the formats.
void PrintFindings(const std::vector<Finding>& findings, Format format, std::ostream& out);

}  // namespace toroid
