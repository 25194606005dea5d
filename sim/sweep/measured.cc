#include "sim/sweep/measured.h"

namespace toroid {

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

}  // namespace toroid
