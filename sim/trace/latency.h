// Histogram of message latencies in little memory. Millions of messages have few different
// latencies, so exact quantiles take one counter for each and no sorting.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gen/support/id.h"

namespace toroid {

// Number of latencies in first .. first + width - 1, in the next `width`, and so on.
struct LatencyBins {
  Cycle first = 0;
  Cycle width = 1;
  std::vector<std::uint64_t> counts = {};
};

class LatencyHistogram {
 public:
  LatencyHistogram() = default;
  // From the counts(), sum() and max() of another histogram.
  LatencyHistogram(std::vector<std::uint64_t> counts, Cycle sum, Cycle max)
      : counts_(std::move(counts)), sum_(sum), max_(max) {
    for (const std::uint64_t count : counts_) total_ += count;
  }

  void Add(Cycle latency) {
    const auto bin = static_cast<std::size_t>(std::min(latency, kLongest));
    if (bin >= counts_.size()) counts_.resize(bin + 1);
    ++counts_[bin];
    ++total_;
    sum_ += latency;
    max_ = std::max(max_, latency);
  }
  void Add(const LatencyHistogram& more) {
    counts_.resize(std::max(counts_.size(), more.counts_.size()));
    for (std::size_t bin = 0; bin < more.counts_.size(); ++bin) counts_[bin] += more.counts_[bin];
    total_ += more.total_;
    sum_ += more.sum_;
    max_ = std::max(max_, more.max_);
  }
  // How often each latency occurred.
  std::span<const std::uint64_t> counts() const { return counts_; }
  std::uint64_t total() const { return total_; }
  Cycle sum() const { return sum_; }
  Cycle max() const { return max_; }
  double mean() const {
    return total_ ? static_cast<double>(sum_) / static_cast<double>(total_) : 0;
  }
  // The smallest latency that at least `share` of the messages do not exceed; 0 without messages.
  // Latencies of 2^22 cycles and more count as 2^22.
  Cycle Quantile(double share) const {
    std::uint64_t below = 0;
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
      below += counts_[bin];
      if (below > 0 && static_cast<double>(below) >= share * static_cast<double>(total_))
        return static_cast<Cycle>(bin);
    }
    return 0;
  }
  // At most `most` bins, as narrow as that permits, from the shortest latency to the longest; none
  // without messages.
  LatencyBins Bins(Cycle most) const {
    const auto shortest =
        std::ranges::find_if(counts_, [](std::uint64_t count) { return count > 0; });
    LatencyBins bins{.first = shortest - counts_.begin(), .width = 1};
    const Cycle range = counts_.end() - shortest;
    bins.width = std::max<Cycle>(1, (range + most - 1) / most);
    bins.counts.resize(static_cast<std::size_t>((range + bins.width - 1) / bins.width));
    for (Cycle i = 0; i < range; ++i)
      bins.counts[static_cast<std::size_t>(i / bins.width)] +=
          *(shortest + static_cast<std::ptrdiff_t>(i));
    return bins;
  }

 private:
  static constexpr Cycle kLongest = Cycle{1} << 22;
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
  Cycle sum_ = 0;
  Cycle max_ = 0;
};

}  // namespace toroid
