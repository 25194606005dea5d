#include "sim/sweep/zero_load.h"

#include <vector>

namespace toroid {
namespace {

// By node: the mean distance to all others. Computed axis by axis, as all nodes with the same
// coordinate on an axis are equally far away on it.
std::vector<double> MeanDistances(const Graph& host) {
  const double others = host.size() - 1;
  std::vector<std::vector<double>> of_axis;  // by axis and coordinate: sum over all nodes
  for (int a = 0; a < host.axes(); ++a) {
    const int length = host.length(Axis{a});
    const double alike = static_cast<double>(host.size()) / length;
    std::vector<double>& sums = of_axis.emplace_back(length, 0.0);
    for (int from = 0; from < length; ++from)
      for (int to = 0; to < length; ++to)
        sums[static_cast<std::size_t>(from)] += alike * host.AxisDistance(Axis{a}, from, to);
  }
  std::vector<double> means;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    double sum = 0;
    const Coordinates place = host.CoordinatesOf(NodeId{n});
    for (std::size_t a = 0; a < of_axis.size(); ++a)
      sum += of_axis[a][static_cast<std::size_t>(place[a])];
    means.push_back(sum / others);
  }
  return means;
}

// The same of survivors along their routes; 0 for dead nodes.
std::vector<double> MeanRoutes(const Plan& plan) {
  const std::vector<NodeId>& survivors = plan.routes()->host.survivors();
  std::vector<double> means(plan.host().size());
  for (const NodeId from : survivors) {
    double sum = 0;
    for (const NodeId to : survivors) sum += from == to ? 0 : plan.LinksBetween(from, to);
    means[from.index()] = sum / static_cast<double>(survivors.size() - 1);
  }
  return means;
}

double Mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// Every sending node sends equally often.
double MeanDistance(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed) {
  const Graph& host = plan.host();
  std::vector<double> to_any = plan.routes() ? MeanRoutes(plan) : MeanDistances(host);
  if (!pattern.pattern->destinations) {
    std::erase(to_any, 0.0);
    return Mean(to_any);
  }
  const std::vector<NodeId> destinations = pattern.pattern->destinations(host, seed);
  const double followed = pattern.followed();
  std::vector<double> of_senders;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    if (!plan.IsAlive(NodeId{n})) continue;
    const bool own = destinations[n] == NodeId{n} || !plan.IsAlive(destinations[n]);
    if (own && followed >= 1) continue;
    const double there = own ? to_any[n] : plan.LinksBetween(NodeId{n}, destinations[n]);
    of_senders.push_back(followed * there + (1 - followed) * to_any[n]);
  }
  return Mean(of_senders);
}

}  // namespace

double ZeroLoadLatencyOf(const Plan& plan, const PatternRequest& pattern, std::uint64_t seed) {
  const double hops = MeanDistance(plan, pattern, seed);
  const int hop_cycles = plan.hop_cycles();
  return hops == 0 ? 0
                   : hop_cycles * hops +
                         static_cast<double>(plan.interface_latency() + pattern.packet_flits - 1);
}

}  // namespace toroid
