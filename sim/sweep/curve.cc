// Searches for saturation, which lies between the lowest saturated load and the highest stable one
// below it. The load in the middle, on a raster of the resolution, is run with all seeds until the
// two are neighbours.
//
// Example: 0.5 is stable, 0.55 is not, the resolution is 0.01. 0.52 is next; if it is saturated,
// 0.51, and then nothing is left between.
#include "sim/sweep/curve.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "gen/degraded/degraded_host.h"

namespace toroid {
namespace {

// The estimate of one seed comes from its batches, that of several from their means.
Estimate Of(const std::vector<Estimate>& of_seeds) {
  if (of_seeds.size() == 1) return of_seeds.front();
  std::vector<double> means;
  for (const Estimate& estimate : of_seeds) means.push_back(estimate.mean);
  return EstimateOf(means);
}

// `share` of a batch, in flits, as a load.
template <class Share>
Estimate FlowOf(const Measured& run, const GridNetwork& network, Cycle batch, Share share) {
  std::vector<double> loads;
  for (const Batch& one : run.batches)
    loads.push_back(share(one) / network.nodes / static_cast<double>(batch));
  return EstimateOf(loads);
}

// The lower end of the interval; the mean where there is none.
double LowerEnd(const Estimate& estimate) {
  return estimate.mean - estimate.half_width.value_or(0);
}
double UpperEnd(const Estimate& estimate) {
  return estimate.mean + estimate.half_width.value_or(0);
}

Saturated JudgmentOf(const Row& row, const GridNetwork& network, const SaturationRule& rule) {
  if (row.packets < kLeastPackets) return Saturated::kTooFewPackets;
  if (UpperEnd(row.margin) < 0) return Saturated::kShortfall;
  if (row.undelivered > 0) return Saturated::kUndelivered;
  if (LowerEnd(row.latency) > rule.latency_limit * network.zero_load_latency)
    return Saturated::kLatency;
  return Saturated::kNo;
}

using RunIterator = Runs::const_iterator;

// Collects the runs from `first` on that differ only in their seeds, and advances `first` past
// them.
Row TakeRow(const Grid& grid, const Runs& runs, RunIterator& first) {
  Row row;
  row.network = first->first.network;
  row.load = first->first.load;
  const GridNetwork& network = grid.networks[row.network];
  std::vector<Estimate> offered, accepted, margin, latency;
  const auto flow_of = [&](const Measured& run, auto share) {
    return FlowOf(run, network, grid.phases.batch(), share);
  };
  const auto offered_in = [](const Batch& one) { return static_cast<double>(one.flits); };
  const auto accepted_in = [](const Batch& one) { return static_cast<double>(one.accepted); };
  const auto margin_in = [&](const Batch& one) { return MarginOf(one, grid.saturation); };
  for (;
       first != runs.end() && first->first.network == row.network && first->first.load == row.load;
       ++first) {
    const Measured& run = first->second;
    const Batch sum = Sum(run.batches);
    ++row.seeds;
    row.packets += sum.packets;
    row.undelivered += sum.packets - sum.delivered;
    offered.push_back(flow_of(run, offered_in));
    accepted.push_back(flow_of(run, accepted_in));
    margin.push_back(flow_of(run, margin_in));
    if (sum.delivered > 0) latency.push_back(LatencyOf(run.batches));
    row.median = std::max(row.median, run.median);
    row.percentile_99 = std::max(row.percentile_99, run.percentile_99);
    row.longest = std::max(row.longest, run.longest);
  }
  row.offered = Of(offered);
  row.accepted = Of(accepted);
  row.margin = Of(margin);
  row.latency = Of(latency);
  row.saturated = JudgmentOf(row, network, grid.saturation);
  return row;
}

// The next load of the search; none at its end.
std::optional<double> NextLoad(const Saturation& found, double resolution) {
  if (!found.saturated || resolution <= 0) return std::nullopt;
  const double low = found.stable.value_or(0);
  const double steps = std::round((*found.saturated - low) / resolution * 1e6) / 1e6;
  if (steps <= 1) return std::nullopt;
  const double load =
      std::round((low + std::max(1.0, std::floor(steps / 2)) * resolution) * 1e9) / 1e9;
  return load > low && load < *found.saturated ? std::optional(load) : std::nullopt;
}

}  // namespace

std::string_view ToString(Saturated saturated) {
  switch (saturated) {
    case Saturated::kNo: return "no";
    case Saturated::kTooFewPackets: return "too few packets";
    case Saturated::kUndelivered: return "undelivered";
    case Saturated::kShortfall: return "shortfall";
    case Saturated::kLatency: return "latency";
  }
  return "";
}

std::vector<Row> RowsOf(const Grid& grid, const Runs& runs) {
  std::vector<Row> rows;
  for (auto run = runs.begin(); run != runs.end();) rows.push_back(TakeRow(grid, runs, run));
  return rows;
}

std::vector<Saturation> SaturationsOf(const Grid& grid, const std::vector<Row>& rows) {
  std::vector<Saturation> all(grid.networks.size());
  for (std::size_t n = 0; n < all.size(); ++n) all[n].network = n;
  for (const Row& row : rows) {  // ascending loads
    Saturation& one = all[row.network];
    one.most_accepted = std::max(one.most_accepted, row.accepted.mean);
    if (row.saturated == Saturated::kTooFewPackets) ++one.unjudged;
    if (one.saturated || row.saturated == Saturated::kTooFewPackets) continue;
    (IsSaturated(row.saturated) ? one.saturated : one.stable) = row.load;
  }
  return all;
}

std::vector<Point> MissingOf(const Grid& grid, const Runs& runs) {
  std::vector<Point> missing;
  const auto want = [&](std::size_t network, double load) {
    for (const std::uint64_t seed : grid.seeds) {
      const Point point{network, load, seed};
      if (!runs.contains(point)) missing.push_back(point);
    }
  };
  std::set<std::size_t> begun;  // networks whose grid is incomplete
  for (std::size_t n = 0; n < grid.networks.size(); ++n) {
    const std::size_t before = missing.size();
    for (const double load : grid.loads) want(n, load);
    if (missing.size() > before) begun.insert(n);
  }
  if (grid.resolution <= 0) return missing;
  // Only complete rows are judged, so that an interrupted search continues where it was.
  Runs complete;
  for (const auto& run : runs) {
    const Point& point = run.first;
    const bool all = std::ranges::all_of(grid.seeds, [&](std::uint64_t seed) {
      return runs.contains({point.network, point.load, seed});
    });
    if (all) complete.insert(run);
  }
  for (const Saturation& found : SaturationsOf(grid, RowsOf(grid, complete))) {
    if (begun.contains(found.network)) continue;
    if (const auto load = NextLoad(found, grid.resolution)) want(found.network, *load);
  }
  return missing;
}

namespace {

using degraded::kRandom;
using Options = std::vector<std::pair<std::string, std::string>>;

bool IsDeadPart(const std::pair<std::string, std::string>& option) {
  return option.first == "dead-links" || option.first == "dead-nodes";
}

// "random:2:7" without the draw, "random:2".
std::string WithoutDraw(const std::string& value) {
  if (!value.starts_with(kRandom)) return value;
  return value.substr(0, value.find(':', kRandom.size()));
}

bool IsDrawn(const Options& options) {
  return std::ranges::any_of(options, [](const auto& option) {
    return IsDeadPart(option) && option.second.starts_with(kRandom);
  });
}

Options KindOf(Options options) {
  for (auto& option : options)
    if (IsDeadPart(option)) option.second = WithoutDraw(option.second);
  return options;
}

Options Healthy(Options options) {
  std::erase_if(options, IsDeadPart);
  return options;
}

// The networks of a kind.
class DrawsOfKind {
 public:
  explicit DrawsOfKind(Options options) { draws_.options = std::move(options); }

