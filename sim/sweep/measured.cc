#include "sim/sweep/measured.h"

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

}  // namespace toroid
