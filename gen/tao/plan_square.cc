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
#include <numeric>

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

}  // namespace toroid::tao
