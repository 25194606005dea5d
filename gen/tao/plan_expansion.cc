// Chooses an expansion. A guest's line costs 1 in every host, a ring 1 in every torus. In a mesh a
// ring costs 1 if its length becomes two or more lengths one of which is even (that one goes first:
// the ring walk closes), else 2 (the fold walk). So all ways to deal the host's lengths to the
// guest's axes are tried for the fewest rings that cost 2. Example: a (6,12) torus in a (6,3,2,2)
// mesh costs 1 as (2,3),(6,2), but 2 as (6),(3,2,2).
// Source: Tao, Theorem 3.4.1, Lemma 3.4.1 for equal shapes. Departures: the theorem asks for an
// even first length on every axis or uses the fold walk on all; here each axis has the best walk
// for it, and an axis of two nodes counts as a line.
#include <algorithm>
#include <iterator>
#include <limits>

#include "gen/tao/candidates.h"

namespace toroid::tao {
namespace {

// The longest edge of an axis with this walk, if a theorem or the text around it gives it.
int LongestEdge(const Part& part, bool axis_wraps, bool on_torus) {
  const int first = part.lengths.front();
  const bool one = part.lengths.size() == 1;
  const bool even = first % 2 == 0;
  if (Product(part.lengths) == 2) return 1;
  switch (part.walk) {
    case Walk::kFold: return 2;
    case Walk::kLine:
      if (!axis_wraps || (on_torus && (even || one))) return 1;
      return !on_torus && (even || one) ? std::max(1, first - 1) : kUnknownEdge;
    case Walk::kRing:
      if (on_torus || (one && !axis_wraps)) return 1;
      if (one) return first - 1;
      return even || part.lengths[1] == 2 || (part.lengths.size() == 2 && !axis_wraps)
                 ? 1
                 : kUnknownEdge;
  }
  return kUnknownEdge;
}

// The walk with the shortest longest edge: a ring walk if it closes, else the fold walk.
Walk BestWalk(const Lengths& lengths, bool axis_wraps, bool on_torus) {
  if (!axis_wraps) return Walk::kLine;
  const bool closes = lengths.size() >= 2 && lengths.front() % 2 == 0;
  return on_torus || closes ? Walk::kRing : Walk::kFold;
}

// The theorem's number; a forced walk is outside the theorems.
std::string Source(const Pair& pair) {
  if (pair.walk) return "Tao Definition 3.4.2";
  if (pair.guest.size() == pair.host.size()) return "Tao Lemma 3.4.1";
  if (!AnyWraps(pair.guest)) return "Tao 3.4.1(a)";
  return IsTorus(pair.host) ? "Tao 3.4.1(b)" : "Tao 3.4.1(c)";
}

// The expanding step, unless nothing changes, and one that puts the axes in the host's order.
Construction Build(const Pair& pair, const std::vector<Part>& parts, int longest) {
  Construction construction{.steps = {}, .dilation = Known(longest)};
  Lengths expanded;
  bool changes = false;
  for (const Part& part : parts) {
    expanded.insert(expanded.end(), part.lengths.begin(), part.lengths.end());
    changes = changes || part.lengths.size() > 1 || part.walk == Walk::kFold;
  }
  const std::string source = Source(pair);
  if (changes) construction.steps.push_back({Expand{parts}, source});
  AddPermute(OrderOfAxes(expanded, LengthsOf(pair.host)), source, construction.steps);
  return construction;
}

// Returns the groups, each in the order of the host's axes, so that as few axes as possible change
// places.
Split InHostOrder(Split split, const Sides& host) {
  Split ordered(split.size());
  for (const Side& axis : host) {
    std::size_t group = 0;
    auto found = split[0].end();
    while ((found = std::ranges::find(split[group], axis.length, &Side::length)) ==
           split[group].end())
      ++group;
    ordered[group].push_back(*found);
    split[group].erase(found);
  }
  return ordered;
}

}  // namespace

PricedPart WalkFor(const Sides& lengths, bool axis_wraps, bool on_torus,
                   std::optional<Walk> forced) {
  Part part{LengthsOf(lengths), Walk::kLine};
  // The smallest even length first: a ring on a mesh needs it, and on a torus its address unit is
  // smaller.
  if (axis_wraps && forced.value_or(Walk::kRing) != Walk::kFold) {
    const auto rank = [](int length) {
      return length % 2 != 0 ? std::numeric_limits<int>::max() : length;
    };
    const auto first = std::ranges::min_element(part.lengths, {}, rank);
    std::rotate(part.lengths.begin(), first, std::next(first));
  }
  part.walk = forced.value_or(BestWalk(part.lengths, axis_wraps, on_torus));
  const int longest = LongestEdge(part, axis_wraps, on_torus);
  return {std::move(part), longest};
}

std::optional<Construction> Expansion(const Pair& pair, Effort& effort) {
  if (pair.guest.size() > pair.host.size()) return std::nullopt;
  const bool on_torus = IsTorus(pair.host);
  Sides lengths;  // whether host axes wrap does not matter
  for (const Side& side : pair.host) lengths.push_back({side.length, false});
  std::optional<Cost> best;
  std::vector<Part> best_parts;
  ForEachSplit(lengths, pair.guest, effort, [&](const Split& any_order) {
    const Split split = InHostOrder(any_order, pair.host);
    Cost cost;
    std::vector<Part> parts;
    for (std::size_t i = 0; i < split.size(); ++i) {
      PricedPart priced = WalkFor(split[i], pair.guest[i].wraps, on_torus, pair.walk);
      cost.Add(priced.longest);
      parts.push_back(std::move(priced.part));
    }
    if (best && cost >= *best) return false;
    best = cost;
    best_parts = std::move(parts);
    return cost.sum == static_cast<int>(pair.guest.size());  // 1 everywhere: nothing is better
  });
  if (!best) return std::nullopt;
  return Build(pair, best_parts, best->longest);
}

}  // namespace toroid::tao
