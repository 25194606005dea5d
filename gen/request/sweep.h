// `sweep`: what is measured of a pattern over many loads, seeds and networks. Definitions:
// docs/spec/sweep.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/pattern.h"
#include "gen/request/request.h"

namespace toroid {

// Bounds of what options and files of results say, so that what is computed from them is finite and
// fits into memory.
inline constexpr std::size_t kMostSweepNetworks = 1000;
inline constexpr std::size_t kMostSweepRuns = std::size_t{1} << 20;  // networks * loads * seeds
inline constexpr int kMostBatches = 1000;
inline constexpr double kLeastShare = 1e-9;  // of loads, probabilities and shares above 0
inline constexpr double kMostLatencyLimit = 1e9;

// The phases of a run.
struct MeasurementPhases {
  Cycle warmup = 2000;
  Cycle cycles = 20000;     // of measurement, at most; a multiple of the batches
  int batches = 20;         // in them
  double precision = 0.01;  // of the mean latency, at which the measurement ends; 0: it does not
  Cycle drain = 2000;       // at most
  Cycle batch() const { return cycles / batches; }
  bool operator==(const MeasurementPhases&) const = default;
};

// From when on a load is too much for a network.
struct SaturationRule {
  double shortfall = 0.05;   // share of the offered load that is not accepted
  double latency_limit = 3;  // mean latency over that without load
  bool operator==(const SaturationRule&) const = default;
};

// Part `number` of `of`, from 1 on.
struct Shard {
  int number = 1;
  int of = 1;
};

// A network and what it is offered, but for load and seed.
struct SweptNetwork {
  Plan plan;
  PatternRequest pattern;
  // as they are written; empty: nothing is dead
  std::string dead_links = {};
  std::string dead_nodes = {};
};

struct SweepRequest {
  std::vector<SweptNetwork> networks;
  std::vector<double> loads;  // flits per node and cycle, ascending
  std::vector<std::uint64_t> seeds;
  MeasurementPhases phases;
  SaturationRule saturation;
  double resolution = 0;  // of the search for saturation; 0: none
  RunOptions run;
  int jobs = 1;
  Shard shard;
  std::string results;             // file; empty: none
  std::string plot;                // likewise
  std::vector<std::string> merge;  // files; if there are any, nothing is run
};

}  // namespace toroid
