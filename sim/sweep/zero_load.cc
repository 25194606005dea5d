#include "sim/sweep/zero_load.h"

#include <cmath>
#include <vector>

namespace toroid {
namespace {

// From one coordinate of an axis to all of them.
double SumOfDistances(const Graph& host, Axis axis, int from) {
  const double length = host.length(axis);
  if (host.Wraps(axis)) return std::floor(length * length / 4);
  const double before = from;
  const double after = length - 1 - before;
  return (before * (before + 1) + after * (after + 1)) / 2;
}

// By node: the mean distance to all others. Computed axis by axis, as all nodes with the same
// coordinate on an axis are equally far away on it.
std::vector<double> MeanDistances(const Graph& host, Stage& stage) {
  std::vector<double> means(host.size(), 0.0);
  for (int a = 0; a < host.axes(); ++a) {
    const double alike = static_cast<double>(host.size()) / host.length(Axis{a});
    for (std::uint32_t n = 0; n < host.size(); ++n, stage.Tick(0))
      means[n] += alike * SumOfDistances(host, Axis{a}, host.Coordinate(NodeId{n}, Axis{a}));
  }
  for (double& mean : means) mean /= host.size() - 1;
  return means;
}

// The same of survivors along their routes; 0 for dead nodes.
std::vector<double> MeanRoutes(const Plan& plan, Stage& stage) {
  const std::vector<NodeId>& survivors = plan.routes()->host.survivors();
  std::vector<double> means(plan.host().size());
  for (const NodeId from : survivors) {
    double sum = 0;
    for (const NodeId to : survivors) sum += from == to ? 0 : plan.LinksBetween(from, to);
    means[from.index()] = sum / static_cast<double>(survivors.size() - 1);
    stage.Tick(0);
  }
  return means;
}

double Mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// Every sending node sends equally often.
double MeanDistance(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed,
                    Stage& stage) {
  const Graph& host = plan.host();
  std::vector<double> to_any = plan.routes() ? MeanRoutes(plan, stage) : MeanDistances(host, stage);
  if (!pattern.pattern->destinations) {
    std::erase(to_any, 0.0);
    return Mean(to_any);
  }
  const std::vector<NodeId> destinations = pattern.pattern->destinations(host, seed);
  const double followed = pattern.followed();
  std::vector<double> of_senders;
  for (std::uint32_t n = 0; n < host.size(); ++n, stage.Tick(0)) {
    if (!plan.IsAlive(NodeId{n})) continue;
    const bool own = destinations[n] == NodeId{n} || !plan.IsAlive(destinations[n]);
    if (own && followed >= 1) continue;
    const double there = own ? to_any[n] : plan.LinksBetween(NodeId{n}, destinations[n]);
    of_senders.push_back(followed * there + (1 - followed) * to_any[n]);
  }
  return Mean(of_senders);
}

}  // namespace

double ZeroLoadLatencyOf(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed,
                         const Progress& progress) {
  Stage stage(progress, "computing the latency without load");
  const double hops = MeanDistance(plan, pattern, seed, stage);
  const int hop_cycles = plan.hop_cycles();
  return hops == 0 ? 0
                   : hop_cycles * hops +
                         static_cast<double>(plan.interface_latency() + pattern.packet_flits - 1);
}

}  // namespace toroid
