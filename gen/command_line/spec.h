// One valid request: the command line of `toroid COMMAND`, and an optional TOML file, turned into
// typed values.
//
// The folder's idea: this is the only door. A line becomes words and places (raw_options), words
// become values of the right type (values), and values become a request that fits its graphs
// (spec), each step collecting every fault that it finds. Only Plan::Create checks again, by the
// same rules, as programs call it too.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/choice/choose.h"
#include "gen/degraded/degraded_host.h"
#include "gen/embedding/embedding.h"
#include "gen/options/command.h"
#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/request/sweep.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

// Two results of the same command.
struct CompareRequest {
  std::string before, after;  // paths
  double tolerance = 0;       // share by which a number may get worse
};

// Networks for a program.
struct ChooseRequest {
  std::uint32_t nodes = 0;
  RankBy by = RankBy::kCycles;
};

// A validated request. Everything that could be checked without running the command has been.
struct Spec {
  Command command = Command::kMap;
  Format format = Format::kText;
  std::optional<Graph> guest;
  std::optional<Graph> host;           // of a network: always there once parsed, but for `sweep`
  std::optional<Embedding> embedding;  // map, schedule, cost: always; others: if a guest is given
  HardwareOptions hardware;            // `schedule`, `check` and `cost` use ports only
  std::optional<Plan> plan;            // generate and simulate: always
  SimulationRequest simulation;        // simulate
  // simulate: those of a file's [[program]] tables, and then `plan` is that of the machine without
  // them, and `simulation` says only how it is run; else none
  std::vector<ProgramInBox> programs;
  TaskRequest task;        // schedule, check and generate with a schedule
  CostRequest cost;        // cost
  SweepRequest sweep;      // sweep
  CompareRequest compare;  // compare
  ChooseRequest choose;    // choose, with guest, cost and hardware.ports
  // schedule, cost: always; check: if --task and --schedule are given; generate: if --schedule is
  bool has_schedule = false;
  bool dateline = true;  // check: false under --without dateline
  bool netlist = true;   // check: false under --without netlist
  std::string flows;     // check: path of a table of flows; empty: none
  // The host without what is dead, if anything is; check: always, if routes are wanted; on a
  // twisted torus always, but for map
  std::optional<degraded::DegradedHost> degraded;
  std::string out;                   // generate: the folder to write; init, report, check: the file
  std::string report;                // the page to write; empty: none
  std::vector<std::string> results;  // report: paths
  bool axi4 = false;                 // init: a file of AXI4 endpoints
};

// Called once it is known whether progress is to be shown (--quiet): who watches what follows.
using MakeProgress = std::function<Progress(bool quiet)>;

// `arguments` are the words after the command, without --help. Reports every fault it finds, each
// with the option as its field. `ranks`: processes of mpirun share the run.
Result<Spec> ParseSpec(Command command, std::span<const std::string> arguments,
                       const MakeProgress& make_progress = nullptr, bool ranks = false);

}  // namespace toroid
