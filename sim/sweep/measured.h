// What one run counted.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/support/id.h"
#include "sim/sweep/statistics.h"

namespace toroid {

// One of the equal parts of the measurement. All counts but `accepted` are of the packets that were
// created in it.
struct Batch {
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;      // of these packets
  std::uint64_t delivered = 0;  // of these packets, until the end of the run
  std::uint64_t latency = 0;    // of those delivered, cycles in all
  std::uint64_t accepted = 0;   // flits of packets, whenever created, that were delivered in it
  bool all_delivered() const { return delivered == packets; }
  bool operator==(const Batch&) const = default;
};

struct Measured {
  Cycle cycles = 0;  // of the whole run
  std::vector<Batch> batches;
  // of the latency of all packets delivered
  Cycle median = 0;
  Cycle percentile_99 = 0;
  Cycle longest = 0;
  bool operator==(const Measured&) const = default;
};

Batch Sum(const std::vector<Batch>& batches);

// The mean latency of a run's packets, with the interval that the batches' means give. Batches
// without a delivered packet say nothing.
Estimate LatencyOf(const std::vector<Batch>& batches);

}  // namespace toroid
