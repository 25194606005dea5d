// The theorems of one reduction: simple ones, then general ones.
//
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
#include <cassert>

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

// Chooses a general reduction. Every host axis is tried with every guest axis that divides it, its
// base; the quotients must group into the guest axes left over, which are spread. An edge on a base
// is as long as its quotient, twice that for a ring folded onto a mesh. Example: a (3,3,6) mesh in
// a (6,9) mesh: the bases are 3 and 3, the quotients 2 and 3, and (2,3) is 6; cost 3.
//
// Source: Tao, Theorem 3.4.4. Departures: the factors are searched, where the text leaves the
// choice open; an axis of two nodes is no ring and is not folded, so that a torus in a mesh can
// cost less than printed; each axis that is spread has the best walk for it.

namespace {

// A host axis, its base, and the factor between their lengths.
struct Tile {
  Side base;
  int times;
};

// A partly chosen general reduction.
struct Choice {
  std::vector<Tile> tiles;
  Sides spread;               // guest axes that are spread
  std::vector<Part> offsets;  // one for each spread axis
};

// The bases are chosen one host axis after another; branches that cost more than the best so far,
// or that exchange equal axes, are skipped.
class GeneralSearch {
 public:
  GeneralSearch(const Pair& pair, Effort& effort)
      : pair_(pair), effort_(effort), on_torus_(IsTorus(pair.host)) {
    left_ = pair.guest;
    std::ranges::sort(left_, std::ranges::greater{});
    hosts_ = LengthsOf(pair.host);
    std::ranges::sort(hosts_, std::ranges::greater{});
  }

  std::optional<Choice> Run() {
    ChooseBase({});
    return best_choice_;
  }
  int longest() const { return best_->longest; }

 private:
  // Chooses a base for the next host axis.
  void ChooseBase(const Cost& cost) {
    if (best_ && cost.longest > best_->longest) return;
    const std::size_t axis = tiles_.size();
    if (axis == hosts_.size()) return TrySplits(cost);
    for (std::size_t i = 0; i < left_.size() && !effort_.exhausted(); ++i) {
      const Side base = left_[i];
      const bool repeats = i > 0 && left_[i - 1] == base;
      const bool exchanged =
          axis > 0 && hosts_[axis] == hosts_[axis - 1] && base > tiles_.back().base;
      if (repeats || exchanged || hosts_[axis] % base.length != 0) continue;
      if (!effort_.Spend()) return;
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
      tiles_.push_back({base, hosts_[axis] / base.length});
      Cost with = cost;
      with.Add(Stretch(base, on_torus_) * tiles_.back().times);
      ChooseBase(with);
      tiles_.pop_back();
      left_.insert(left_.begin() + static_cast<std::ptrdiff_t>(i), base);
    }
  }

  // With all bases chosen, groups the multipliers into the remaining axes.
  void TrySplits(const Cost& cost) {
    Sides times;
    for (const Tile& tile : tiles_) {
      if (tile.times > 1) times.push_back({tile.times, false});
    }
    if (times.size() <= left_.size()) return;  // that would be a simple reduction
    ForEachSplit(times, left_, effort_, [&](const Split& split) {
      Cost with = cost;
      std::vector<Part> offsets;
      for (std::size_t i = 0; i < split.size(); ++i) {
        PricedPart priced = WalkFor(split[i], left_[i].wraps, false, pair_.walk);
        with.Add(priced.longest);
        offsets.push_back(std::move(priced.part));
      }
      if (!best_ || with < *best_) {
        best_ = with;
        best_choice_ = Choice{tiles_, left_, std::move(offsets)};
      }
      return false;
    });
  }

  const Pair& pair_;
  Effort& effort_;
  bool on_torus_;
  Sides left_;     // guest axes not taken as a base, falling
  Lengths hosts_;  // falling
  std::vector<Tile> tiles_;
  std::optional<Cost> best_;
  std::optional<Choice> best_choice_;
};

// Removes the first tile that is `times` as long as its base from `tiles`.
Side TakeBase(std::vector<Tile>& tiles, int times) {
  const auto found = std::ranges::find(tiles, times, &Tile::times);
  assert(found != tiles.end());
  const Side base = found->base;
  tiles.erase(found);
  return base;
}

// The multiplicand axes, those with an offset first, in the order of the offsets' lengths.
Sides BasesInOrder(const Choice& choice) {
  std::vector<Tile> tiles = choice.tiles;
  Sides bases;
  for (const Part& offset : choice.offsets) {
    for (const int length : offset.lengths) bases.push_back(TakeBase(tiles, length));
  }
  for (const Tile& tile : tiles) bases.push_back(tile.base);
  return bases;
}

// The case of Theorem 3.4.4 that applies.
std::string GeneralSource(const Pair& pair, const Choice& choice) {
  if (pair.walk) return "Tao Definition 3.4.7";
  if (!AnyWraps(pair.guest)) return "Tao 3.4.4(1)";
  const bool closes = std::ranges::none_of(
      choice.offsets, [](const Part& part) { return part.walk == Walk::kFold; });
  if (IsTorus(pair.host)) return closes ? "Tao 3.4.4(2)" : "Tao 3.4.4(3)";
  return closes ? "Tao 3.4.4(4)" : "Tao 3.4.4(5)";
}

}  // namespace

std::optional<Construction> GeneralReduction(const Pair& pair, Effort& effort) {
  if (pair.guest.size() <= pair.host.size() || pair.guest.size() >= 2 * pair.host.size())
    return std::nullopt;
  GeneralSearch search(pair, effort);
  const std::optional<Choice> choice = search.Run();
  if (!choice) return std::nullopt;
  const std::string source = GeneralSource(pair, *choice);
  const Sides bases = BasesInOrder(*choice);
  Absorb absorb{LengthsOf(bases), {}, choice->offsets};
  for (const Side& base : bases) absorb.folded.push_back(base.wraps && !IsTorus(pair.host));

  Construction construction{.steps = {}, .dilation = Known(search.longest())};
  Sides in = bases;
  in.insert(in.end(), choice->spread.begin(), choice->spread.end());
  AddPermute(OrderOfAxes(pair.guest, in), source, construction.steps);
  Lengths out = absorb.base;
  const Lengths times = absorb.OffsetLengths();
  for (std::size_t i = 0; i < times.size(); ++i) out[i] *= times[i];
  construction.steps.push_back({std::move(absorb), source});
  AddPermute(OrderOfAxes(out, LengthsOf(pair.host)), source, construction.steps);
  return construction;
}

}  // namespace toroid::tao
