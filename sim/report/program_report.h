// What one program did in a simulation, alone on the machine or in a box of it. Fields:
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

// Of one iteration, or of several that went alike.
struct IterationReport {
  Phase phase = Phase::kTask;
  Task task;  // count 0: none
  std::optional<int> steps;
  std::uint64_t lower_bound = 0;
  std::optional<Cycle> cycles;            // measured in RTL; the model's if RTL did not run
  std::optional<Cycle> reference_cycles;  // the model's
  std::optional<Cycle> predicted_cycles;  // known before the run
  std::uint64_t conflicts = 0;            // messages with a stalled flit
  std::optional<int> set = {};            // its number, from 1 on, if the traffic sends sets
  std::optional<int> subset = {};         // likewise, if sets are split
  std::uint64_t messages = 0;
  std::uint64_t local_messages = 0;  // not among these: between guest nodes of one host node
  // Known before the run, if sinks are always ready: cycles that it takes at least, and messages
  // that meet if none waits, of which one at least is stalled.
  std::optional<Cycle> least_cycles = {};
  std::optional<std::uint64_t> meeting = {};
  std::uint64_t number = 1;               // of the iteration, or of the first of these; from 1 on
  std::uint64_t times = 1;                // how many there are
  std::optional<std::size_t> links = {};  // what its messages load, in SimulationReport::patterns
};

// An algorithm's outcome against the serial computation.
struct ResultReport {
  std::string algorithm;
  std::uint64_t elements_checked = 0;
  std::uint64_t wrong = 0;
  // where results are rounded; docs/spec/algorithms.md says of what
  std::optional<double> largest_error;
};

// Permutation sets, in step, against what is known of the embedding.
struct RoutingReport {
  bool halts = false;  // messages halt, so there are relays
  int steps = 0;       // the most that a set was seen to take
  int dilation = 0;
  // steps of both phases; the dilation, unless routes bend into unequal segments
  int allowed = 0;
  int printed_bound = 0;  // the thesis's
  std::string source;     // of that
};

// The cycles of one method of an exchange.
struct MethodCycles {
  std::string method;
  std::optional<Cycle> cycles;
};

// What a collective operation takes at least, by whatever algorithm.
struct TaskBoundReport {
  Cycle cycles = 0;
  std::string reason;  // "a cut": what it follows from
  Cycle latency = 0;   // of the first flit to the farthest node: diameter + K
};

// What one program did. Empty optionals are what did not run, or what it has not.
struct ProgramReport {
  std::string engine;    // both, rtl, model
  std::string traffic;   // e.g. "cc-cube N=256 Q=8, schedule offset"
  bool finished = true;  // false: it hung or was stopped by a mismatch, and `cycles` is when
  Cycle cycles = 0;      // measured in RTL; the model's if RTL did not run
  std::optional<Cycle> reference_cycles;
  std::optional<Cycle> predicted_cycles;  // of all iterations; none if messages may wait
  std::uint64_t conflicts = 0;
  std::uint64_t sent = 0, delivered = 0;
  std::optional<std::uint64_t> steps_executed, steps_lower_bound, cycle_lower_bound;
  std::optional<TaskBoundReport> task_bound;  // if the traffic is a collective operation
  std::optional<Cycle> baseline_round_robin, baseline_through_first;
  std::optional<Cycle> unsplit;  // of the same sets, on the model, where they are split
  // the chosen one as measured, the others as the model takes them
  std::vector<MethodCycles> methods;
  bool methods_are_predicted = false;  // instead: all of them, and the least was taken
  std::optional<ResultReport> result;
  std::optional<RoutingReport> routing;  // where relays were asked for
  std::optional<TraceReport> trace;      // of a file's program that came to its end
  std::vector<IterationReport> iterations;
  std::vector<LinksReport> patterns;  // those of one iteration of each kind
  bool claims_conflict_free = false;
  std::vector<std::string> diagnostics;  // why the run failed, if it did
  std::vector<std::string> remarks;

  bool ran_rtl() const { return engine != "model"; }
  // cycles / cycle_lower_bound, barriers included; none without a lower bound.
  std::optional<double> CycleRatio() const;
  // The same by the bound of the task, whatever algorithm was chosen.
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
// did not do what was predicted of it, if there is one: other cycles than predicted, or fewer than
// the least, conflicts though nothing meets, or none though messages do.
std::optional<std::string> PredictionDiagnostic(const ProgramReport& report);

// Steps that were seen although fewer suffice, if there are any.
std::optional<std::string> RoutingDiagnostic(const ProgramReport& report);

// Parts of what `simulate` prints, of a program alone and of one of several: members of JSON,
void AddCycles(const ProgramReport& report, Json& json);
void AddOutcome(const ProgramReport& report, Json& json);
Json IterationsOf(const ProgramReport& report);
Json PatternsOf(const ProgramReport& report);
Json ToJson(const BoxReport& report);
// and lines of text: a line for each iteration, equal neighbours folded into one; the bound, after
// the cycles; messages that cross no link; other schedules and methods, and the result.
std::string IterationTable(const ProgramReport& report);
std::string BoundText(const ProgramReport& report);
std::string LocalLine(const ProgramReport& report);
std::string OutcomeLines(const ProgramReport& report);
std::string ToText(const BoxReport& report, std::size_t number);

}  // namespace toroid
