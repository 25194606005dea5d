// The stages of spec.cc that have files of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/command_line/raw_options.h"
#include "gen/command_line/spec.h"
#include "gen/command_line/spec_facts.h"
#include "gen/command_line/values.h"
#include "gen/embedding/embedding.h"
#include "gen/options/subjects.h"
#include "gen/plan/routes.h"
#include "gen/request/traffic.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// A specification in the making, with what it is made from.
struct SpecState {
  SpecState(Values given, const SpecSource& from, Diagnostics& diagnostics, Progress watched);

  bool RunsTraffic() const { return toroid::RunsTraffic(spec.command); }
  // Whether the command runs traffic of this family.
  bool Is(Family family) const { return traffic && FamilyOf(*traffic) == family; }

  Values values;
  std::optional<TrafficRequest> traffic;
  SpecSource source;
  SpecFacts facts;
  SpecDiagnostics found;
  Progress progress;
  const Subject* subject;  // null: the command has but one
  Spec spec;
};

// ---- read_options.cc ----

// What --traffic and its options ask for; nothing if it is not there.
std::optional<TrafficRequest> TrafficOf(const Values& values);

// Fills in all of `spec` but command, embedding, plan, traffic and has_schedule. A value that was
// refused counts as its default.
void ReadOptions(const Values& values, Spec& spec);

// The request of a command that is of no network.
Result<Spec> SpecWithoutNetwork(Command command, RawOptions options, Diagnostics diagnostics);

// ---- checks.cc ----

// Options that the traffic does not use are refused, those that it needs demanded. Requires
// traffic.
void CheckUses(SpecState& state);

// What is no rule of gen/rules: words and numbers that depend on the traffic, and graphs. These
// require a spec whose options are read, the first one traffic, the others a cost or a check of a
// collective operation.
void CheckTraffic(SpecState& state);
void CheckCost(SpecState& state);
void CheckProvedCollective(SpecState& state);

// ---- plan_builder.cc ----

// Sets the spec's plan, and finds what no plan can have. Of `check`, which makes its plan once
// there is a schedule, it finds only whether units could be loaded. Requires a spec without faults,
// with all else that it gets.
void BuildPlan(SpecState& state);

// Why guest neighbours do not send by dimension order (DG8.2), if the tables have another route
// between two of them. `placed` is an embedding in the whole host.
std::optional<std::string> OffDimensionOrder(const Embedding& placed, const RoutedHost& routes);

// ---- sweep.cc ----

struct SweepLists {
  std::vector<RawOptions> networks;  // one for each network, with its first load and seed
  std::vector<double> loads;         // ascending
  std::vector<std::uint64_t> seeds;  // ascending
};

// Networks are the combinations of all lists but those of loads and seeds, the first list's values
// changing slowest. An option of patterns is left out where the network's does not use it, if
// another's does. Diagnostics name the list at fault; then networks are not to be used.
SweepLists TakeApart(const RawOptions& options, Diagnostics& diagnostics);

// A sweep that runs nothing, but puts results together.
Result<Spec> SpecOfMerge(const RawOptions& options, Diagnostics diagnostics);

// ---- programs.cc: several programs on one machine (docs/spec/partition.md, section 4) ----

// The options of each program: those of its table, and of `shared` what its traffic uses. Adds a
// diagnostic for each option that is on the wrong side.
std::vector<RawOptions> OptionsOfPrograms(const RawOptions& shared,
                                          const std::vector<ProgramTable>& tables,
                                          Diagnostics& diagnostics);

// What a program in a box must have, and what traffic takes none.
void CheckProgramInBox(SpecState& state);

// Whether each box keeps its routes, and no two meet; nothing is said of programs without one. One
// for each table.
Diagnostics CheckBoxes(const std::vector<ProgramTable>& tables,
                       const std::vector<std::optional<Partition>>& boxes);

// What was found of each program, in one list: what concerns its table names it, and what all
// programs are refused for alike is said once.
Diagnostics JoinedDiagnostics(const std::vector<ProgramTable>& tables,
                              const std::vector<Diagnostics>& found);

}  // namespace toroid
