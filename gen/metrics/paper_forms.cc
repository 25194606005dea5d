// The closed forms of the xor paper, section IV, for standard and xor on a (2^d1, ..., 2^dc) torus.
// Each axis is a ring of its own, so the forms are those of rings, summed over the axes.
//
// Example: xor on ring:16 has the distances 1, 2, 4, 4, hence the spectrum 1:8 2:8 4:16, total
// dilation 88 and node loads 3 to 4.
//
// Departures, all checked by measurement: the range of the standard spectrum is 0 <= i <= d-1 and
// the total dilation of xor on a squared torus is c 2^(d-1) (3 2^(d/c-2) - 1), where the printed
// forms lose d-1 and c; an axis with d_j = 1 under xor keeps its bit.
#include <algorithm>
#include <cassert>

#include "gen/metrics/metrics.h"

namespace toroid {
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
