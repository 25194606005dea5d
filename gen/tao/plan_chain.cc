// The theorems that take several steps: squares, then chains of reductions.
//
// Square shapes: d axes of length l into c axes of length m, with equally many nodes. They always
// embed, in several steps. With a the greatest common divisor of d and c, u = d/a and v = c/a, the
// root s = l^(1/v) is whole, and m = s^u.
//
// Fewer axes (v > 1): u-v times, a of the axes of length l are each spread as v lengths s inside
// the first c axes, which so become s times as long. Example: a 4x4x4 mesh in an 8x8 mesh: u = 3, v
// = 2, s = 2, one step. Each step costs s.
// More axes (u > 1): every axis becomes v lengths s, and then u of those are joined to each axis of
// the host. Example: an 8x8 mesh in a 4x4x4 mesh: u = 2, v = 3, s = 2, through 2x2x2x2x2x2. The
// first step costs 1, the second s^(u-1).
// It does not apply if c divides d or d divides c: those are simple reductions and expansions.
//
// Source: Tao, Theorems 3.5.3 and 3.5.5. Departure: the text takes 3.5.3 for the second step of
// 3.5.5, where 3.5.2 applies.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "gen/tao/candidates.h"

namespace toroid::tao {
namespace {

// The power, in integers: sizes are at most 2^24.
int Power(int base, int exponent) {
  int power = 1;
  for (int i = 0; i < exponent; ++i) power *= base;
  return power;
}

// The whole number whose `exponent`-th power is `power`; it exists (Tao, Lemma 3.5.4).
int Root(int power, int exponent) {
  int root = 2;
  while (Power(root, exponent) < power) ++root;
  return root;
}

Lengths Copies(int count, int length) { return Lengths(static_cast<std::size_t>(count), length); }

// The letters of Tao, 3.5.
struct Square {
  int length;            // l
  bool wraps;            // the guest is a torus
  bool to_mesh;          // the host is not
  int d, c, a, u, v, s;  // axes of guest and host; gcd(d, c); d/a, c/a; l^(1/v)
};

bool AllEqual(const Lengths& lengths) {
  return std::ranges::count(lengths, lengths.front()) == std::ssize(lengths);
}

// Nothing unless both are square and neither number of axes divides the other (O2.7).
std::optional<Square> SquareOf(const Pair& pair) {
  const bool guest_square =
      std::ranges::count(pair.guest, pair.guest.front()) == std::ssize(pair.guest);
  if (!guest_square || !AllEqual(LengthsOf(pair.host))) return std::nullopt;
  const int d = static_cast<int>(pair.guest.size());
  const int c = static_cast<int>(pair.host.size());
  const int a = std::gcd(d, c);
  if (a == d || a == c) return std::nullopt;
  const Side side = pair.guest.front();
  return Square{side.length, side.wraps, !IsTorus(pair.host),     d, c, a,
                d / a,       c / a,      Root(side.length, c / a)};
}

Expand FoldAll(const Lengths& lengths) {
  Expand fold;
  for (const int length : lengths) fold.parts.push_back({{length}, Walk::kFold});
  return fold;
}

// Theorem 3.5.3. An odd torus is folded before it is spread, an even one on the mesh at the end.
std::vector<ConstructionStep> Lower(const Square& q, std::optional<Walk> walk) {
  static const std::string source = "Tao 3.5.3";
  std::vector<ConstructionStep> steps;
  const bool folds = q.wraps && q.to_mesh;
  const bool odd = q.length % 2 != 0;
  if (folds && odd) steps.push_back({FoldAll(Copies(q.d, q.length)), source});
  const Walk ring = odd ? Walk::kFold : Walk::kRing;
  const Walk usual = q.wraps && !(folds && odd) ? ring : Walk::kLine;
  for (int k = 0; k < q.u - q.v; ++k) {
    Absorb absorb;
    absorb.base = Copies(q.c, q.length * Power(q.s, k));
    absorb.base.resize(static_cast<std::size_t>(q.d - q.a * (k + 1)), q.length);
    absorb.folded.resize(absorb.base.size(), false);
    absorb.offsets.assign(static_cast<std::size_t>(q.a),
                          Part{Copies(q.v, q.s), walk.value_or(usual)});
    steps.push_back({std::move(absorb), source});
  }
  if (folds && !odd) steps.push_back({FoldAll(Copies(q.c, Power(q.s, q.u))), source});
  return steps;
}

// Theorem 3.5.5.
std::vector<ConstructionStep> Raise(const Square& q, std::optional<Walk> walk) {
  static const std::string source = "Tao 3.5.5";
  std::vector<ConstructionStep> steps;
  const Part part{Copies(q.v, q.s), walk.value_or(q.wraps ? Walk::kRing : Walk::kLine)};
  steps.push_back({Expand{std::vector(static_cast<std::size_t>(q.d), part)}, source});
  if (q.wraps && q.to_mesh && q.length % 2 != 0)
    steps.push_back({FoldAll(Copies(q.v * q.d, q.s)), source});
  steps.push_back({Join{std::vector(static_cast<std::size_t>(q.c), Copies(q.u, q.s))}, source});
  return steps;
}

}  // namespace

std::optional<Construction> SquareChain(const Pair& pair) {
  const std::optional<Square> q = SquareOf(pair);
  if (!q) return std::nullopt;
  const bool lower = q->d > q->c;
  Construction construction{.steps = lower ? Lower(*q, pair.walk) : Raise(*q, pair.walk),
                            .dilation = std::nullopt};
  if (pair.walk) return construction;
  const bool twice = q->wraps && q->to_mesh && (lower || q->length % 2 != 0);
  construction.dilation = Power(q->s, lower ? q->u - q->v : q->u - 1) * (twice ? 2 : 1);
  return construction;
}

// Chooses a chain of general reductions, for pairs that no single theorem covers. Each host axis
// has one guest axis as base. The other guest axes are spread over the bases one after the other,
// each by a walk through a mesh of factors of its length, so that a base grows with every axis that
// is spread over it. Example: a (2,2,3,6) mesh in an (8,9) mesh: bases 2 and 3, which become (4,9)
// when 6 is spread as (2,3), and (8,9) when 2 is spread as (2). Then an edge on the first base is 4
// links long, and one of the axis of 6 at most 2.
//
// The cost of an edge: on a base the product of all factors that it is multiplied by, twice that
// for a ring laid flat on a mesh; on an axis that is spread by a line or ring walk, the largest
// product of the factors that come later on one of its axes. The fold walk takes two steps at a
// time, of which one at least is on its last axis: both on that axis, or one on it and one on
// another.
//
// It does not apply to a forced walk, nor to fewer than two axes to spread: that is a simple or a
// general reduction. Source: Tao, end of 3.4.2, the pattern of 4.5.3. Departures: tori too; a
// factor may be the whole length, which is a simple reduction (docs/spec/tao.md, O2.10).

namespace {

std::size_t Count(int n) { return static_cast<std::size_t>(n); }

// One axis that is spread, over host axes in the order of its walk.
struct Spread {
  Side axis;
  std::vector<int> over;
  Part part;
};

// A partly chosen chain.
struct Chain {
  Sides bases;                  // by host axis
  std::vector<Spread> spreads;  // in the order of their steps
};

class ChainSearch {
 public:
  ChainSearch(const Pair& pair, Effort& effort)
      : pair_(pair), effort_(effort), on_torus_(IsTorus(pair.host)), left_(pair.guest) {
    std::ranges::sort(left_, std::ranges::greater{});
  }

