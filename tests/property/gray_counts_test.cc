// The counts of Figure 2, Theorem 2 and the lists of section 5, against the conditions written out
// and tried for every split.
#include "tests/oracle/gray_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace toroid::gray::gray_counts_test {
namespace {

using Triple = std::array<int, 3>;

std::int64_t Ceil2(std::int64_t x) {
  std::int64_t power = 1;
  while (power < x) power *= 2;
  return power;
}

// Method 3: l_i <= r_i 2^(n_i) with r = 3x3x3 or 3x3x7, any order, in as large a cube.
bool MethodThree(const Triple& l, std::int64_t all) {
  for (const Triple& r : {Triple{3, 3, 3}, {7, 3, 3}, {3, 7, 3}, {3, 3, 7}}) {
    std::int64_t cube = r[0] * r[1] * r[2] > 27 ? 64 : 32;
    for (std::size_t i = 0; i < 3; ++i) {
      for (int length = r[i]; length < l[i]; length *= 2) cube *= 2;
    }
    if (cube == all) return true;
  }
  return false;
}

// Method 4, every split of every axis.
bool MethodFour(const Triple& l, std::int64_t all) {
  for (std::size_t s = 0; s < 3; ++s) {
    for (std::int64_t part = 1; part <= l[s]; ++part) {
      const std::int64_t other = (l[s] + part - 1) / part;
      if (Ceil2(l[(s + 1) % 3] * part) * Ceil2(other * l[(s + 2) % 3]) == all) return true;
    }
  }
  return false;
}

int SlowMethod(const Triple& l) {
  const std::int64_t all = Ceil2(std::int64_t{l[0]} * l[1] * l[2]);
  if (Ceil2(l[0]) * Ceil2(l[1]) * Ceil2(l[2]) == all) return 1;
  for (std::size_t i = 0; i < 3; ++i) {
    if (Ceil2(std::int64_t{l[(i + 1) % 3]} * l[(i + 2) % 3]) * Ceil2(l[i]) == all) return 2;
  }
  if (MethodThree(l, all)) return 3;
  return MethodFour(l, all) ? 4 : 0;
}

TEST(GrayCounts, MethodsAreThoseOfTheConditionsWrittenOut) {
  std::array<int, 5> seen{};
  for (int a = 1; a <= 64; ++a) {
    for (int b = a; b <= 64; ++b) {
      for (int c = b; c <= 64; ++c) {
        const int method = PaperMethod(a, b, c);
        EXPECT_EQ(method, SlowMethod({a, b, c})) << a << "x" << b << "x" << c;
        EXPECT_EQ(method, PaperMethod(c, a, b));
        ++seen[static_cast<std::size_t>(method)];
      }
    }
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

// The smallest cube of each method by itself, every split tried.
std::array<std::int64_t, 4> SlowCubes(const Triple& l) {
  std::array<std::int64_t, 4> cubes{};
  cubes.fill(std::int64_t{1} << 40);
  cubes[0] = Ceil2(l[0]) * Ceil2(l[1]) * Ceil2(l[2]);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t one = l[(i + 1) % 3];
    const std::int64_t other = l[(i + 2) % 3];
    cubes[1] = std::min(cubes[1], Ceil2(one * other) * Ceil2(l[i]));
    for (std::int64_t part = 1; part <= l[i]; ++part) {
      const std::int64_t rest = (l[i] + part - 1) / part;
      cubes[3] = std::min(cubes[3], Ceil2(one * part) * Ceil2(rest * other));
    }
  }
  for (std::int64_t cube = 1; cube < cubes[2]; cube *= 2) {
    if (MethodThree(l, cube)) cubes[2] = cube;
  }
  return cubes;
}

TEST(GrayCounts, ExtraDimensionsAreThoseOfTheBestMethodSoFar) {
  std::array<int, 3> seen{};  // by cube that Gray codes need
  for (int a = 1; a <= 40; ++a) {
    for (int b = a; b <= 40; ++b) {
      for (int c = b; c <= 40; ++c) {
        const std::int64_t least = Ceil2(std::int64_t{a} * b * c);
        const auto extra = PaperExtra(a, b, c);
        std::int64_t best = std::int64_t{1} << 40;
        for (std::size_t m = 0; m < 4; ++m) {
          best = std::min(best, SlowCubes({a, b, c})[m]);
          EXPECT_EQ(least << extra[m], best) << a << "x" << b << "x" << c << ", method " << m + 1;
        }
        ++seen.at(static_cast<std::size_t>(extra[0]));
      }
    }
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

// Lengths up to 512 take seconds.
const std::vector<MethodCounts>& UpTo512() {
  static const std::vector<MethodCounts> counts = CountMethods(9);
  return counts;
}

// docs/spec/gray.md, Y5.6.
TEST(GrayCounts, SharesInLargerCubesAreThoseOfTheTable) {
  const auto& counts = UpTo512();
  const std::array<double, 9> twice{100,    100,    99.805, 98.755, 96.857,
                                    94.786, 93.235, 92.179, 91.509};
  for (std::size_t row = 0; row < 9; ++row) {
    EXPECT_NEAR(counts[row].Share(1, 1), twice[row], 0.000501) << "n = " << row + 1;
    EXPECT_EQ(counts[row].Share(1, 2), 100);
    EXPECT_EQ(counts[row].Share(2, 1), 100);
  }
}

TEST(GrayCounts, CountsAreOfAllOrdersOfAllLengths) {
  const auto counts = CountMethods(4);
  ASSERT_EQ(counts.size(), 4U);
  for (const MethodCounts& count : counts) {
    std::array<std::uint64_t, 5> slow{};
    const int longest = 1 << count.bits;
    for (int a = 1; a <= longest; ++a) {
      for (int b = 1; b <= longest; ++b) {
        for (int c = 1; c <= longest; ++c) ++slow[static_cast<std::size_t>(SlowMethod({a, b, c}))];
      }
    }
    EXPECT_EQ(count.first, slow) << count.bits;
    EXPECT_EQ(count.meshes, static_cast<std::uint64_t>(longest * longest * longest));
  }
}

// docs/spec/gray.md, Y5.6, every row.
TEST(GrayCounts, SharesAreThoseOfTheTable) {
  const double table[9][4] = {{100, 100, 100, 100},
                              {98.438, 98.438, 100, 100},
                              {77.148, 95.312, 99.219, 99.219},
                              {59.912, 91.431, 96.045, 96.509},
                              {46.146, 88.681, 91.983, 94.202},
                              {37.849, 85.553, 88.137, 93.182},
                              {32.879, 83.660, 85.594, 93.914},
                              {30.103, 82.323, 83.943, 94.935},
                              {28.547, 81.488, 82.929, 96.118}};
  const auto& counts = UpTo512();
  ASSERT_EQ(counts.size(), 9U);
  for (std::size_t row = 0; row < 9; ++row) {
    for (int method = 1; method <= 4; ++method) {
      EXPECT_NEAR(counts[row].Share(method), table[row][method - 1], 0.000501)
          << "n = " << row + 1 << ", methods 1 to " << method;
    }
  }
}

// Figure 2 at n = 9 as section 5 gives it, to a tenth of a per cent.
TEST(GrayCounts, MethodsCoverThePublishedSharesUpTo512) {
  const MethodCounts& all = UpTo512().back();
  EXPECT_EQ(all.meshes, 512ULL * 512 * 512);
  EXPECT_NEAR(all.Share(1), 28.5, 0.05);
  EXPECT_NEAR(all.Share(2), 81.5, 0.05);
  EXPECT_NEAR(all.Share(3), 82.9, 0.05);
  EXPECT_NEAR(all.Share(4), 96.1, 0.05);
}

TEST(GrayCounts, FiveByFiveByFiveIsTheOnlyOneUncoveredUpTo128NodesAndFourMoreUpTo256) {
  EXPECT_EQ(Uncovered(128), (std::vector<Triple>{{5, 5, 5}}));
  EXPECT_EQ(Uncovered(256),
            (std::vector<Triple>{{3, 5, 17}, {3, 9, 9}, {5, 5, 5}, {5, 5, 10}, {5, 7, 7}}));
}

// Theorem 2 for two and three axes as section 3.1 writes them out, and the shares it is the limit
// of.
// Every expansion: the shares of a number of axes make one, tend to the limit, and are Theorem 2's
// for the smallest cube.
TEST(GrayCounts, SharesOfEveryExpansionTendToTheirLimit) {
  for (int axes = 1; axes <= 4; ++axes) {
    double sum = 0;
    double counted = 0;
    for (int beta = 0; beta < axes; ++beta) {
      const double limit = GrayShareLimit(axes, beta);
      EXPECT_GE(limit, 0);
      sum += limit;
      double before = 1;
      for (int bits = 3; bits <= 6; ++bits) {
        const double off = std::abs(GrayShare(axes, bits, beta) - limit);
        EXPECT_LE(off, axes * 2.0 / (1 << bits)) << axes << " axes, beta " << beta;
        EXPECT_TRUE(off < before || off < 1e-12) << axes << " axes, beta " << beta;
        before = off;
      }
      counted += GrayShare(axes, 4, beta);
    }
    EXPECT_NEAR(sum, 1, 1e-12) << axes;
    EXPECT_NEAR(counted, 1, 1e-12) << axes;
    EXPECT_NEAR(GrayShareLimit(axes, axes), 0, 1e-12) << "never so much";
  }
}

TEST(GrayCounts, SharesTendToTheorem2) {
  const double ln2 = std::log(2.0);
  EXPECT_NEAR(GrayShareLimit(1), 1, 1e-12);
  EXPECT_NEAR(GrayShareLimit(2), 2 * (1 - ln2), 1e-12);
  EXPECT_NEAR(GrayShareLimit(3), 4 * (1 - ln2 - ln2 * ln2 / 2), 1e-12);
  for (int axes = 1; axes <= 3; ++axes) {
    double before = 1;
    for (int bits = 3; bits <= 8; ++bits) {
      const double off = std::abs(GrayShare(axes, bits) - GrayShareLimit(axes));
      EXPECT_LE(off, axes * 2.0 / (1 << bits)) << axes << " axes, " << bits << " bits";
      EXPECT_TRUE(off < before || off == 0) << axes << " axes, " << bits << " bits";
      before = off;
    }
  }
  for (int axes = 2; axes <= 12; ++axes) EXPECT_LT(GrayShareLimit(axes), GrayShareLimit(axes - 1));
}

}  // namespace
}  // namespace toroid::gray::gray_counts_test
