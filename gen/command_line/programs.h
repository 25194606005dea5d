// Several programs on one machine (docs/spec/partition.md, section 4): the file's [[program]]
// tables, and what stands once for all of them.
#pragma once

#include <optional>
#include <vector>

#include "gen/command_line/raw_options.h"
#include "gen/command_line/spec_diagnostics.h"
#include "gen/command_line/spec_facts.h"
#include "gen/request/program_in_box.h"
#include "gen/request/traffic.h"
#include "gen/support/result.h"

namespace toroid {

// The options of each program: those of its table, and of `shared` what its traffic uses. Adds a
// diagnostic for each option that is on the wrong side.
std::vector<RawOptions> OptionsOfPrograms(const RawOptions& shared,
                                          const std::vector<ProgramTable>& tables,
                                          Diagnostics& diagnostics);

// What a program in a box must have, and what traffic takes none.
void CheckProgramInBox(const Values& values, const SpecFacts& facts,
                       const std::optional<TrafficRequest>& traffic, SpecDiagnostics& found);

// Whether each box keeps its routes, and no two meet; nothing is said of programs without one. One
// for each table.
Diagnostics CheckBoxes(const std::vector<ProgramTable>& tables,
                       const std::vector<std::optional<Partition>>& boxes);

// What was found of each program, in one list: what concerns its table names it, and what all
// programs are refused for alike is said once.
Diagnostics JoinedDiagnostics(const std::vector<ProgramTable>& tables,
                              const std::vector<Diagnostics>& found);

}  // namespace toroid
