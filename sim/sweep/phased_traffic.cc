// A batch is closed when its cycles are over and all packets created in it have arrived. So
// precision is judged by whole batches only, and slow packets are never left out. The load stays on
// while batches are open, so that no measured packet sees an emptying network.
#include "sim/sweep/phased_traffic.h"

#include <algorithm>

namespace toroid {

PhasedTraffic::PhasedTraffic(std::unique_ptr<Traffic> traffic, const MeasurementPhases& phases,
                             const SaturationRule& saturation)
    : traffic_(std::move(traffic)),
      phases_(phases),
      saturation_(saturation),
      batches_(static_cast<std::size_t>(phases.batches)),
      latencies_(batches_.size()) {}

std::int64_t PhasedTraffic::BatchOf(Cycle cycle) const {
  const Cycle since = cycle - phases_.warmup;
  return since >= 0 && since < phases_.cycles ? since / phases_.batch() : -1;
}

void PhasedTraffic::Offer(Cycle now, std::vector<Packet>& packets) {
  LookAtEnd(now);
  const std::size_t before = packets.size();
  traffic_->Offer(now, packets);
  const std::int64_t batch = BatchOf(now);
  for (std::size_t i = before; batch >= 0 && i < packets.size(); ++i) {
    ++batches_[static_cast<std::size_t>(batch)].packets;
    batches_[static_cast<std::size_t>(batch)].flits += packets[i].flits;
  }
}

void PhasedTraffic::Delivered(const Packet& packet, Cycle now, bool stalled) {
  traffic_->Delivered(packet, now, stalled);
  if (over_) return;
  if (const std::int64_t taken = BatchOf(now); taken >= 0)
    batches_[static_cast<std::size_t>(taken)].accepted += packet.flits;
  const std::int64_t created = BatchOf(packet.created);
  if (created < 0) return;
  const auto batch = static_cast<std::size_t>(created);
  ++batches_[batch].delivered;
  batches_[batch].latency += static_cast<std::uint64_t>(now - packet.created);
  latencies_[batch].Add(now - packet.created);
}

// Call before the cycle's packets are created and after its deliveries.
void PhasedTraffic::LookAtEnd(Cycle now) {
  const Cycle since = now - phases_.warmup;
  const bool drains = since >= phases_.cycles;
  if (over_ || since <= 0 || (!drains && since % phases_.batch() != 0)) return;
  const auto begun = static_cast<std::size_t>(
      std::min<Cycle>(since / phases_.batch(), static_cast<Cycle>(batches_.size())));
  while (closed_ < begun && batches_[closed_].all_delivered()) ++closed_;
  if (closed_ == batches_.size() || (!drains && IsPrecise())) {
    End(now, closed_);
  } else if (!drains && FallsShort(begun)) {
    End(now, begun);
  } else if (since >= phases_.cycles + phases_.drain) {
    End(now, batches_.size());
  }
}

bool PhasedTraffic::IsPrecise() const {
  if (phases_.precision <= 0 || closed_ < kLeastBatches) return false;
  const Estimate latency =
      LatencyOf({batches_.begin(), batches_.begin() + static_cast<std::ptrdiff_t>(closed_)});
  return latency.half_width && *latency.half_width <= phases_.precision * latency.mean;
}

bool PhasedTraffic::FallsShort(std::size_t batches) const {
  if (phases_.precision <= 0 || batches < kLeastBatches) return false;
  std::vector<double> margins;
  for (std::size_t i = 0; i < batches; ++i) margins.push_back(MarginOf(batches_[i], saturation_));
  const Estimate margin = EstimateOf(margins);
  return margin.mean + margin.half_width.value_or(0) < 0;
}

void PhasedTraffic::End(Cycle now, std::size_t batches) {
  over_ = true;
  cycles_ = now;
  batches_.resize(batches);
  latencies_.resize(batches);
}

Measured PhasedTraffic::measured() const {
  LatencyHistogram all;
  for (const LatencyHistogram& latencies : latencies_) all.Add(latencies);
  return {.cycles = cycles_,
          .batches = batches_,
          .median = all.Quantile(0.5),
          .percentile_99 = all.Quantile(0.99),
          .longest = all.max()};
}

}  // namespace toroid
