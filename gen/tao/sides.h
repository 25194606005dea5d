// A graph as planning sees it (the length of each axis, and whether its ends are linked), and the
// ways to divide its lengths.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
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

// ---- lengths divided into groups with given products: the search behind expansion and reduction
// factors ----

// The work left to a search, in choices of one length for one group.
class Effort {
 public:
  explicit Effort(std::int64_t choices) : choices_(choices), left_(choices) {}
  // Takes one choice; false once all are used up.
  bool Spend() { return left_-- > 0; }
  bool exhausted() const { return left_ < 0; }
  std::int64_t spent() const { return choices_ - std::max<std::int64_t>(left_, 0); }

 private:
  std::int64_t choices_;
  std::int64_t left_;
};

// One group for each target, each in falling order.
using Split = std::vector<Sides>;

// Calls visit(split) for every way to divide all items into groups, group i with the product
// targets[i].length, until visit returns true or the effort is used up. Splits that differ only by
// exchanging equal items or equal targets are visited once. The order is fixed by the input.
// Requires that the products of items and targets agree.
void ForEachSplit(const Sides& items, const Sides& targets, Effort& effort,
                  const std::function<bool(const Split&)>& visit);

}  // namespace toroid::tao
