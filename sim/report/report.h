// What a simulation found, as JSON for scripts and as a text for people. Fields: docs/cli.md,
// "simulate".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/support/id.h"
#include "gen/support/json.h"
#include "sim/report/coverage_report.h"
#include "sim/report/links.h"
#include "sim/report/program_report.h"
#include "sim/trace/latency.h"

namespace toroid {

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
enum class RunOutcome {
  kPassed,    // delivered everything, matched, and kept what its schedule promises
  kMismatch,  // model and hardware did different things
  kStuck,     // the watchdog gave it up
  kFaulty,    // it came to its end, and something else was not as it must be
};

// Everything `simulate` reports. Of a machine with several programs what one program has is empty;
// `cycles` are those until the last is through, and `diagnostics` has those of all.
struct SimulationReport : ProgramReport {
  std::string rtl;      // nodes, flat, lanes; empty if no RTL ran
  std::string network;  // e.g. "torus:8x8, one port, 32-bit flits, buffers of 4, through-first"
  std::string hardware_hash;
  std::string run_hash;
  std::vector<BoxReport> programs;  // in the order of their tables; none where one runs
  std::optional<bool> match;
  std::uint64_t events_compared = 0;
  std::optional<DifferenceReport> difference;
  int interface_latency = 0;
  int hop_cycles = 1;  // of a flit, from link to link
  Cycle stalled_flit_cycles = 0;
  std::uint64_t lost = 0, duplicated = 0, corrupted = 0, misrouted = 0, out_of_order = 0;
  std::uint64_t refused = 0;           // error pulses seen
  std::uint64_t refused_expected = 0;  // packets sent that must be refused
  std::optional<ExportReport> exported;
  std::optional<CoverageReport> coverage;
  std::optional<Graph> host;
  std::optional<LinksReport> links;  // flits of all delivered messages; none for hosts too large
  std::optional<LinkWindowsReport> windows;    // of hardware, where its events were compared
  std::optional<LinkCountersReport> counters;  // if nodes have some
  LatencyReport latency;
  // accepted flits per node and cycle over the injection window; 0 without one
  double throughput = 0;
  std::optional<double> rtl_speed, model_speed;  // node-cycles per second of processor time
  double build_seconds = 0;

  RunOutcome outcome() const;
};

// The members that `simulate --format json` prints, and the lines of `--format text`.
Json ToJson(const SimulationReport& report);
std::string ToText(const SimulationReport& report);

}  // namespace toroid