  std::optional<Chain> Run() {
    ChooseBase({});
    return best_chain_;
  }
  int longest() const { return best_->longest; }

 private:
  bool Worse(const Cost& cost) const {
    return effort_.exhausted() || (best_ && cost.longest > best_->longest);
  }

  // Calls visit(side) for each remaining axis, once for equal ones; the axis is removed during the
  // call.
  template <class Visit>
  void ForEachLeft(Visit visit) {
    for (std::size_t i = 0; i < left_.size() && effort_.Spend(); ++i) {
      if (i > 0 && left_[i] == left_[i - 1]) continue;
      const Side side = left_[i];
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
      visit(side);
      left_.insert(left_.begin() + static_cast<std::ptrdiff_t>(i), side);
    }
  }

  // Chooses a base for the next host axis; of equal host axes the first has the largest.
  void ChooseBase(const Cost& cost) {
    const std::size_t axis = chain_.bases.size();
    if (axis == pair_.host.size()) return ChooseSpread(cost);
    const int length = pair_.host[axis].length;
    ForEachLeft([&](const Side& base) {
      const bool exchanged =
          axis > 0 && pair_.host[axis - 1].length == length && base > chain_.bases.back();
      if (exchanged || length % base.length != 0) return;
      Cost with = cost;
      with.Add(Stretch(base, on_torus_) * (length / base.length));
      if (Worse(with)) return;
      chain_.bases.push_back(base);
      lacking_.push_back(length / base.length);
      ChooseBase(with);
      lacking_.pop_back();
      chain_.bases.pop_back();
    });
  }

