// What commands are asked for, beside the network: plain values, made by gen/command_line.
//
// The folder's idea: a request knows what it means, and nothing of how it was written. Each kind of
// traffic is a type (traffic.h) with its fields, its checks and its words. Who reads command lines,
// prints help, draws packets or replays a run goes through these; none of them has a list of kinds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/embedding/partition.h"
#include "gen/plan/plan.h"
#include "gen/request/traffic.h"
#include "gen/schedule/schedule.h"
#include "gen/support/id.h"
#include "gen/support/words.h"

namespace toroid {

// What runs: hardware and model, compared event by event, or one of them alone.
enum class Engine { kBoth, kRtl, kModel };
template <>
inline constexpr std::string_view kWords<Engine> = "both|rtl|model";
// What simulates the hardware; kAuto leaves it to sim/run (docs/decisions/3-node-engine.md and 9).
enum class RtlEngine { kAuto, kNodes, kFlat, kLanes };
template <>
inline constexpr std::string_view kWords<RtlEngine> = "auto|nodes|flat|lanes";

// Of hosts with more nodes no coverage is kept: what their routers do, those of smaller ones do
// too.
inline constexpr std::uint32_t kMostCoveredNodes = 1024;

// How traffic is run.
struct RunOptions {
  double sink_ready = 1.0;  // probability that a sink accepts in a cycle, above 0 and at most 1
  std::uint64_t seed = 1;
  Engine engine = Engine::kBoth;
  RtlEngine rtl = RtlEngine::kAuto;
  std::string wave;  // file to write waves to (.fst); empty: none
  // where the partition's box is first, before a host moves it to its base; empty: nowhere else
  Coordinates moved_from;
  std::string export_file;  // file to write what is sent to (.goal, .et, .xml, .svg); or empty
  std::string coverage;     // file to write to which states were seen (.json); or empty
  Cycle watchdog = 10000;   // cycles without any event after which the run is given up
  bool idle_skip = true;    // false: evaluate every node in every cycle
  int threads = 1;          // that share the work of a cycle, in the model and in lanes
  bool over_time = false;   // also report where flits are when; costs half of the model's speed
  bool baseline = true;     // scheduled traffic: also run schedule `none` on the model
};

// `simulate`.
struct SimulationRequest {
  TrafficRequest traffic = PatternRequest();
  RunOptions run;
};

// `cost`: a pipelined hypercube program and the machine it runs on.
struct CostRequest {
  ScheduleKind schedule = ScheduleKind::kNone;
  int elements = 256;             // N, of a message before pipelining
  std::optional<int> pipelining;  // Q; nothing: every divisor of the elements
  Cycle barrier_cycles = 0;       // b, after each iteration
  double startup = 0;             // alpha, cycles
  double per_flit = 1;            // beta, cycles
  // A collective operation instead, with `elements` flits, or a table of lengths if these are none.
  std::optional<Collective> collective = std::nullopt;
  bool table = false;
  int root = 0;
  bool by_block = false;  // a complete exchange instead, for blocks of all sizes
};

// A program that shares a machine with others (docs/spec/partition.md, section 4).
struct ProgramInBox {
  Partition box;  // its own nodes; it keeps its routes
  // The machine as the program knows it: its guest is in the box, and all other nodes are empty.
  // The hardware is that of the machine, which knows nothing of boxes.
  Plan plan;
  SimulationRequest request;  // `run` is the same for all programs
};

}  // namespace toroid
