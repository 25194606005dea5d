// All ways to divide lengths into groups with given products: the search behind expansion and
// reduction factors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "gen/tao/sides.h"

namespace toroid::tao {

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
