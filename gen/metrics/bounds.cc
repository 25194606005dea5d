// Idea: five reasons why some guest edge must be long. A guest with more edges than the host cannot
// map them all to one link. Neither can a guest with an odd ring in a host without one, nor a guest
// in a hypercube that Gray codes of its axes do not fit. All guest nodes within k edges of a node
// must fit among the host nodes within k times the dilation. Harper gives the least dilation of a
// hypercube on a line exactly.
//
// Example: ring:9 in mesh:3x3 has 9 edges and the mesh 12, but it is odd and the mesh has two
// colours: 2. A 3-cube on a line of 8: a node and its three neighbours lie on five places of the
// line at least, two to a side, so 2; Harper has 4, 1 + 1 + 2.
//
// Where it does not apply: only Harper's value is exact. torus:3x3 on a line of 9 has the bound 2
// and costs 5 at least.
// Source: docs/spec/metrics.md, section 4.
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "gen/metrics/metrics.h"

namespace toroid {
namespace {

// The undirected links of a graph.
std::uint64_t EdgesOf(const Graph& graph) {
  std::uint64_t edges = 0;
  for (int a = 0; a < graph.axes(); ++a) {
    const auto length = static_cast<std::uint64_t>(graph.length(Axis{a}));
    edges += graph.size() / length * (graph.Wraps(Axis{a}) ? length : length - 1);
  }
  return edges;
}

// Whether some axis is a ring of odd length; else the graph has two colours. A round of a twisted
// axis ends where its shifts lead back to.
bool HasOddRing(const Graph& graph) {
  for (int a = 0; a < graph.axes(); ++a) {
    int round = graph.length(Axis{a});
    for (const Twist& twist : graph.twists())
      if (twist.axis == Axis{a}) round += twist.shift;
    if (graph.Wraps(Axis{a}) && round % 2 != 0) return true;
  }
  return false;
}

// The number of nodes at each distance from a node in the middle, which has the most nodes near it.
std::vector<std::uint64_t> NodesByDistance(const Graph& graph) {
  std::vector<std::uint64_t> at{1};
  if (graph.IsTwisted()) {  // alike from every node
    at.resize(static_cast<std::size_t>(graph.Diameter()) + 1);
    for (std::uint32_t n = 1; n < graph.size(); ++n)
      ++at[static_cast<std::size_t>(graph.Distance(NodeId{0}, NodeId{n}))];
    return at;
  }
  for (int a = 0; a < graph.axes(); ++a) {
    const int length = graph.length(Axis{a});
    std::vector<std::uint64_t> on_axis(static_cast<std::size_t>(length / 2) + 1, 0);
    for (int x = 0; x < length; ++x)
      ++on_axis[static_cast<std::size_t>(graph.AxisDistance(Axis{a}, length / 2, x))];
    std::vector<std::uint64_t> sum(at.size() + on_axis.size() - 1, 0);
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (std::size_t j = 0; j < on_axis.size(); ++j) sum[i + j] += at[i] * on_axis[j];
    }
    at = std::move(sum);
  }
  return at;
}

// The least dilation for which the nodes within any distance find room.
int ByRoom(const Graph& guest, const Graph& host) {
  const std::vector<std::uint64_t> near = NodesByDistance(guest);
  const std::vector<std::uint64_t> room = NodesByDistance(host);
  std::uint64_t wanted = 1;
  std::uint64_t there = 1;
  std::size_t radius = 0;
  std::size_t least = 1;
  for (std::size_t k = 1; k < near.size(); ++k) {
    wanted += near[k];
    while (there < wanted) there += room[++radius];
    least = std::max(least, (radius + k - 1) / k);
  }
  return static_cast<int>(least);
}

bool IsCube(const Graph& graph) {
  return std::ranges::all_of(graph.lengths(), [](int length) { return length == 2; });
}

// The dimensions of the smallest cube that holds a Gray code for each axis.
int GrayDimensions(const Graph& graph) {
  int dimensions = 0;
  for (const int length : graph.lengths())
    dimensions += std::bit_width(static_cast<unsigned>(length - 1));
  return dimensions;
}

// The sum over k < d of the middle binomial coefficient of k: 1, 1, 2, 3, 6, 10, ...
int Harper(int d) {
  std::int64_t sum = 0;
  std::int64_t middle = 1;
  for (int k = 0; k < d; ++k) {
    sum += middle;
    middle = k % 2 == 0 ? middle * (k + 1) / (k / 2 + 1) : middle * 2;
  }
  return static_cast<int>(sum);
}

}  // namespace

