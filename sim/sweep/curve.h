// Results of a sweep: a row for each network and load, and the saturation of each network.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/sweep/grid.h"
#include "sim/sweep/measured.h"

namespace toroid {

using Runs = std::map<Point, Measured>;

// A load with fewer measured packets is not judged (docs/spec/sweep.md, Z4.1).
inline constexpr std::uint64_t kLeastPackets = 100;

// Why a load saturates a network; the first reason that holds.
enum class Saturated { kNo, kTooFewPackets, kUndelivered, kShortfall, kLatency };
inline bool IsSaturated(Saturated saturated) {
  return saturated != Saturated::kNo && saturated != Saturated::kTooFewPackets;
}
std::string_view ToString(Saturated saturated);

// One network under one load, over all its seeds. Loads are in flits per node and cycle.
struct Row {
  std::size_t network = 0;
  double load = 0;  // requested load
  std::size_t seeds = 0;
  std::uint64_t packets = 0;  // measured packets
  std::uint64_t undelivered = 0;
  Estimate offered;
  Estimate accepted;
  Estimate margin;   // accepted load beyond the minimum of a stable load
  Estimate latency;  // cycles from creation to delivery; 0 without packets
  // of one seed; with several, the longest
  Cycle median = 0;
  Cycle percentile_99 = 0;
  Cycle longest = 0;
  Saturated saturated = Saturated::kNo;
};

// A row for each network and load with runs, ascending.
std::vector<Row> RowsOf(const Grid& grid, const Runs& runs);

// Per network: the lowest saturated load, the highest stable load below it, and the most accepted
// under any load.
struct Saturation {
  std::size_t network = 0;
  std::optional<double> stable;
  std::optional<double> saturated;
  double most_accepted = 0;
  std::size_t unjudged = 0;  // loads
};
std::vector<Saturation> SaturationsOf(const Grid& grid, const std::vector<Row>& rows);

// Missing runs of these networks for the next steps of the sweep: those of the grid, then those of
// the search for saturation. Empty once the sweep is complete.
std::vector<Point> MissingOf(const Grid& grid, const Runs& runs);

// Networks that differ only in the draw of what is dead (docs/spec/sweep.md, section 6).
struct Draws {
  // those of each network, and what is dead without the number of the draw: "random:2"
  std::vector<std::pair<std::string, std::string>> options;
  std::size_t draws = 0;
  std::size_t unknown = 0;  // of which no load was stable; in no mean
  Estimate stable;          // the highest stable load
  Estimate most_accepted;
  // Both over those of the network of which nothing is dead, if that was swept too.
  std::optional<double> stable_share;
  std::optional<double> accepted_share;
};

// A row for each kind of draw, in the order of the networks; empty if nothing was drawn.
std::vector<Draws> DrawsOf(const Grid& grid, const std::vector<Saturation>& saturations);

}  // namespace toroid
