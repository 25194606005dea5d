// Measures an embedding by its definition, edge by edge, independently of its construction.
//
// Example: a 2-cube on ring:4 by xor, 0 1 3 2 in ring order. Dimensions 0 and 1 have dilation 1
// each, so the spectrum is 4 edges of 1, and the communication time 2.
//
// Sources: xor paper IV.A (execution time), IV.B to IV.D (spectrum, longest and total dilation),
// IV.E and IV.F (node loads, in loads.cc).
#include "gen/metrics/metrics.h"

#include <algorithm>
#include <limits>

#include "gen/metrics/loads.h"

namespace toroid {
namespace {

// Counts the edges of each dilation; calls visit(edge, dilation) for the edges of one guest axis.
class Dilations {
 public:
  Dilations(const Embedding& embedding, const Progress& progress)
      : embedding_(embedding),
        stage_(progress, "measuring dilations",
               static_cast<std::uint64_t>(embedding.guest().axes()) * embedding.guest().size()),
        edges_of_(static_cast<std::size_t>(embedding.host().Diameter()) + 1, 0) {}

  template <class Visit>
  void CountAxis(Axis axis, Visit visit) {
    ForEachEdge(embedding_.guest(), axis, stage_, [&](GuestEdge edge) {
      const int dilation =
          embedding_.host().Distance(embedding_.HostOf(edge.low), embedding_.HostOf(edge.high));
      ++edges_of_[static_cast<std::size_t>(dilation)];
      visit(edge, dilation);
    });
  }

  // Reports from the counts by dilation: the longest is the last that occurs.
  void Report(Metrics& metrics) const {
    for (std::size_t dilation = 0; dilation < edges_of_.size(); ++dilation) {
      const std::uint64_t edges = edges_of_[dilation];
      if (edges == 0) continue;
      metrics.spectrum[static_cast<int>(dilation)] = edges;
      metrics.edges += edges;
      metrics.dilation_total += dilation * edges;
      metrics.dilation_max = static_cast<int>(dilation);
    }
    metrics.dilation_average =
        static_cast<double>(metrics.dilation_total) / static_cast<double>(metrics.edges);
  }

 private:
  const Embedding& embedding_;
  Stage stage_;
  std::vector<std::uint64_t> edges_of_;  // by dilation
};

// Runs a CC-cube, a stage for each cube dimension from 0 on. In stage i a process and its partner
// start when the later one is ready: T_i(n) = D_i(n) + max(T_(i-1)(n), T_(i-1)(N_i(n))). Source:
// xor paper IV.A (a), (b). The pairs of a stage are disjoint, so one array is enough.
void MeasureCube(const Graph& guest, Dilations& dilations, Metrics& metrics) {
  std::vector<std::uint64_t> ready(guest.size(), 0);
  std::vector<int> distances;
  bool constant = true;
  for (int i = 0; i < guest.axes(); ++i) {
    int shortest = std::numeric_limits<int>::max();
    int longest = 0;
    dilations.CountAxis(Axis{guest.axes() - 1 - i}, [&](GuestEdge edge, int dilation) {
      shortest = std::min(shortest, dilation);
      longest = std::max(longest, dilation);
      std::uint64_t& low = ready[edge.low.index()];
      std::uint64_t& high = ready[edge.high.index()];
      low = high = static_cast<std::uint64_t>(dilation) + std::max(low, high);
    });
    distances.push_back(longest);
    constant = constant && shortest == longest;
  }
  metrics.communication_time = std::ranges::max(ready);
  if (constant) metrics.distances = distances;
}

// Hypercube guests are walked dimension by dimension, as the CC-cube does, which also gives its
// communication time; other guests in the order of their axes.
void MeasureDilations(const Embedding& embedding, Metrics& metrics, const Progress& progress) {
  const Graph& guest = embedding.guest();
  Dilations dilations(embedding, progress);
  if (guest.kind() == Kind::kHypercube) {
    MeasureCube(guest, dilations, metrics);
    // processes of one node would have to take turns
    if (!embedding.IsInjective()) metrics.communication_time.reset();
  } else {
    for (int a = 0; a < guest.axes(); ++a) dilations.CountAxis(Axis{a}, [](GuestEdge, int) {});
  }
  dilations.Report(metrics);
}

// Reports ME1.4 and ME1.5.
void ReportLoads(const Loads& loads, Metrics& metrics) {
  const auto [min, max] = std::ranges::minmax(loads.node);
  metrics.node_load_min = min;
  metrics.node_load_max = max;
  std::uint64_t sum = 0;
  for (const std::uint32_t load : loads.node) sum += load;
  metrics.node_load_average = static_cast<double>(sum) / static_cast<double>(loads.node.size());
  metrics.link_load_max = loads.link_max;
}

// The node evenness. Source: Tao, 5.2.
std::optional<double> NodeEvenness(const Embedding& embedding) {
  std::vector<std::uint32_t> held(embedding.host().size(), 0);
  for (const NodeId host : embedding.forward()) ++held[host.index()];
  const auto [least, most] = std::ranges::minmax(held);
  if (least == 0) return std::nullopt;
  return static_cast<double>(most) / static_cast<double>(least);
}

}  // namespace

Metrics Measure(const Embedding& embedding, const Progress& progress, const OtherRoutes* others) {
  Metrics metrics;
  metrics.node_evenness = NodeEvenness(embedding);
  MeasureDilations(embedding, metrics, progress);
  ReportLoads(
      others ? MeasureLoads(embedding.guest(), embedding.host(), embedding.forward(), *others)
             : MeasureLoads(embedding.guest(), embedding.host(), embedding.forward(), progress),
      metrics);
  return metrics;
}

}  // namespace toroid