std::vector<Bound> BoundsOf(const Graph& guest, const Graph& host) {
  assert(guest.size() <= host.size());
  std::vector<Bound> all{{Bound::Of::kDilation, 1, "an edge is a link at least"}};
  if (EdgesOf(guest) > EdgesOf(host))
    all.push_back({Bound::Of::kDilation, 2, "more guest edges than links"});
  if (HasOddRing(guest) && !HasOddRing(host))
    all.push_back({Bound::Of::kDilation, 2, "Tao Corollary 3.3.1"});
  if (IsCube(host) && GrayDimensions(guest) > host.axes())
    all.push_back({Bound::Of::kDilation, 2, "Ho-Johnsson Theorem 1"});
  all.push_back({Bound::Of::kDilation, static_cast<double>(ByRoom(guest, host)),
                 "Tao Lemmas 3.5.1 and 3.5.2"});
  const bool one_axis = host.axes() == 1 && guest.size() == host.size();
  if (IsCube(guest) && one_axis && host.kind() == Kind::kMesh)
    all.push_back({Bound::Of::kDilation, static_cast<double>(Harper(guest.axes())), "Harper"});
  // the first of the largest bounds
  std::vector<Bound> best{*std::ranges::max_element(all, {}, &Bound::least)};
  if (IsCube(guest) && one_axis && host.Wraps(Axis{0}) && guest.axes() >= 2)
    best.push_back({Bound::Of::kAverageDistance, RingAverageDistanceBound(guest.axes()),
                    "xor paper Theorem 10"});
  return best;
}

// The closed forms of the xor paper, section IV, for standard and xor on a (2^d1, ..., 2^dc) torus.
// Each axis is a ring of its own, so the forms are those of rings, summed over the axes.
//
// Example: xor on ring:16 has the distances 1, 2, 4, 4, hence the spectrum 1:8 2:8 4:16, total
// dilation 88 and node loads 3 to 4.
//
// Departures, all checked by measurement: the range of the standard spectrum is 0 <= i <= d-1 and
// the total dilation of xor on a squared torus is c 2^(d-1) (3 2^(d/c-2) - 1), where the printed
// forms lose d-1 and c; an axis with d_j = 1 under xor keeps its bit.

namespace {

// Distances on a ring of 2^bits nodes, cube dimension by cube dimension. Source: xor paper IV.B.1,
// IV.B.2.
std::vector<std::uint64_t> RingDistances(EmbeddingKind kind, int bits) {
  std::vector<std::uint64_t> distances;
  for (int i = 0; i < bits; ++i) distances.push_back(std::uint64_t{1} << i);
  if (kind == EmbeddingKind::kXor && bits >= 2) distances.back() = distances[distances.size() - 2];
  return distances;
}

// The dilations 2^i and 2^(i-1) together load a node with at most 2^i - 1, and some node meets the
// maximum of all such pairs. Source: xor paper IV.E.1.
std::uint64_t StandardRingMaxLoad(int bits) {
  std::uint64_t load = 0;
  for (int i = bits - 1; i >= 1; i -= 2) load += (std::uint64_t{1} << i) - 1;
  return load;
}

// Dilation 2^(d-2) loads every node alike under xor. Source: xor paper IV.E.2.
std::uint64_t XorRingMinLoad(int bits) {
  return bits >= 2 ? (std::uint64_t{1} << (bits - 2)) - 1 : 0;
}

}  // namespace

ClosedForms PaperForms(EmbeddingKind kind, const std::vector<int>& bits) {
  assert(kind == EmbeddingKind::kStandard || kind == EmbeddingKind::kXor);
  int dimensions = 0;
  for (const int b : bits) dimensions += b;
  ClosedForms forms;
  for (const int b : bits) {
    assert(b >= 1);
    for (const std::uint64_t distance : RingDistances(kind, b)) {
      forms.communication_time += distance;
      forms.spectrum[static_cast<int>(distance)] += std::uint64_t{1} << (dimensions - 1);
      forms.dilation_max = std::max(forms.dilation_max, static_cast<int>(distance));
      // IV.F: half a link for each node
      forms.node_load_average += static_cast<double>(distance - 1) / 2;
    }
    if (kind == EmbeddingKind::kStandard) {
      forms.node_load_max += StandardRingMaxLoad(b);
    } else {
      forms.node_load_min += XorRingMinLoad(b);
      forms.node_load_max += XorRingMinLoad(b) + StandardRingMaxLoad(b - 2);
    }
  }
  forms.dilation_total = forms.communication_time << (dimensions - 1);
  return forms;
}

double RingAverageDistanceBound(int d) {
  assert(d >= 2);
  return (3.0 * static_cast<double>(std::uint64_t{1} << (d - 2)) - 1) / d;
}

}  // namespace toroid
