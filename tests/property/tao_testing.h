// Small shapes, and the true cost of a construction, measured node by node and edge by edge.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/tao/candidates.h"
#include "gen/tao/construction.h"
#include "gen/topology/graph.h"
#include "tests/oracle/oracle.h"
#include "tests/support/long_run.h"

namespace toroid::tao {

inline constexpr std::array kKinds = {Kind::kTorus, Kind::kMesh};

// Pairs of all shapes up to this number of nodes take long.
inline std::uint32_t MostNodesOfPairs() { return LongOr(64U, 40U); }

// Every shape of at most 64 nodes, by number of nodes.
inline const std::map<std::uint32_t, std::vector<Lengths>>& SmallShapes() {
  static const auto shapes = [] {
    std::vector<int> lengths;
    for (int l = 2; l <= 64; ++l) lengths.push_back(l);
    std::map<std::uint32_t, std::vector<Lengths>> by_size;
    for (const Lengths& shape : oracle::AllShapes(6, 64, lengths))
      by_size[static_cast<std::uint32_t>(Product(shape))].push_back(shape);
    return by_size;
  }();
  return shapes;
}

// Calls visit(guest, host) for both kinds of each.
template <class Visit>
void ForEachKind(const Lengths& from, const Lengths& to, Visit visit) {
  for (const Kind guest : kKinds) {
    for (const Kind host : kKinds)
      visit(Graph::Create(guest, from).value(), Graph::Create(host, to).value());
  }
}

// Calls visit(guest, host) for every pair of shapes of at most `most` nodes, the guest a multiple
// of the host, in all kinds.
template <class Visit>
void ForEachLargerGuest(std::uint32_t most, Visit visit) {
  for (const auto& [size, shapes] : SmallShapes()) {
    for (const auto& [host_size, host_shapes] : SmallShapes()) {
      if (size > most || size % host_size != 0 || size == host_size) continue;
      for (const Lengths& from : shapes) {
        for (const Lengths& to : host_shapes) ForEachKind(from, to, visit);
      }
    }
  }
}

inline std::string PairText(const Graph& guest, const Graph& host) {
  return guest.ToString() + " in " + host.ToString();
}

// The construction by the theorems alone for a pair of equal size.
inline std::optional<Construction> AsTheyAre(const Graph& guest, const Graph& host) {
  Effort effort(kUsualEffort);
  return CheapestEmbedding({SidesOf(guest), SidesOf(host), std::nullopt, Read::kAsTheyAre}, effort);
}

// The longest guest edge on the host.
inline int MeasuredDilation(const Graph& guest, const Graph& host, const Mapping& mapping) {
  std::vector<NodeId> forward;
  for (std::uint32_t n = 0; n < guest.size(); ++n) forward.push_back(mapping.HostOf(NodeId{n}));
  int longest = 0;
  for (std::uint32_t n = 0; n < guest.size(); ++n) {
    for (int a = 0; a < guest.axes(); ++a) {
      const auto next = guest.Neighbour(NodeId{n}, Axis{a}, Direction::kPlus);
      if (next) longest = std::max(longest, host.Distance(forward[n], forward[next->index()]));
    }
  }
  return longest;
}

// Whether every guest node is found exactly once, among the ranks of its own host node.
inline bool RanksPartitionTheGuest(const Graph& guest, const Graph& host, const Mapping& mapping) {
  std::vector<bool> found(guest.size(), false);
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    for (std::uint32_t m = 0; m < mapping.ranks(); ++m) {
      const NodeId rank = mapping.GuestOf(NodeId{n}, m);
      if (found[rank.index()] || mapping.HostOf(rank) != NodeId{n}) return false;
      found[rank.index()] = true;
    }
  }
  return std::ranges::count(found, false) == 0;
}

}  // namespace toroid::tao
