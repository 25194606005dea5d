// Report of one program in a simulation, alone on the machine or in a box of it. Fields:
// docs/cli.md, "simulate".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/schedule/schedule.h"
#include "gen/support/id.h"
#include "gen/support/json.h"
#include "gen/topology/graph.h"
#include "sim/report/links.h"
#include "sim/report/trace_report.h"

namespace toroid {

// One iteration, or several equal ones.
struct IterationReport {
  Phase phase = Phase::kTask;
  Task task;  // count 0: no task
  std::optional<int> steps;
  std::uint64_t lower_bound = 0;
  std::optional<Cycle> cycles;            // measured in RTL, or by the model if no RTL ran
  std::optional<Cycle> reference_cycles;  // the model's
  std::optional<Cycle> predicted_cycles;  // known before the run
  std::uint64_t conflicts = 0;            // messages with a stalled flit
  std::optional<int> set = {};            // number from 1 on, if the traffic sends sets
  std::optional<int> subset = {};         // number from 1 on, if sets are split
  std::uint64_t messages = 0;
  std::uint64_t local_messages = 0;  // between guest nodes of one host node, counted separately
  // Known before the run, if sinks are always ready: cycles that it takes at least, and messages
  // that meet if none waits, of which one at least is stalled.
  std::optional<Cycle> least_cycles = {};
  std::optional<std::uint64_t> meeting = {};
  std::uint64_t number = 1;               // number of the first iteration, from 1 on
  std::uint64_t times = 1;                // iterations in this entry
  std::optional<std::size_t> links = {};  // index of its link loads in SimulationReport::patterns
};

// Comparison of an algorithm's result with the serial computation.
struct ResultReport {
  std::string algorithm;
  std::uint64_t elements_checked = 0;
  std::uint64_t wrong = 0;
  // set where results are rounded; docs/spec/algorithms.md defines its unit
  std::optional<double> largest_error;
};

// Results of permutation sets in step, and the known bounds of the embedding.
struct RoutingReport {
  bool halts = false;  // messages halt, so there are relays
  int steps = 0;       // largest number of steps of a set
  int dilation = 0;
  // steps of both phases; the dilation, unless routes bend into unequal segments
  int allowed = 0;
  int printed_bound = 0;  // bound in the thesis
  std::string source;     // place of that bound
};

// The cycles of one method of an exchange.
struct MethodCycles {
  std::string method;
  std::optional<Cycle> cycles;
};

// Lower bound of a collective operation, for any algorithm.
struct TaskBoundReport {
  Cycle cycles = 0;
  std::string reason;  // "a cut": the reason for the bound
  Cycle latency = 0;   // latency of the first flit to the farthest node: diameter + K
};

// Report of one program. An optional is empty if its part did not run or does not exist.
struct ProgramReport {
  std::string engine;    // both, rtl, model
  std::string traffic;   // e.g. "cc-cube N=256 Q=8, schedule offset"
  bool finished = true;  // false: it hung or stopped at a mismatch, in cycle `cycles`
  Cycle cycles = 0;      // measured in RTL, or by the model if no RTL ran
  std::optional<Cycle> reference_cycles;
  std::optional<Cycle> predicted_cycles;  // of all iterations; none if messages may wait
  std::uint64_t conflicts = 0;
  std::uint64_t sent = 0, delivered = 0;
  std::optional<std::uint64_t> steps_executed, steps_lower_bound, cycle_lower_bound;
  std::optional<TaskBoundReport> task_bound;  // if the traffic is a collective operation
  std::optional<Cycle> baseline_round_robin, baseline_through_first;
  std::optional<Cycle> unsplit;  // cycles of the same sets unsplit, on the model, if they are split
  // the chosen one as measured, the others on the model
  std::vector<MethodCycles> methods;
  bool methods_are_predicted = false;  // all methods were predicted, and the fastest chosen
  std::optional<ResultReport> result;
  std::optional<RoutingReport> routing;  // with relays
  std::optional<TraceReport> trace;      // a file's program that ended
  std::vector<IterationReport> iterations;
  std::vector<LinksReport> patterns;  // of one iteration of each kind
  bool claims_conflict_free = false;
  std::vector<std::string> diagnostics;  // reasons why the run failed
  std::vector<std::string> remarks;

  bool ran_rtl() const { return engine != "model"; }
  // cycles / cycle_lower_bound, barriers included; none without a lower bound.
  std::optional<double> CycleRatio() const;
  // cycles / task bound
  std::optional<double> TaskRatio() const;
  std::optional<double> LatencyRatio() const;
};

// One of several programs, in its box of the machine.
struct BoxReport {
  std::vector<int> lengths;  // by axis of the host
  Coordinates base;
  std::string guest;  // "hypercube:4 (xor, cyclic)"
  ProgramReport program;
};

// "iteration 3 of 13, kernel <0,6>, took 449 cycles, but ...": the first finished iteration that
// differs from its prediction, if there is one: other cycles than predicted, fewer than the lower
// bound, conflicts though no messages meet, or none though messages do.
std::optional<std::string> PredictionDiagnostic(const ProgramReport& report);

// Reports steps beyond the allowed number, if there are any.
std::optional<std::string> RoutingDiagnostic(const ProgramReport& report);

// Parts of the output of `simulate`, for a single program or one of several. Members of JSON:
void AddCycles(const ProgramReport& report, Json& json);
void AddOutcome(const ProgramReport& report, Json& json);
Json IterationsOf(const ProgramReport& report);
Json PatternsOf(const ProgramReport& report);
Json ToJson(const BoxReport& report);
// Lines of text: one for each iteration, with equal neighbours folded; the bound, after the cycles;
// messages that cross no link; other schedules and methods, and the result.
std::string IterationTable(const ProgramReport& report);
std::string BoundText(const ProgramReport& report);
std::string LocalLine(const ProgramReport& report);
std::string OutcomeLines(const ProgramReport& report);
std::string ToText(const BoxReport& report, std::size_t number);

}  // namespace toroid
