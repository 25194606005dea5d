// An invented sweep.
#pragma once

#include <cmath>

#include "sim/sweep/curve.h"

namespace toroid {

// Two networks of ten nodes each, with a latency of 5 without load.
inline Grid SmallGrid(double resolution = 0) {
  const GridNetwork one{{{"traffic", "uniform"}, {"host", "ring:10"}}, 10, 5, "0123"};
  const GridNetwork other{{{"traffic", "tornado"}, {"host", "ring:10"}}, 10, 5, "0123"};
  return {.engine = "model",
          .networks = {one, other},
          .loads = {0.1, 0.2, 0.3, 0.4},
          .seeds = {1},
          .phases = {.warmup = 0, .cycles = 2000, .batches = 2, .precision = 0, .drain = 100},
          .saturation = {.shortfall = 0.05, .latency_limit = 3},
          .resolution = resolution};
}

// `offered` and `accepted` are flits per node and cycle, one value for each batch. Every packet is
// delivered, all with the same latency.
inline Measured RunOf(double offered, double accepted, std::uint64_t latency) {
  const auto flits = static_cast<std::uint64_t>(std::lround(offered * 10 * 1000));
  const auto taken = static_cast<std::uint64_t>(std::lround(accepted * 10 * 1000));
  const Batch batch{.packets = flits,
                    .flits = flits,
                    .delivered = flits,
                    .latency = flits * latency,
                    .accepted = taken};
  return {.cycles = 2010, .batches = {batch, batch}, .median = 5, .percentile_99 = 7, .longest = 9};
}

}  // namespace toroid
