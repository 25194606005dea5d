// The methods of collective operations, and which of them takes the least.
// docs/spec/collectives.md, sections 4 to 7.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gen/collective/program.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"

namespace toroid {

// `phases` is of a complete exchange, `lines` of this too; the three before it of broadcast,
// reduce, gather and scatter, the others of reduce-scatter, all-gather and all-reduce. `doubling`
// is between the neighbours of a hypercube guest and no program; the others are between host nodes.
enum class CollectiveMethod {
  kDoubling,
  kBucket,
  kHalving,
  kSwing,
  kWhole,
  kForest,
  kAuto,
  kTrees,
  kLines,
  kBine,
  kPhases
};
std::string_view ToString(CollectiveMethod method);
// Of the methods without a root; of those between host nodes; of those with one. All have `auto`.
std::optional<CollectiveMethod> ParseCollectiveMethod(std::string_view text);
std::optional<CollectiveMethod> ParseHostMethod(std::string_view text);
std::optional<CollectiveMethod> ParseRootedMethod(std::string_view text);

// Why the host cannot do the task by this method, with the field --method; nothing if it can.
std::optional<Diagnostic> WhyNotOn(const Graph& host, Collective task, CollectiveMethod method);

// The methods among which `auto` chooses, in order.
std::vector<CollectiveMethod> MethodsOf(Collective task);

struct MethodForecast {
  CollectiveMethod method;
  Cycle cycles = 0;
};

struct MadeProgram {
  CollectiveProgram program;
  ProgramForecast forecast;
  std::vector<MethodForecast> tried;  // by `auto`: all that the host can do
};

// Requires a method between host nodes that the host can do. `auto` takes the one of least
// predicted cycles, the first of equal ones. Throws Interrupted.
MadeProgram MakeProgram(CollectiveMethod method, const CollectiveTask& task, const Graph& host,
                        Ports ports, const Timing& timing, const Progress& progress = {});

}  // namespace toroid
