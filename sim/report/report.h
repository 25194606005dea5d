// What a simulation found, as JSON for scripts and as a text for people. Fields: docs/cli.md,
// "simulate".
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gen/schedule/schedule.h"
#include "gen/support/id.h"
#include "sim/report/coverage_report.h"
#include "sim/report/links.h"
#include "sim/report/trace_report.h"
#include "sim/trace/latency.h"

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

struct LatencyReport {
  double mean = 0;
  Cycle p50 = 0;
  Cycle p99 = 0;
  Cycle max = 0;
  LatencyBins bins = {};
};

// A file that says what was sent, and what was looked at when it was read back.
struct ExportReport {
  std::string file;
  std::uint64_t messages = 0;          // each sent once and received once
  std::uint64_t elements_checked = 0;  // of a collective operation done with them; 0: none was
};

// The events around the first difference between model and hardware, a line each.
struct DifferenceReport {
  Cycle cycle = 0;
  std::vector<std::string> expected, seen;
};

// How a run ended.
enum class Outcome {
  kPassed,    // delivered everything, matched, and kept what its schedule promises
  kMismatch,  // model and hardware did different things
  kStuck,     // the watchdog gave it up
  kFaulty,    // it came to its end, and something else was not as it must be
};

// Everything `simulate` reports. Empty optionals are what did not run.
struct SimulationReport {
  std::string engine;   // both, rtl, model
  std::string rtl;      // nodes, flat, lanes; empty if no RTL ran
  std::string network;  // e.g. "torus:8x8, one port, 32-bit flits, buffers of 4, through-first"
  std::string traffic;  // e.g. "cc-cube N=256 Q=8, schedule offset"
  std::string hardware_hash;
  std::string run_hash;
  bool finished = true;  // false: it hung or was stopped by a mismatch, and `cycles` is when
  Cycle cycles = 0;      // measured in RTL; the model's if RTL did not run
  std::optional<Cycle> reference_cycles;
  std::optional<Cycle> predicted_cycles;  // of all iterations; none if messages may wait
  std::optional<bool> match;
  std::uint64_t events_compared = 0;
  std::optional<DifferenceReport> difference;
  int interface_latency = 0;
  int hop_cycles = 1;  // of a flit, from link to link
  std::uint64_t conflicts = 0;
  Cycle stalled_flit_cycles = 0;
  std::uint64_t sent = 0, delivered = 0, lost = 0, duplicated = 0, corrupted = 0, misrouted = 0,
                out_of_order = 0;
  std::uint64_t refused = 0;           // error pulses seen
  std::uint64_t refused_expected = 0;  // packets sent that must be refused
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
  std::optional<ExportReport> exported;
  std::optional<CoverageReport> coverage;
  std::vector<IterationReport> iterations;
  std::optional<Graph> host;
  std::optional<LinksReport> links;   // flits of all delivered messages; none for hosts too large
  std::vector<LinksReport> patterns;  // those of one iteration of each kind
  std::optional<LinkWindowsReport> windows;  // of hardware, where its events were compared
  LatencyReport latency;
  // accepted flits per node and cycle over the injection window; 0 without one
  double throughput = 0;
  std::optional<double> rtl_speed, model_speed;  // node-cycles per second of processor time
  double build_seconds = 0;
  bool claims_conflict_free = false;
  std::vector<std::string> diagnostics;  // why the run failed, if it did
  std::vector<std::string> remarks;

  bool ran_rtl() const { return engine != "model"; }
  // cycles / cycle_lower_bound, barriers included; none without a lower bound.
  std::optional<double> CycleRatio() const;
  // The same by the bound of the task, whatever algorithm was chosen.
  std::optional<double> TaskRatio() const;
  std::optional<double> LatencyRatio() const;
  Outcome outcome() const;
};

// "iteration 3 of 13, kernel <0,6>, took 449 cycles, but ...": the first finished iteration that
// did not do what was predicted of it, if there is one: other cycles than predicted, or fewer than
// the least, conflicts though nothing meets, or none though messages do.
std::optional<std::string> PredictionDiagnostic(const SimulationReport& report);

// Steps that were seen although fewer suffice, if there are any.
std::optional<std::string> RoutingDiagnostic(const SimulationReport& report);

// The members that `simulate --format json` prints, and the lines of `--format text`.
nlohmann::ordered_json ToJson(const SimulationReport& report);
std::string ToText(const SimulationReport& report);

}  // namespace toroid
