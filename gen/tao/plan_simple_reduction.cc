// Chooses a simple reduction. All ways to group the guest's axes into the host's are tried. Within
// a group an edge on an axis is as long as the product of the lengths behind it, twice that for a
// ring folded onto a mesh. By an exchange argument falling length is the best order, with half the
// length for folded rings. Example: a mesh of (3,4) is joined to a line of 12 as (4,3) at cost 3; a
// torus of (3,2) as (2,3) at cost 3, where (3,2) would cost 4.
//
// Source: Tao, Theorem 3.4.3. Departures: the factors are searched, where the text leaves the
// choice open; an axis of two nodes is no ring and is not folded, and the order in a group is by
// half the length of rings that are folded, so that a torus in a mesh can cost less than printed.
#include <algorithm>

#include "gen/tao/candidates.h"

namespace toroid::tao {
namespace {

// Orders a group and adds the edges of its axes to the cost.
void OrderGroup(Sides& group, bool on_torus, Cost& cost) {
  // a ring laid flat counts half, because its edges are twice as long in any place
  const auto worth = [&](const Side& side) { return 2 * side.length / Stretch(side, on_torus); };
  std::ranges::stable_sort(group, std::ranges::greater{}, worth);
  int behind = 1;
  for (std::size_t i = group.size(); i-- > 0;) {
    cost.Add(Stretch(group[i], on_torus) * behind);
    behind *= group[i].length;
  }
}

// Lays the sides that wrap flat.
Expand FoldRings(const Sides& sides) {
  Expand fold;
  for (const Side& side : sides)
    fold.parts.push_back({{side.length}, side.wraps ? Walk::kFold : Walk::kLine});
  return fold;
}

// The steps: axes in the order of their groups, rings laid flat for a mesh, then joined.
Construction BuildSimple(const Pair& pair, const Split& split, int longest) {
  static const std::string source = "Tao 3.4.3";
  Construction construction{.steps = {}, .dilation = longest};
  Sides grouped;
  Join join;
  for (const Sides& group : split) {
    grouped.insert(grouped.end(), group.begin(), group.end());
    join.parts.push_back(LengthsOf(group));
  }
  AddPermute(OrderOfAxes(pair.guest, grouped), source, construction.steps);
  if (AnyWraps(grouped) && !IsTorus(pair.host))
    construction.steps.push_back({FoldRings(grouped), source});
  construction.steps.push_back({std::move(join), source});
  return construction;
}

}  // namespace

std::optional<Construction> SimpleReduction(const Pair& pair, Effort& effort) {
  if (pair.guest.size() <= pair.host.size() || pair.walk) return std::nullopt;
  const bool on_torus = IsTorus(pair.host);
  std::optional<Cost> best;
  Split best_split;
  ForEachSplit(pair.guest, pair.host, effort, [&](Split split) {
    Cost cost;
    for (Sides& group : split) OrderGroup(group, on_torus, cost);
    if (!best || cost < *best) {
      best = cost;
      best_split = std::move(split);
    }
    return false;
  });
  if (!best) return std::nullopt;
  return BuildSimple(pair, best_split, best->longest);
}

}  // namespace toroid::tao