  const Options& options() const { return draws_.options; }
  void Add(const Saturation& found) {
    ++draws_.draws;
    accepted_.push_back(found.most_accepted);
    if (found.stable) {
      stable_.push_back(*found.stable);
    } else {
      ++draws_.unknown;
    }
  }

  Draws Mean(const Saturation* healthy) {
    draws_.stable = EstimateOf(stable_);
    draws_.most_accepted = EstimateOf(accepted_);
    if (healthy == nullptr) return draws_;
    if (healthy->stable && !stable_.empty())
      draws_.stable_share = draws_.stable.mean / *healthy->stable;
    if (healthy->most_accepted > 0)
      draws_.accepted_share = draws_.most_accepted.mean / healthy->most_accepted;
    return draws_;
  }

 private:
  Draws draws_;
  std::vector<double> stable_;
  std::vector<double> accepted_;
};

}  // namespace

std::vector<Draws> DrawsOf(const Grid& grid, const std::vector<Saturation>& saturations) {
  std::vector<DrawsOfKind> kinds;
  const auto options_of = [&](const Saturation& found) -> const Options& {
    return grid.networks[found.network].options;
  };
  for (const Saturation& found : saturations) {
    if (!IsDrawn(options_of(found))) continue;
    const Options options = KindOf(options_of(found));
    auto kind = std::ranges::find(kinds, options, &DrawsOfKind::options);
    if (kind == kinds.end()) kind = kinds.emplace(kinds.end(), options);
    kind->Add(found);
  }
  std::vector<Draws> rows;
  for (DrawsOfKind& kind : kinds) {
    const Options healthy = Healthy(kind.options());
    const auto whole = std::ranges::find(saturations, healthy, options_of);
    rows.push_back(kind.Mean(whole == saturations.end() ? nullptr : &*whole));
  }
  return rows;
}

}  // namespace toroid
