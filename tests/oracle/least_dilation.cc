// The idea: for k = 1, 2, ... try to place the guest's nodes one by one. The free host nodes at
// most k links from the places of all guest neighbours that are placed are a node's candidates, one
// bit each. The node with the fewest candidates is placed next, and a node that has none left ends
// the branch. The first k that lets all be placed is the least, as every smaller one was tried in
// full.
//
// Mirroring an axis of the host changes no distance, so guest node 0 need only be tried in the
// first half of each axis.
#include "tests/oracle/least_dilation.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "tests/oracle/oracle.h"

namespace toroid::oracle {
namespace {

using Mask = std::uint32_t;  // a set of host nodes

// By host node: the host nodes at most k links away.
std::vector<Mask> Balls(const Graph& host, int k) {
  const auto adjacency = Adjacency(host);
  std::vector<Mask> balls(host.size(), 0);
  for (std::uint32_t center = 0; center < host.size(); ++center) {
    const std::vector<int> distances = BfsDistances(adjacency, center);
    for (std::uint32_t n = 0; n < host.size(); ++n)
      balls[center] |= distances[n] <= k ? Mask{1} << n : 0;
  }
  return balls;
}

Mask FirstHalves(const Graph& host) {
  Mask mask = 0;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    bool first = true;
    for (int a = 0; a < host.axes(); ++a)
      first = first && 2 * host.Coordinate(NodeId{n}, Axis{a}) < host.length(Axis{a}) + 1;
    mask |= first ? Mask{1} << n : 0;
  }
  return mask;
}

class Placing {
 public:
  Placing(const Graph& guest, std::vector<Mask> balls)
      : neighbours_(Adjacency(guest)), balls_(std::move(balls)), placed_(guest.size(), false) {}

  // Whether all remaining nodes can be placed, each on one of its candidates.
  bool Complete(const std::vector<Mask>& candidates) {
    const std::size_t node = FewestCandidates(candidates);
    if (node == candidates.size()) return true;
    placed_[node] = true;
    bool found = false;
    for (Mask left = candidates[node]; left != 0 && !found; left &= left - 1)
      found = PlaceAndGoOn(candidates, node, std::countr_zero(left));
    placed_[node] = found;
    return found;
  }

 private:
  bool PlaceAndGoOn(std::vector<Mask> candidates, std::size_t node, int place) {
    for (Mask& mask : candidates) mask &= ~(Mask{1} << place);
    for (const std::uint32_t next : neighbours_[node])
      candidates[next] &= balls_[static_cast<std::size_t>(place)];
    for (std::size_t n = 0; n < candidates.size(); ++n) {
      if (!placed_[n] && candidates[n] == 0) return false;
    }
    return Complete(candidates);
  }

  // Index of the remaining node with the fewest candidates; their number if all are placed.
  std::size_t FewestCandidates(const std::vector<Mask>& candidates) const {
    std::size_t best = candidates.size();
    for (std::size_t n = 0; n < candidates.size(); ++n) {
      if (placed_[n]) continue;
      if (best == candidates.size() ||
          std::popcount(candidates[n]) < std::popcount(candidates[best]))
        best = n;
    }
    return best;
  }

  std::vector<std::vector<std::uint32_t>> neighbours_;  // by guest node
  std::vector<Mask> balls_;
  std::vector<bool> placed_;
};

bool Embeds(const Graph& guest, const Graph& host, int k) {
  std::vector<Mask> candidates(guest.size(),
                               static_cast<Mask>((std::uint64_t{1} << host.size()) - 1));
  candidates[0] = FirstHalves(host);
  return Placing(guest, Balls(host, k)).Complete(candidates);
}

}  // namespace

int LeastDilation(const Graph& guest, const Graph& host) {
  assert(guest.size() <= host.size() && host.size() <= 32);
  int k = 1;
  while (!Embeds(guest, host, k)) ++k;
  return k;
}

}  // namespace toroid::oracle
