// Result of a simulation, as JSON for scripts and as text for people. Fields: docs/cli.md,
// "simulate".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/degraded/degraded_host.h"
#include "gen/support/id.h"
#include "gen/support/json.h"
#include "gen/trees/network_tree.h"
#include "sim/report/axi_report.h"
#include "sim/report/coverage_report.h"
#include "sim/report/links.h"
#include "sim/report/movements.h"
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

// An exported file of the messages, and the checks made when it was read back.
struct ExportReport {
  std::string file;
  std::uint64_t messages = 0;          // each sent once and received once
  std::uint64_t elements_checked = 0;  // results of a replayed collective operation; 0: none
};

// Events around the first difference between model and hardware, one a line.
struct DifferenceReport {
  Cycle cycle = 0;
  std::vector<std::string> expected, seen;
};

// How a run ended.
enum class RunOutcome {
  kPassed,    // delivered everything, matched, and kept the schedule's promises
  kMismatch,  // model and hardware differ
  kStuck,     // the watchdog ended it
  kFaulty,    // ended with another fault
};

// All fields that `simulate` reports. With several programs, fields of one program are empty;
// `cycles` count until the last program ends, and `diagnostics` has those of all.
struct SimulationReport : ProgramReport {
  std::string rtl;      // nodes, flat, lanes; empty if no RTL ran
  std::string network;  // e.g. "torus:8x8, one port, 32-bit flits, buffers of 4, through-first"
  std::string hardware_hash;
  std::string run_hash;
  std::vector<BoxReport> programs;  // in the order of their tables; empty with one program
  std::optional<bool> match;
  std::uint64_t events_compared = 0;
  std::optional<DifferenceReport> difference;
  int interface_latency = 0;
  int hop_cycles = 1;  // per flit, from link to link
  Cycle stalled_flit_cycles = 0;
  std::uint64_t lost = 0, duplicated = 0, corrupted = 0, misrouted = 0, out_of_order = 0;
  std::uint64_t refused = 0;           // error pulses seen
  std::uint64_t refused_expected = 0;  // packets sent that must be refused
  std::optional<ExportReport> exported;
  std::optional<CoverageReport> coverage;
  std::optional<Graph> host;
  degraded::Dead dead;
  std::optional<trees::NetworkTree> tree;  // of routers that copy or add
  std::optional<LinksReport> links;  // flits of all delivered messages; none for hosts too large
  std::optional<LinkWindowsReport> windows;    // none if nobody asked, or for too many links
  std::optional<MovementsReport> movements;    // as `windows`; none with ranks or endpoints
  std::optional<LinkCountersReport> counters;  // if nodes have counters
  std::optional<AxiReport> axi;                // of AXI4 endpoints
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