  // Chooses the axis that is spread next.
  void ChooseSpread(const Cost& cost) {
    if (left_.empty()) {
      if (!best_ || cost < *best_) {
        best_ = cost;
        best_chain_ = chain_;
      }
      return;
    }
    ForEachLeft([&](const Side& axis) {
      factors_.assign(lacking_.size(), 1);
      ChooseFactor(cost, axis, 0, axis.length);
    });
  }

  // Chooses the axis's factor on host axis `at` and all after it; their product is `rest`.
  void ChooseFactor(const Cost& cost, const Side& axis, std::size_t at, int rest) {
    if (at == lacking_.size()) {
      if (rest == 1) SpreadBy(cost, axis);
      return;
    }
    for (int factor = 1; factor <= std::min(rest, lacking_[at]); ++factor) {
      if (rest % factor != 0 || lacking_[at] % factor != 0) continue;
      if (!effort_.Spend()) return;
      factors_[at] = factor;
      ChooseFactor(cost, axis, at + 1, rest / factor);
    }
    factors_[at] = 1;
  }

  // Spreads the axis by these factors, in the best order, and goes on with the other axes.
  void SpreadBy(const Cost& cost, const Side& axis) {
    const std::vector<int> factors = factors_;
    for (std::size_t i = 0; i < factors.size(); ++i) lacking_[i] /= factors[i];
    auto [spread, longest] = BestOrder(axis, factors);
    Cost with = cost;
    with.Add(longest);
    if (!Worse(with)) {
      chain_.spreads.push_back(std::move(spread));
      ChooseSpread(with);
      chain_.spreads.pop_back();
    }
    for (std::size_t i = 0; i < factors.size(); ++i) lacking_[i] *= factors[i];
    factors_ = factors;
  }

  // The best order of the host axes of its factors above 1; each of them is first in turn.
  std::pair<Spread, int> BestOrder(const Side& axis, const std::vector<int>& factors) const {
    std::vector<int> over;
    for (int i = 0; i < static_cast<int>(factors.size()); ++i) {
      if (factors[Count(i)] > 1) over.push_back(i);
    }
    std::optional<Spread> best;
    int least = kUnknownEdge;
    for (std::size_t turn = 0; turn < over.size(); ++turn) {
      Part part;
      for (const int i : over) part.lengths.push_back(factors[Count(i)]);
      const bool closes = over.size() >= 2 && part.lengths.front() % 2 == 0;
      if (axis.wraps) part.walk = closes ? Walk::kRing : Walk::kFold;
      const int longest = LongestEdge(part, over);
      if (longest < least) best = Spread{axis, over, std::move(part)};
      least = std::min(least, longest);
      std::rotate(over.begin(), over.begin() + 1, over.end());
    }
    return {*std::move(best), least};
  }

