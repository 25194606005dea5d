// The phases of one run around any endless traffic: decides which packets count, and when the run
// is over.
#pragma once

#include <memory>
#include <vector>

#include "gen/request/sweep.h"
#include "sim/sweep/measured.h"
#include "sim/trace/latency.h"
#include "sim/traffic/traffic.h"

namespace toroid {

// The measurement ends early once it is precise enough, or surely of a saturated load.
inline constexpr int kLeastBatches = 10;

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
