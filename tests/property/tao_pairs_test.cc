// Theorems 3.3.1 to 3.4.4 of Tao's thesis by brute force: every pair of shapes of at most 64 nodes,
// in all combinations of torus and mesh. tao_readings_test.cc has what other readings add.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>

#include "tests/property/tao_brute_force.h"

namespace toroid::tao::tao_pairs_test {
namespace {

bool Square(const Graph& graph) {
  return std::ranges::count(graph.lengths(), graph.length(Axis{0})) == graph.axes();
}

TEST(TaoPairs, EveryConstructionIsABijectionWithItsInverseAndCostsWhatWasPredicted) {
  int built = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const auto construction = Construct(guest, host);
          if (!construction) return;
          const Mapping mapping(guest, host, *construction);
          ASSERT_EQ(mapping.ranks(), 1U);
          ASSERT_TRUE(RanksPartitionTheGuest(guest, host, mapping)) << PairText(guest, host);
          ASSERT_EQ(MeasuredDilation(guest, host, mapping), construction->dilation)
              << PairText(guest, host);
          ++built;
        });
      }
    }
  }
  EXPECT_EQ(built, 31890);
  std::cout << built << " pairs compared\n";
}

// With the shapes as given, a construction exists exactly where a theorem applies, it has the
// predicted cost, and no choice of factors, order or walk is cheaper.
TEST(TaoPairs, NoChoiceIsCheaperAndTheoremsAreFoundWhereverTheyApply) {
  int built = 0;
  int refused = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const auto construction = AsTheyAre(guest, host);
          ++(construction ? built : refused);
          const int best = BestByTheorems({guest, host, AsItIs(guest), AsItIs(host)});
          // several steps: tao_square_test.cc
          if (best == kNone && Square(guest) && Square(host)) return;
          ASSERT_EQ(construction.has_value(), best < kNone) << PairText(guest, host);
          if (!construction) return;
          ASSERT_EQ(construction->dilation, best) << PairText(guest, host);
          ASSERT_EQ(MeasuredDilation(guest, host, Mapping(guest, host, *construction)), best)
              << PairText(guest, host);
        });
      }
    }
  }
  EXPECT_EQ(built, 28748);
  EXPECT_EQ(refused, 7260);
  std::cout << built << " pairs embed, " << refused << " are refused\n";
}

TEST(TaoPairs, AForcedWalkGivesABijectionThatCostsNoMoreThanPredicted) {
  int built = 0;
  int unpredicted = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          for (const Walk walk : kWalks) {
            const auto construction = Construct(guest, host, walk);
            if (!construction) continue;
            const Mapping mapping(guest, host, *construction);
            ASSERT_TRUE(RanksPartitionTheGuest(guest, host, mapping))
                << PairText(guest, host) << " " << ToString(walk);
            ASSERT_LE(MeasuredDilation(guest, host, mapping),
                      construction->dilation.value_or(kNone))
                << PairText(guest, host);
            ++built;
            unpredicted += construction->dilation ? 0 : 1;
          }
        });
      }
    }
  }
  EXPECT_GT(built, 20000);
  EXPECT_LT(unpredicted, built / 4);
}

}  // namespace
}  // namespace toroid::tao::tao_pairs_test
