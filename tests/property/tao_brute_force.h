// Tao's theorems by brute force: measures every order of the axes, every grouping, every factor and
// every walk.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/property/tao_testing.h"

namespace toroid::tao {

inline constexpr int kNone = std::numeric_limits<int>::max();
inline constexpr std::array kWalks = {Walk::kLine, Walk::kFold, Walk::kRing};

// A graph as the theorems are to see it: lengths, which axes are rings, and the steps between it
// and the graph, from a guest or to a host.
struct View {
  Sides sides;
  std::vector<Step> steps;
};

// A pair of guest and host kinds.
struct Seen {
  Graph guest;
  Graph host;
  View from;
  View to;
};

inline View AsItIs(const Graph& graph) {
  View view;
  for (const int length : graph.lengths())
    view.sides.push_back({length, graph.kind() == Kind::kTorus});
  return view;
}

// Calls visit(groups) for every way to cut the list into `count` groups of neighbours, none empty.
template <class Visit>
void ForEachCut(const Lengths& list, std::size_t count, std::vector<Lengths> groups, Visit visit) {
  if (count == 1) {
    groups.push_back(list);
    return visit(groups);
  }
  for (std::size_t first = 1; first + count - 1 <= list.size(); ++first) {
    const auto cut = list.begin() + static_cast<std::ptrdiff_t>(first);
    groups.emplace_back(list.begin(), cut);
    ForEachCut(Lengths(cut, list.end()), count - 1, groups, visit);
    groups.pop_back();
  }
}

inline Sides InOrder(const Sides& sides, const std::vector<int>& order) {
  Sides permuted;
  for (const int i : order) permuted.push_back(sides[static_cast<std::size_t>(i)]);
  return permuted;
}

// Calls visit(order, sides in that order) for every order of the axes, once for orders that differ
// only by exchanging equal ones.
template <class Visit>
void ForEachOrder(const Sides& sides, Visit visit) {
  std::vector<int> order(sides.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::set<Sides> seen;
  do {
    const Sides permuted = InOrder(sides, order);
    if (seen.insert(permuted).second) visit(order, permuted);
  } while (std::ranges::next_permutation(order).found);
}

inline Lengths Products(const std::vector<Lengths>& groups) {
  Lengths products;
  for (const Lengths& group : groups) products.push_back(Product(group));
  return products;
}

inline int Dilation(const Seen& seen, const std::vector<Step>& steps) {
  std::vector<Step> all = seen.from.steps;
  all.insert(all.end(), steps.begin(), steps.end());
  all.insert(all.end(), seen.to.steps.begin(), seen.to.steps.end());
  return MeasuredDilation(seen.guest, seen.host, Mapping(seen.guest, seen.host, std::move(all)));
}

// The longest edge of a ring or line on a mesh or torus, by the best of the walks.
inline int BestWalk(bool is_ring, Kind host_kind, const Lengths& lengths) {
  const Graph guest =
      Graph::Create(is_ring ? Kind::kTorus : Kind::kMesh, {Product(lengths)}).value();
  const Graph host = Graph::Create(host_kind, lengths).value();
  int best = kNone;
  for (const Walk walk : kWalks) {
    const Mapping mapping(guest, host, {Expand{{{lengths, walk}}}});
    best = std::min(best, MeasuredDilation(guest, host, mapping));
  }
  return best;
}

// Each axis separately: edges of different axes are independent.
inline int BestExpansion(const Seen& seen) {
  const Sides& from = seen.from.sides;
  if (from.size() > seen.to.sides.size()) return kNone;
  int best = kNone;
  Lengths lengths = LengthsOf(seen.to.sides);
  std::ranges::sort(lengths);
  do {
    ForEachCut(lengths, from.size(), {}, [&](const std::vector<Lengths>& groups) {
      if (Products(groups) != LengthsOf(from)) return;
      int longest = 0;
      for (std::size_t i = 0; i < groups.size(); ++i)
        longest = std::max(longest, BestWalk(from[i].wraps, seen.host.kind(), groups[i]));
      best = std::min(best, longest);
    });
  } while (std::ranges::next_permutation(lengths).found);
  return best;
}

// With and without laying the rings flat.
inline int BestSimpleReduction(const Seen& seen) {
  const Lengths to = LengthsOf(seen.to.sides);
  if (seen.from.sides.size() <= to.size()) return kNone;
  int best = kNone;
  ForEachOrder(seen.from.sides, [&](const std::vector<int>& order, const Sides& sides) {
    ForEachCut(LengthsOf(sides), to.size(), {}, [&](const std::vector<Lengths>& groups) {
      if (Products(groups) != to) return;
      for (const Walk walk : {Walk::kLine, Walk::kFold}) {
        Expand each;
        for (const Side& side : sides)
          each.parts.push_back({{side.length}, side.wraps ? walk : Walk::kLine});
        best = std::min(best, Dilation(seen, {Permute{order}, each, Join{groups}}));
      }
    });
  });
  return best;
}

// Every way to write the numbers as products of ordered lists of factors above 1, at most `most`
// factors in all.
template <class Visit>
void ForEachFactoring(const Lengths& numbers, std::size_t most, std::vector<Lengths> lists,
                      Visit visit) {
  if (lists.size() == numbers.size()) return visit(lists);
  const auto extend = [&](auto&& self, int left, Lengths list) -> void {
    if (left == 1) {
      lists.push_back(list);
      ForEachFactoring(numbers, most - list.size(), lists, visit);
      lists.pop_back();
      return;
    }
    for (int factor = 2; factor <= left && list.size() < most; ++factor) {
      if (left % factor != 0) continue;
      Lengths longer = list;
      longer.push_back(factor);
      self(self, left / factor, longer);
    }
  };
  extend(extend, numbers[lists.size()], {});
}

// The permutation that makes the lengths `to` from these, if there is one.
inline std::optional<Permute> Rearrange(const Lengths& from, const Lengths& to) {
  Sides sides;
  for (const int length : from) sides.push_back({length, false});
  std::optional<Permute> found;
  ForEachOrder(sides, [&](const std::vector<int>& order, const Sides& permuted) {
    if (LengthsOf(permuted) == to) found = Permute{order};
  });
  return found;
}

inline int BestOfOneFactor(const Seen& seen, const std::vector<int>& order, const Sides& base,
                           const std::vector<Lengths>& factors) {
  Absorb absorb{LengthsOf(base), {}, {}};
  for (const Lengths& factor : factors) absorb.offsets.push_back({factor, Walk::kLine});
  Lengths out = absorb.base;
  const Lengths times = absorb.OffsetLengths();
  if (times.size() <= factors.size()) return kNone;  // Definition 3.4.6: d - c < b
  for (std::size_t i = 0; i < times.size(); ++i) out[i] *= times[i];
  const auto permute = Rearrange(out, LengthsOf(seen.to.sides));
  if (!permute) return kNone;
  int best = kNone;
  for (const bool folded : {false, true}) {
    absorb.folded.clear();
    for (const Side& side : base) absorb.folded.push_back(folded && side.wraps);
    for (const Walk walk : kWalks) {
      for (Part& offset : absorb.offsets) offset.walk = walk;
      best = std::min(best, Dilation(seen, {Permute{order}, absorb, *permute}));
    }
  }
  return best;
}

inline int BestGeneralReduction(const Seen& seen) {
  const std::size_t c = seen.to.sides.size();
  if (seen.from.sides.size() <= c || seen.from.sides.size() >= 2 * c) return kNone;
  int best = kNone;
  ForEachOrder(seen.from.sides, [&](const std::vector<int>& order, const Sides& sides) {
    const auto spread = sides.begin() + static_cast<std::ptrdiff_t>(c);
    const Sides base(sides.begin(), spread);
    ForEachFactoring(LengthsOf(Sides(spread, sides.end())), c, {},
                     [&](const std::vector<Lengths>& factors) {
                       best = std::min(best, BestOfOneFactor(seen, order, base, factors));
                     });
  });
  return best;
}

inline int BestByTheorems(const Seen& seen) {
  return std::min({BestExpansion(seen), BestSimpleReduction(seen), BestGeneralReduction(seen)});
}

}  // namespace toroid::tao
