// The idea: fill one group after the other, taking lengths in falling order and only those that
// divide the product that the group still needs. Equal items are kept as one value with a count,
// and of neighbouring equal targets the later one may not take larger lengths, so that nothing is
// visited twice. Example: 6, 4, 3, 2 into products 12 and 12 is (6,2),(4,3) alone.
//
// Cost: exponential in the number of distinct lengths at worst; a hypercube's 24 twos are a single
// way.
#include "gen/tao/sides.h"

#include <algorithm>
#include <numeric>

namespace toroid::tao {
namespace {

class Splitter {
 public:
  Splitter(const Sides& items, const Sides& targets, Effort& effort,
           const std::function<bool(const Split&)>& visit)
      : targets_(targets),
        effort_(effort),
        visit_(visit),
        order_(targets.size()),
        groups_(targets.size()) {
    Sides sorted = items;
    std::ranges::sort(sorted, std::ranges::greater{});
    for (const Side& side : sorted) {
      if (values_.empty() || values_.back() != side) {
        values_.push_back(side);
        counts_.push_back(0);
      }
      ++counts_.back();
    }
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(
        order_, [&](std::size_t a, std::size_t b) { return targets_[a] > targets_[b]; });
  }

  // Fills the groups from number g on. True: stop.
  bool Fill(std::size_t g) {
    if (g == groups_.size()) return Visit();
    return FillGroup(g, 0, targets_[order_[g]].length);
  }

 private:
  // Adds values from number v on to group g, which still needs the product `lacking`.
  bool FillGroup(std::size_t g, std::size_t v, int lacking) {
    if (lacking == 1) return !InOrder(g) ? false : Fill(g + 1);
    for (; v < values_.size(); ++v) {
      if (counts_[v] == 0 || lacking % values_[v].length != 0) continue;
      if (!effort_.Spend()) return true;
      --counts_[v];
      groups_[g].push_back(v);
      const bool stop = FillGroup(g, v, lacking / values_[v].length);
      groups_[g].pop_back();
      ++counts_[v];
      if (stop) return true;
    }
    return false;
  }

  bool InOrder(std::size_t g) const {
    return g == 0 || targets_[order_[g]] != targets_[order_[g - 1]] ||
           !std::ranges::lexicographical_compare(groups_[g], groups_[g - 1]);
  }

  bool Visit() {
    Split split(targets_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for (const std::size_t v : groups_[g]) split[order_[g]].push_back(values_[v]);
    }
    return visit_(split);
  }

  const Sides& targets_;
  Effort& effort_;
  const std::function<bool(const Split&)>& visit_;
  std::vector<std::size_t> order_;                // indices of the targets, in falling order
  std::vector<std::vector<std::size_t>> groups_;  // in that order: numbers of values, rising
  Sides values_;                                  // distinct, falling
  std::vector<int> counts_;                       // how many of each value are left
};

}  // namespace

void ForEachSplit(const Sides& items, const Sides& targets, Effort& effort,
                  const std::function<bool(const Split&)>& visit) {
  Splitter(items, targets, effort, visit).Fill(0);
}

}  // namespace toroid::tao
