// Idea. Each method is a condition on lengths: the cubes of its factors have as many dimensions
// together as the smallest cube for all nodes. No embedding is made, and orders of the same lengths
// are counted at once.
//
// Method 4 needs a split l2 <= a b such that l1 x a and b x l3 do not waste a dimension. For each
// cube of l1 x a the largest a is best, because it leaves the smallest b. So there is one a for
// each number of dimensions, a handful, instead of l2 of them.
//
// Example, 5 x 10 x 11: as a pair, 5 x 10 takes 6 dimensions and 11 takes 4, which is what 550
// nodes need: method 2.
//
// Methods do not apply to more than three axes; solver.cc has no such limit but is slower by some
// orders of magnitude.
//
// Source: Ho and Johnsson, section 5, Figure 2 and the last paragraph; section 3.1, Theorem 2. That
// every pair has a dilation-two embedding in its smallest cube is plane.cc.
#include "tests/oracle/gray_counts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "gen/gray/cube_embedding.h"
#include "gen/support/integers.h"

namespace toroid::gray {
namespace {

using Lengths = std::array<int, 3>;

// Dimensions of the smallest cube for a number of nodes, a pair of axes, all three axes.
int Bits(std::int64_t count) { return CubeBits(static_cast<std::uint64_t>(count)); }
int PairBits(int a, int b) { return Bits(std::int64_t{a} * b); }
int AllBits(const Lengths& l) { return Bits(std::int64_t{l[0]} * l[1] * l[2]); }

// Any two axes as a plane, the third by a Gray code.
bool ByPair(const Lengths& l, int least) {
  for (std::size_t third = 0; third < 3; ++third) {
    if (PairBits(l[(third + 1) % 3], l[(third + 2) % 3]) + Bits(l[third]) == least) return true;
  }
  return false;
}

// The least n such that length <= part 2^n.
int Doublings(int length, int part) { return Bits(CeilDiv(length, part)); }

// 3x3x3 takes 5 dimensions, 3x3x7 takes 6.
bool ByTriple(const Lengths& l, int least) {
  const int threes = Doublings(l[0], 3) + Doublings(l[1], 3) + Doublings(l[2], 3);
  if (5 + threes == least) return true;
  for (const int length : l) {
    if (6 + threes - Doublings(length, 3) + Doublings(length, 7) == least) return true;
  }
  return false;
}

// One of the axes split between the two others.
bool BySplit(const Lengths& l, int least) {
  for (std::size_t split = 0; split < 3; ++split) {
    const int one = l[(split + 1) % 3];
    const int other = l[(split + 2) % 3];
    for (int bits = Bits(one); bits <= least; ++bits) {
      const int part = std::min(l[split], static_cast<int>((std::int64_t{1} << bits) / one));
      if (PairBits(CeilDiv(l[split], part), other) + bits == least) return true;
      if (part == l[split]) break;
    }
  }
  return false;
}

// The dimensions that each method needs too many. Two axes as a plane waste less than half of their
// cube, and a third one less than half of its own, so planes need at most one dimension too many.
// The other methods count only if they need none.
std::array<int, 4> ExtraOf(const Lengths& l) {
  const int least = AllBits(l);
  const int gray = Bits(l[0]) + Bits(l[1]) + Bits(l[2]) - least;
  if (gray == 0) return {};
  if (ByPair(l, least)) return {gray, 0, 0, 0};
  if (ByTriple(l, least)) return {gray, 1, 0, 0};
  return {gray, 1, 1, BySplit(l, least) ? 0 : 1};
}

// The first method that reaches the smallest cube.
int MethodFor(const std::array<int, 4>& extra) {
  const auto found = std::ranges::find(extra, 0);
  return found == extra.end() ? 0 : static_cast<int>(found - extra.begin()) + 1;
}

// The number of orders of the lengths.
std::uint64_t Orders(const Lengths& l) {
  if (l[0] == l[1] && l[1] == l[2]) return 1;
  return l[0] == l[1] || l[1] == l[2] ? 3 : 6;
}

}  // namespace

std::array<int, 4> PaperExtra(int l1, int l2, int l3) { return ExtraOf({l1, l2, l3}); }
int PaperMethod(int l1, int l2, int l3) { return MethodFor(ExtraOf({l1, l2, l3})); }

double MethodCounts::Share(int method, int beta) const {
  const auto& by_extra = extra[static_cast<std::size_t>(method) - 1];
  const std::uint64_t covered =
      std::accumulate(by_extra.begin(), by_extra.begin() + beta + 1, std::uint64_t{0});
  return 100.0 * static_cast<double>(covered) / static_cast<double>(meshes);
}

// Sorted lengths represent all their orders. Counts by the largest length's bits, then sums up:
// meshes of up to 2^bits on each axis.
std::vector<MethodCounts> CountMethods(int most_bits) {
  std::vector<MethodCounts> counts(static_cast<std::size_t>(most_bits) + 1);
  for (int l3 = 1; l3 <= 1 << most_bits; ++l3) {
    MethodCounts& here = counts[static_cast<std::size_t>(Bits(l3))];  // the largest length's
    for (int l2 = 1; l2 <= l3; ++l2) {
      for (int l1 = 1; l1 <= l2; ++l1) {
        const Lengths l{l1, l2, l3};
        const std::array<int, 4> extra = ExtraOf(l);
        here.first[static_cast<std::size_t>(MethodFor(extra))] += Orders(l);
        for (std::size_t m = 0; m < 4; ++m)
          here.extra[m][static_cast<std::size_t>(extra[m])] += Orders(l);
      }
    }
  }
  for (std::size_t bits = 1; bits < counts.size(); ++bits) {
    counts[bits].bits = static_cast<int>(bits);
    counts[bits].meshes = std::uint64_t{1} << (3 * bits);
    for (std::size_t m = 0; m < 5; ++m) counts[bits].first[m] += counts[bits - 1].first[m];
    for (std::size_t m = 0; m < 4; ++m) {
      for (std::size_t e = 0; e < 3; ++e) counts[bits].extra[m][e] += counts[bits - 1].extra[m][e];
    }
  }
  counts.erase(counts.begin());
  return counts;
}

// Lengths ascend, so each mesh is visited once.
std::vector<std::array<int, 3>> Uncovered(int most_nodes) {
  std::vector<Lengths> found;
  for (int a = 1; a * a * a <= most_nodes; ++a) {
    for (int b = a; a * b * b <= most_nodes; ++b) {
      for (int c = b; a * b * c <= most_nodes; ++c) {
        if (PaperMethod(a, b, c) == 0) found.push_back({a, b, c});
      }
    }
  }
  return found;
}

namespace {

// The volume of the points of the unit cube of `axes` axes whose coordinates' product is `least`
// at least: 1 - p (sum over i < k of (-ln p)^i / i!).
double Volume(int axes, double least) {
  double sum = 0;
  double term = 1;
  for (int i = 0; i < axes; ++i) {
    sum += term;
    term *= -std::log(least) / (i + 1);
  }
  return 1 - least * sum;
}

// The probability that the product of `axes` numbers from (1/2, 1] is 2^-bits at least: those of
// (0, 1] without those with numbers below 1/2, by inclusion and exclusion. For bits = 1 no product
// with a number below 1/2 counts, which is Theorem 2.
double ProductAtLeast(int axes, int bits) {
  double sum = 0;
  double ways = 1;  // to choose j axes, by (-1/2)^j
  for (int j = 0; j < std::min(bits, axes + 1); ++j) {
    sum += ways * Volume(axes, std::ldexp(1.0, j - bits));
    ways *= -0.5 * (axes - j) / (j + 1);
  }
  return std::ldexp(sum, axes);
}

// The number of choices of lengths low .. high from axis `axis` on that make, with the `product` of
// those before, a mesh whose smallest cube has `dimensions`.
std::uint64_t CountWith(int axes, int low, int high, std::uint64_t product, int dimensions) {
  if (axes == 0) return CubeBits(product) == dimensions ? 1 : 0;
  std::uint64_t count = 0;
  for (int length = low; length <= high; ++length) {
    count +=
        CountWith(axes - 1, low, high, product * static_cast<std::uint64_t>(length), dimensions);
  }
  return count;
}

}  // namespace

// The probability of a product of at most 2^-beta and more than half of that.
double GrayShareLimit(int axes, int beta) {
  return ProductAtLeast(axes, beta + 1) - ProductAtLeast(axes, beta);
}

// Counts all meshes whose lengths need the same `bits` each.
double GrayShare(int axes, int bits, int beta) {
  assert(axes >= 1 && axes <= 4);
  const int high = 1 << bits;
  const std::uint64_t counted = CountWith(axes, high / 2 + 1, high, 1, axes * bits - beta);
  return static_cast<double>(counted) / std::pow(high / 2, axes);
}

}  // namespace toroid::gray
