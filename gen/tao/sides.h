// A graph as planning sees it: the length of each axis, and whether its ends are linked.
#pragma once

#include <algorithm>
#include <compare>
#include <vector>

#include "gen/tao/walks.h"
#include "gen/topology/graph.h"

namespace toroid::tao {

struct Side {
  int length;
  bool wraps;  // a ring of 3 or more nodes
  auto operator<=>(const Side&) const = default;
};
using Sides = std::vector<Side>;

// A length-2 axis does not wrap, so a hypercube is both a mesh and a torus.
inline Sides SidesOf(const Graph& graph) {
  Sides sides;
  for (int a = 0; a < graph.axes(); ++a)
    sides.push_back({graph.length(Axis{a}), graph.Wraps(Axis{a})});
  return sides;
}

inline Lengths LengthsOf(const Sides& sides) {
  Lengths lengths;
  for (const Side& side : sides) lengths.push_back(side.length);
  return lengths;
}

// Whether a guest has rings.
inline bool AnyWraps(const Sides& sides) { return std::ranges::any_of(sides, &Side::wraps); }
// Whether a host is a torus, as hypercubes are.
inline bool IsTorus(const Sides& host) {
  return AnyWraps(host) ||
         std::ranges::all_of(host, [](const Side& side) { return side.length == 2; });
}

}  // namespace toroid::tao