  // lacking_ has the factors that the host axes still need.
  int LongestEdge(const Part& part, const std::vector<int>& over) const {
    const auto later = [&](std::size_t i) { return lacking_[Count(over[i])]; };
    const std::size_t last = over.size() - 1;
    int longest = later(last);
    const bool folds = part.walk == Walk::kFold;
    if (folds && part.lengths[last] >= 3) longest *= 2;
    for (std::size_t i = 0; i < last; ++i)
      longest = std::max(longest, later(i) + (folds ? later(last) : 0));
    return longest;
  }

  const Pair& pair_;
  Effort& effort_;
  bool on_torus_;
  Sides left_;                // guest axes that are neither base nor spread yet, falling
  std::vector<int> lacking_;  // by host axis: the product of the factors that it still needs
  std::vector<int> factors_;  // of the axis being spread, by host axis
  Chain chain_;
  std::optional<Cost> best_;
  std::optional<Chain> best_chain_;
};

// Builds the steps. Axes have numbers: the host's first, then the axes to spread in order.
class ChainBuilder {
 public:
  ChainBuilder(const Pair& pair, const Chain& chain)
      : chain_(chain), to_mesh_(!IsTorus(pair.host)), sides_(chain.bases) {
    for (const Spread& spread : chain.spreads) sides_.push_back(spread.axis);
    for (const int axis : OrderOfAxes(sides_, pair.guest)) axes_.push_back(axis);
  }

  std::vector<ConstructionStep> Run() && {
    for (std::size_t i = 0; i < chain_.spreads.size(); ++i) Add(i);
    std::vector<int> last(chain_.bases.size());
    std::iota(last.begin(), last.end(), 0);
    Arrange(last);
    return std::move(steps_);
  }

 private:
  int NumberOf(std::size_t spread) const { return static_cast<int>(chain_.bases.size() + spread); }

  // Puts the axes into this order.
  void Arrange(const std::vector<int>& numbers) {
    std::vector<int> order;
    for (const int number : numbers)
      order.push_back(static_cast<int>(std::ranges::find(axes_, number) - axes_.begin()));
    AddPermute(std::move(order), kSource, steps_);
    axes_ = numbers;
  }

  // Adds the step of a spread. Order of axes: the host axes that it is spread over, the other host
  // axes, the axes spread later, the axis itself.
  void Add(std::size_t index) {
    const Spread& spread = chain_.spreads[index];
    std::vector<int> order = spread.over;
    for (int i = 0; i < NumberOf(chain_.spreads.size()); ++i) {
      const bool base = i < NumberOf(0) && std::ranges::count(spread.over, i) == 0;
      if (base || i > NumberOf(index)) order.push_back(i);
    }
    order.push_back(NumberOf(index));
    Arrange(order);
    axes_.pop_back();
    Absorb absorb{{}, {}, {spread.part}};
    for (const int axis : axes_) {
      const Side& side = sides_[Count(axis)];
      absorb.base.push_back(side.length);
      absorb.folded.push_back(to_mesh_ && index == 0 && axis < NumberOf(0) && side.wraps);
    }
    for (std::size_t i = 0; i < spread.over.size(); ++i)
      sides_[Count(spread.over[i])].length *= spread.part.lengths[i];
    steps_.push_back({std::move(absorb), kSource});
  }

  static constexpr const char* kSource = "Tao 3.4.2";
  const Chain& chain_;
  bool to_mesh_;
  Sides sides_;            // by number, with their current lengths
  std::vector<int> axes_;  // the numbers of the current axes
  std::vector<ConstructionStep> steps_;
};

}  // namespace

std::optional<Construction> ReductionChain(const Pair& pair, Effort& effort) {
  if (pair.guest.size() < pair.host.size() + 2 || pair.walk) return std::nullopt;
  ChainSearch search(pair, effort);
  const std::optional<Chain> chain = search.Run();
  if (!chain) return std::nullopt;
  return Construction{.steps = ChainBuilder(pair, *chain).Run(), .dilation = search.longest()};
}

}  // namespace toroid::tao
