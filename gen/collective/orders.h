// The orders of axes in which parts of a vector go round them, and their weights:
// docs/spec/collectives.md, section 3.
#pragma once

#include <vector>

#include "gen/topology/graph.h"

namespace toroid {

// A share of the vector, 0 to 1, and the axes that it goes round, one after another.
struct WeightedOrder {
  std::vector<Axis> axes;
  double weight = 1;
};

// Orders and weights, which add up to 1, under which each axis has work for its links in the same
// number of cycles, or nearly.
std::vector<WeightedOrder> BalancedOrders(const Graph& host);

// By axis: the share of a vector that crosses its links while a part of weight 1 goes round the
// axes in this order: (l - 1)/l on the first, and on each later one that fraction of the rest.
std::vector<double> LoadsOf(const Graph& host, const std::vector<Axis>& order);

}  // namespace toroid
