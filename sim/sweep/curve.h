// What the runs of a sweep come to: a row for each network and load, and where a network saturates.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/sweep/grid.h"
#include "sim/sweep/measured.h"

namespace toroid {

using Runs = std::map<Point, Measured>;

// A load under which fewer packets were measured is not judged (docs/spec/sweep.md, Z4.1).
inline constexpr std::uint64_t kLeastPackets = 100;

// Why a load is more than a network can take; the first that holds.
enum class Saturated { kNo, kTooFewPackets, kUndelivered, kShortfall, kLatency };
inline bool IsSaturated(Saturated saturated) {
  return saturated != Saturated::kNo && saturated != Saturated::kTooFewPackets;
}
std::string_view ToString(Saturated saturated);

// One network under one load: all its seeds. Loads are in flits per node and cycle.
struct Row {
  std::size_t network = 0;
  double load = 0;  // as asked for
  std::size_t seeds = 0;
  std::uint64_t packets = 0;  // that were measured
  std::uint64_t undelivered = 0;
  Estimate offered;
  Estimate accepted;
  Estimate margin;   // what is accepted beyond the least that a stable load has accepted
  Estimate latency;  // cycles from creation to delivery; of no packet 0
  // of one seed; of several the longest
  Cycle median = 0;
  Cycle percentile_99 = 0;
  Cycle longest = 0;
  Saturated saturated = Saturated::kNo;
};

// Of every network and load of which there are runs, ascending.
std::vector<Row> RowsOf(const Grid& grid, const Runs& runs);

// Of one network: the lowest load that is saturated, the highest below it that is not, and the most
// that was accepted under any.
struct Saturation {
  std::size_t network = 0;
  std::optional<double> stable;
  std::optional<double> saturated;
  double most_accepted = 0;
  std::size_t unjudged = 0;  // loads
};
std::vector<Saturation> SaturationsOf(const Grid& grid, const std::vector<Row>& rows);

// The runs of these networks that are not there yet, though the next steps of the sweep need them:
// those of the grid, and then of the search for saturation. Empty once the sweep is complete.
std::vector<Point> MissingOf(const Grid& grid, const Runs& runs);

}  // namespace toroid
