#include "sim/sweep/measured.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace toroid {
namespace {

// Degrees of freedom 1 to 30; a standard table.
constexpr double kQuantiles[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                 2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                 2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                 2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};

}  // namespace

// Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5: the quantile of the
// normal distribution plus terms in 1 / degrees. Three terms are right to four decimals from 30
// degrees on.
double StudentT(int degrees) {
  assert(degrees >= 1);
  if (static_cast<std::size_t>(degrees) <= std::size(kQuantiles)) return kQuantiles[degrees - 1];
  const double n = degrees;
  const double z = 1.959963985;
  const double z2 = z * z;
  const double first = z * (z2 + 1) / 4;
  const double second = z * (5 * z2 * z2 + 16 * z2 + 3) / 96;
  const double third = z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / 384;
  return z + first / n + second / (n * n) + third / (n * n * n);
}

Estimate EstimateOf(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return {};
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return {.mean = mean, .half_width = std::nullopt};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double standard_error = std::sqrt(squares / (n - 1) / n);
  return {.mean = mean,
          .half_width = StudentT(static_cast<int>(values.size()) - 1) * standard_error};
}

double MarginOf(const Batch& batch, const SaturationRule& rule) {
  return static_cast<double>(batch.accepted) -
         (1 - rule.shortfall) * static_cast<double>(batch.flits);
}

Batch Sum(const std::vector<Batch>& batches) {
  Batch sum;
  for (const Batch& batch : batches) {
    sum.packets += batch.packets;
    sum.flits += batch.flits;
    sum.delivered += batch.delivered;
    sum.latency += batch.latency;
    sum.accepted += batch.accepted;
  }
  return sum;
}

Estimate LatencyOf(const std::vector<Batch>& batches) {
  std::vector<double> means;
  for (const Batch& batch : batches) {
    if (batch.delivered > 0)
      means.push_back(static_cast<double>(batch.latency) / static_cast<double>(batch.delivered));
  }
  Estimate estimate = EstimateOf(means);
  const Batch sum = Sum(batches);
  if (sum.delivered > 0)
    estimate.mean = static_cast<double>(sum.latency) / static_cast<double>(sum.delivered);
  return estimate;
}

// A batch is closed when its cycles are over and all packets created in it have arrived. So
// precision is judged by whole batches only, and slow packets are never left out. The load stays on
// while batches are open, so that no measured packet sees an emptying network.
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
