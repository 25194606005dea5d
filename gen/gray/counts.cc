// Idea. Each method is a condition on lengths: the cubes of its factors have as many dimensions
// together as the smallest cube for all nodes. No embedding is made, and orders of the same lengths
// are counted at once.
//
// Method 4 asks for a split l2 <= a b such that l1 x a and b x l3 do not waste a dimension. Of all
// a with the same cube for l1 x a the largest serves best, as it leaves the smallest b; so there is
// one a for each number of dimensions, a handful, instead of l2 of them.
//
// Example, 5 x 10 x 11: as a pair, 5 x 10 takes 6 dimensions and 11 takes 4, which is what 550
// nodes need: method 2.
//
// Does not apply to more than three axes; solver.cc has no such limit but is slower by some orders
// of magnitude.
//
// Source: Ho and Johnsson, section 5, Figure 2 and the last paragraph; section 3.1, Theorem 2. That
// every pair has a dilation-two embedding in its smallest cube is plane.cc.
#include "gen/gray/counts.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gen/gray/shape.h"

namespace toroid::gray {
namespace {

using Lengths = std::array<int, 3>;

// Dimensions of the smallest cube: for so many nodes, a pair of axes, all three.
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

// The first that reaches the smallest cube.
int MethodFor(const Lengths& l) {
  const int least = AllBits(l);
  if (Bits(l[0]) + Bits(l[1]) + Bits(l[2]) == least) return 1;
  if (ByPair(l, least)) return 2;
  if (ByTriple(l, least)) return 3;
  return BySplit(l, least) ? 4 : 0;
}

// How many orders the lengths have.
std::uint64_t Orders(const Lengths& l) {
  if (l[0] == l[1] && l[1] == l[2]) return 1;
  return l[0] == l[1] || l[1] == l[2] ? 3 : 6;
}

}  // namespace

int PaperMethod(int l1, int l2, int l3) { return MethodFor({l1, l2, l3}); }

double MethodCounts::Share(int method) const {
  std::uint64_t covered = 0;
  for (int m = 1; m <= method; ++m) covered += first[static_cast<std::size_t>(m)];
  return 100.0 * static_cast<double>(covered) / static_cast<double>(meshes);
}

// Sorted lengths stand for all their orders. Counted by the largest length's bits first, and summed
// up in the end: meshes of up to 2^bits on each axis.
std::vector<MethodCounts> CountMethods(int most_bits) {
  std::vector<MethodCounts> counts(static_cast<std::size_t>(most_bits) + 1);
  for (int l3 = 1; l3 <= 1 << most_bits; ++l3) {
    MethodCounts& here = counts[static_cast<std::size_t>(Bits(l3))];  // of the largest length
    for (int l2 = 1; l2 <= l3; ++l2) {
      for (int l1 = 1; l1 <= l2; ++l1) {
        const Lengths l{l1, l2, l3};
        here.first[static_cast<std::size_t>(MethodFor(l))] += Orders(l);
      }
    }
  }
  for (std::size_t bits = 1; bits < counts.size(); ++bits) {
    counts[bits].bits = static_cast<int>(bits);
    counts[bits].meshes = std::uint64_t{1} << (3 * bits);
    for (std::size_t m = 0; m < 5; ++m) counts[bits].first[m] += counts[bits - 1].first[m];
  }
  counts.erase(counts.begin());
  return counts;
}

// Lengths ascend, so each mesh is looked at once whatever its order.
std::vector<std::array<int, 3>> Uncovered(int most_nodes) {
  std::vector<Lengths> found;
  for (int a = 1; a * a * a <= most_nodes; ++a) {
    for (int b = a; a * b * b <= most_nodes; ++b) {
      for (int c = b; a * b * c <= most_nodes; ++c) {
        if (MethodFor({a, b, c}) == 0) found.push_back({a, b, c});
      }
    }
  }
  return found;
}

// Theorem 2: 2^k (1 - 1/2 sum over i < k of ln^i 2 / i!).
double GrayShareLimit(int axes) {
  double sum = 0;
  double term = 1;  // ln^i 2 / i!
  for (int i = 0; i < axes; ++i) {
    sum += term;
    term *= std::log(2.0) / (i + 1);
  }
  return std::ldexp(1 - sum / 2, axes);
}

// Counts all meshes whose lengths need the same `bits` each.
double GrayShare(int axes, int bits) {
  assert(axes >= 1 && axes <= 3);
  const int high = 1 << bits;
  const int low = high / 2 + 1;
  std::uint64_t minimal = 0;
  std::uint64_t all = 0;
  for (int a = low; a <= high; ++a) {
    for (int b = axes >= 2 ? low : high; b <= high; ++b) {
      for (int c = axes >= 3 ? low : high; c <= high; ++c) {
        ++all;
        minimal += AllBits({a, b, c}) == 3 * bits ? 1 : 0;
      }
    }
  }
  return static_cast<double>(minimal) / static_cast<double>(all);
}

}  // namespace toroid::gray
