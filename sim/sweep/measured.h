// Counts of one run.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/request/sweep.h"
#include "gen/support/id.h"
#include "sim/sweep/statistics.h"

namespace toroid {

// One of the equal parts of the measurement. All counts but `accepted` are of the packets created
// in it.
struct Batch {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;      // of these packets
  std::uint64_t delivered = 0;  // of these packets, by the end of the run
  std::uint64_t latency = 0;    // sum over those delivered, in cycles
  std::uint64_t accepted = 0;   // flits of packets delivered in it, whenever created
  bool all_delivered() const { return delivered == packets; }
  bool operator==(const Batch&) const = default;
};

struct Measured {
  Cycle cycles = 0;  // whole run
  std::vector<Batch> batches;
  // latency of all packets delivered
  Cycle median = 0;
  Cycle percentile_99 = 0;
  Cycle longest = 0;
  bool operator==(const Measured&) const = default;
};

// Accepted flits beyond the least of a stable load.
double MarginOf(const Batch& batch, const SaturationRule& rule);

Batch Sum(const std::vector<Batch>& batches);

// The mean latency of a run's packets, with the interval from the batches' means. Batches without a
// delivered packet are skipped.
Estimate LatencyOf(const std::vector<Batch>& batches);

}  // namespace toroid
