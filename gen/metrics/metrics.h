// The costs of an embedding, measured on the graphs, and the closed forms of the xor paper (section
// IV).
//
// The folder measures every embedding by the definitions, edge by edge, and has the published
// formulas beside that. Tests compare the two on every small torus. Definitions and sources:
// docs/spec/metrics.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/embedding/embedding.h"
#include "gen/metrics/loads.h"
#include "gen/support/progress.h"
#include "gen/topology/graph.h"

namespace toroid {

// Everything that `map` reports. Distances are in links, loads in guest edges (node load)
// or messages (link load).
struct Metrics {
  std::uint64_t edges = 0;  // undirected guest edges
  int dilation_max = 0;
  double dilation_average = 0;
  std::uint64_t dilation_total = 0;
  std::map<int, std::uint64_t> spectrum;  // dilation -> edges of that dilation
  // per cube dimension, if each is constant over all nodes
  std::optional<std::vector<int>> distances;
  // xor paper IV.E: undirected links, one shortest path from the lower end
  std::uint64_t node_load_max = 0;
  std::uint64_t node_load_min = 0;
  double node_load_average = 0;
  // both directed messages of every guest edge on the real routes
  std::uint64_t link_load_max = 0;
  // T_cf / T_c of IV.A; for hypercube guests with one process on each node
  std::optional<std::uint64_t> communication_time;
  // Tao 5.2: most guest nodes on a host node over fewest; none if a host node is empty
  std::optional<double> node_evenness;
};

// The metrics of any embedding, on its host's routes of dimension order or on others; ticks for
// each guest node and axis. A twisted torus needs others.
Metrics Measure(const Embedding& embedding, const Progress& progress = {},
                const OtherRoutes* others = nullptr);

// The xor paper's closed forms for standard and xor on a (2^d1, ..., 2^dc) torus. Axes with d_j = 1
// under xor keep their bit and contribute distance 1 (the formulas need d_j >= 2 there).
struct ClosedForms {
  std::uint64_t communication_time = 0;  // sum of the distances
  std::map<int, std::uint64_t> spectrum;
  int dilation_max = 0;
  std::uint64_t dilation_total = 0;
  std::uint64_t node_load_max = 0;
  std::uint64_t node_load_min = 0;
  double node_load_average = 0;
};
// bits[j] = d_(j+1) >= 1. Only kStandard and kXor.
ClosedForms PaperForms(EmbeddingKind kind, const std::vector<int>& bits);

// Theorem 10: no constant-distance embedding of a d-cube onto a ring has a smaller average
// distance; d >= 2.
double RingAverageDistanceBound(int d);

// A lower bound on the dilation or average distance of any embedding, from the shapes alone.
struct Bound {
  enum class Of { kDilation, kAverageDistance };
  Of of = Of::kDilation;
  double least = 0;    // no embedding has less; of the average: none with constant distances
  std::string source;  // "Harper", "Tao Corollary 3.3.1"
};

// The best known bound of each kind for one-to-one embeddings; rules ME4.1 to ME4.6 of
// docs/spec/metrics.md. The guest must not be larger than the host.
std::vector<Bound> BoundsOf(const Graph& guest, const Graph& host);

// ---- the edges of a guest ----
// Each once, from the end that it leaves by "+". A wrap link belongs to the axis' last node.

// One undirected guest edge, by guest nodes; low < high.
struct GuestEdge {
  NodeId low;
  NodeId high;
};

// Calls visit(GuestEdge) for each edge on `axis` of the guest. Ticks once for each guest node.
template <class Visit>
void ForEachEdge(const Graph& guest, Axis axis, Stage& stage, Visit visit) {
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    stage.Tick();
    const auto next = guest.Neighbour(NodeId{n}, axis, Direction::kPlus);
    if (next) visit(GuestEdge{std::min(NodeId{n}, *next), std::max(NodeId{n}, *next)});
  }
}

// ForEachEdge without progress.
template <class Visit>
void ForEachEdge(const Graph& guest, Axis axis, Visit visit) {
  Stage unwatched({}, "");
  ForEachEdge(guest, axis, unwatched, visit);
}

}  // namespace toroid
