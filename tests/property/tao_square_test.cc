// Theorems 3.5.2 to 3.5.5 of Tao's thesis: every pair of square shapes of at most 4096 nodes,
// against the printed costs, which other readings of twos and fours may undercut.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numeric>

#include "tests/property/tao_testing.h"

namespace toroid::tao::tao_square_test {
namespace {

constexpr int kMost = 4096;

// l^d, or more than kMost.
int SizeOf(int length, int axes) {
  int size = 1;
  for (int i = 0; i < axes && size <= kMost; ++i) size *= length;
  return size;
}

struct Squares {
  int from;  // length of the guest's axes
  int d;
  int to;
  int c;
};

std::vector<Squares> AllSquares() {
  std::vector<Squares> all;
  for (int from = 2; from <= kMost; ++from) {
    for (int d = 1; SizeOf(from, d) <= kMost; ++d) {
      for (int c = 1; c <= 12; ++c) {
        int to = 2;
        while (SizeOf(to, c) < SizeOf(from, d)) ++to;
        if (c != d && SizeOf(to, c) == SizeOf(from, d)) all.push_back({from, d, to, c});
      }
    }
  }
  return all;
}

// The cost as printed. A torus of twos is a mesh.
int PrintedCost(const Squares& q, Kind guest, Kind host) {
  const bool torus_in_mesh = guest == Kind::kTorus && host == Kind::kMesh && q.from > 2;
  const bool odd = q.from % 2 != 0;
  const double l = q.from;
  if (q.d > q.c)
    return (torus_in_mesh ? 2 : 1) *
           static_cast<int>(std::lround(std::pow(l, static_cast<double>(q.d - q.c) / q.c)));
  const int twice = torus_in_mesh && odd ? 2 : 1;
  return twice * static_cast<int>(
                     std::lround(std::pow(l, static_cast<double>(q.d - std::gcd(q.d, q.c)) / q.c)));
}

void ExpectExact(const Graph& guest, const Graph& host, const Construction& construction) {
  const Mapping mapping(guest, host, construction);
  ASSERT_TRUE(RanksPartitionTheGuest(guest, host, mapping)) << PairText(guest, host);
  ASSERT_EQ(MeasuredDilation(guest, host, mapping), construction.dilation) << PairText(guest, host);
}

TEST(TaoSquares, EveryPairUpTo4096NodesEmbedsAtThePrintedCostOrLess) {
  int several_steps = 0;
  int less = 0;
  for (const Squares& q : AllSquares()) {
    const auto shape = [](int axes, int length) {
      return Lengths(static_cast<std::size_t>(axes), length);
    };
    ForEachKind(shape(q.d, q.from), shape(q.c, q.to), [&](const Graph& guest, const Graph& host) {
      const auto printed = AsTheyAre(guest, host);
      ASSERT_TRUE(printed) << PairText(guest, host);
      ASSERT_EQ(printed->dilation, PrintedCost(q, guest.kind(), host.kind()))
          << PairText(guest, host);
      ExpectExact(guest, host, *printed);
      const std::string& source = printed->steps.front().source;
      several_steps += source == "Tao 3.5.3" || source == "Tao 3.5.5" ? 1 : 0;
      const auto construction = Construct(guest, host);
      ASSERT_TRUE(construction) << PairText(guest, host);
      ASSERT_LE(construction->dilation, printed->dilation) << PairText(guest, host);
      if (construction->dilation == printed->dilation) return;
      ExpectExact(guest, host, *construction);
      ++less;
    });
  }
  EXPECT_GT(several_steps, 20);
  EXPECT_EQ(less, 52);
  std::cout << less << " pairs cost less than printed\n";
}

// 9^5 = 3^10 = 243^2 nodes: the only way in three steps on an odd torus that is small enough to
// try.
TEST(TaoSquares, AnOddTorusInThreeSteps) {
  ForEachKind({9, 9, 9, 9, 9}, {243, 243}, [&](const Graph& guest, const Graph& host) {
    const auto construction = Construct(guest, host);
    ASSERT_TRUE(construction) << PairText(guest, host);
    const Mapping mapping(guest, host, *construction);
    EXPECT_TRUE(RanksPartitionTheGuest(guest, host, mapping)) << PairText(guest, host);
    const int twice = guest.kind() == Kind::kTorus && host.kind() == Kind::kMesh ? 2 : 1;
    EXPECT_EQ(construction->dilation, 27 * twice);
    EXPECT_EQ(MeasuredDilation(guest, host, mapping), construction->dilation)
        << PairText(guest, host);
  });
}

}  // namespace
}  // namespace toroid::tao::tao_square_test
