// The phases of one run, its counts, and means with 95 % confidence intervals by Student's t.
//
// The folder measures a pattern over many loads. grid: the runs to do. measured: one run. curve:
// the result of a load's runs, whether it is saturated, and where to search for saturation next.
// sweep: runs the points. results: a line for each run, kept in files and merged. report, plot:
// output of the results. Definitions: docs/spec/sweep.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gen/request/sweep.h"
#include "gen/support/id.h"
#include "sim/trace/latency.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// The 97.5 % quantile of Student's t distribution: a 95 % interval extends by this many standard
// errors to either side. Requires degrees >= 1.
double StudentT(int degrees);

struct Estimate {
  double mean = 0;
  std::optional<double> half_width;  // 95 % interval; none with fewer than two values
};
// Requires independent values of one distribution; the mean of none is 0.
Estimate EstimateOf(std::span<const double> values);

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

// The measurement ends early once it is precise enough, or surely of a saturated load.
inline constexpr int kLeastBatches = 10;

// The phases of one run around any endless traffic: decides which packets count, and when the run
// is over.
class PhasedTraffic : public Traffic {
 public:
  // `traffic` must never be exhausted.
  PhasedTraffic(std::unique_ptr<Traffic> traffic, const MeasurementPhases& phases,
                const SaturationRule& saturation);

  void Offer(Cycle now, std::vector<Packet>& packets) override;
  void Injected(const Packet& packet, Cycle now) override { traffic_->Injected(packet, now); }
  void Delivered(const Packet& packet, Cycle now, bool stalled) override;
  // The load stays on until the last measured packet has arrived.
  bool Exhausted() const override { return false; }

  bool over() const { return over_; }
  // Requires a run that is over.
  Measured measured() const;

 private:
  // The batch of a cycle; -1 outside the measurement.
  std::int64_t BatchOf(Cycle cycle) const;
  void LookAtEnd(Cycle now);
  bool IsPrecise() const;
  // Whether the network surely accepts too little of what these first batches offer.
  bool FallsShort(std::size_t batches) const;
  void End(Cycle now, std::size_t batches);

  std::unique_ptr<Traffic> traffic_;
  MeasurementPhases phases_;
  SaturationRule saturation_;
  std::vector<Batch> batches_;
  std::vector<LatencyHistogram> latencies_;  // by batch
  std::size_t closed_ = 0;                   // leading batches that are closed
  Cycle cycles_ = 0;
  bool over_ = false;
};

}  // namespace toroid
