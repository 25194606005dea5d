// The definition of a sweep, as the file of its results has it: everything that a run's result
// depends on, and the criteria for judging it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "gen/request/pattern.h"
#include "gen/request/sweep.h"
#include "gen/support/json.h"
#include "gen/support/progress.h"
#include "gen/support/result.h"
#include "sim/report/page.h"

namespace toroid {

// A network and its traffic, in words.
struct GridNetwork {
  NetworkOptions options;  // in order
  std::uint32_t nodes = 0;
  double zero_load_latency = 0;
  std::string hardware_hash;
  bool operator==(const GridNetwork&) const = default;
};

struct Grid {
  std::string engine;
  std::vector<GridNetwork> networks;
  std::vector<double> loads;
  std::vector<std::uint64_t> seeds;
  MeasurementPhases phases;
  SaturationRule saturation;
  double resolution = 0;
  bool operator==(const Grid&) const = default;

  // "traffic uniform, host torus:8x8, ..."
  std::string NameOf(std::size_t network) const;
  // What each network has that the others do not: "1 dead link, draw 2".
  std::vector<std::string> Labels() const;
};

// One run of a sweep.
struct Point {
  std::size_t network = 0;
  double load = 0;
  std::uint64_t seed = 0;
  auto operator<=>(const Point&) const = default;
};

Grid GridOf(const SweepRequest& request, const Progress& progress);
std::string TextOf(const Grid& grid, const Point& point);

// A whole number from 0 to `most`; throws std::out_of_range for any other value. The default bound
// on counts in a sweep is small enough that sums do not overflow.
inline constexpr std::uint64_t kMostSweepCount = std::uint64_t{1} << 48;
inline constexpr std::uint64_t kAnySeed = ~std::uint64_t{0};
std::uint64_t CountFrom(const Json& json, std::uint64_t most = kMostSweepCount);
double LoadFrom(const Json& json);  // likewise, a load that can be swept

Json ToJson(const Grid& grid);
// Returns nothing if `json` is not a grid.
std::optional<Grid> GridFrom(const Json& json);

// The latency of a pattern's packets in an empty network, by formula: mean over all packets of the
// pattern: hops, K, and a cycle for each flit after the first (docs/spec/sweep.md, Z1.4). `seed`
// draws a random pattern, such as random-permutation. 0 if no node sends.
double ZeroLoadLatencyOf(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed,
                         const Progress& progress = {});

}  // namespace toroid
