// Networks that differ only in what was drawn dead (docs/spec/sweep.md, section 6).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/sweep/curve.h"
#include "sim/sweep/statistics.h"

namespace toroid {

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
