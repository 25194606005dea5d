// Tori that are larger than their hypercube: blocks on rings, and out and back (docs/spec/gray.md,
// Y6.8). Compares predictions with a walk along every path, and the load factor with every side and
// every way to lay the blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/gray/compose.h"
#include "gen/gray/plan.h"
#include "tests/oracle/oracle.h"
#include "tests/property/gray_testing.h"

namespace toroid::gray::gray_torus_blocks_test {
namespace {

using gray_testing::ExpectHolds;

// The least load factor at dilation one, from axis `axis` on: blocks of any side, where a Gray code
// closes over an even number of them or over one or two, and out and back, where it need not close.
int LightestOnGrayCodes(const std::vector<int>& lengths, std::size_t axis, int dimensions) {
  if (axis == lengths.size()) return 1;
  int best = 1 << 30;
  for (int side = 1; side <= lengths[axis]; ++side) {
    const int blocks = (lengths[axis] + side - 1) / side;
    if (blocks % 2 != 0 && blocks > 1 && side % 2 != 0) continue;
    int bits = 0;
    while (1 << bits < blocks) ++bits;
    if (bits <= dimensions)
      best = std::min(best, side * LightestOnGrayCodes(lengths, axis + 1, dimensions - bits));
  }
  return best;
}

TEST(GrayTorusBlocks, PlansHoldAndAreTheLightestOnGrayCodes) {
  std::vector<int> lengths;
  for (int length = 2; length <= 13; ++length) lengths.push_back(length);
  int plans = 0;
  int lighter = 0;
  for (const std::vector<int>& shape : oracle::AllShapes(3, 100, lengths)) {
    if (std::ranges::max(shape) == 2) continue;
    const Graph guest = Graph::Create(Kind::kTorus, shape).value();
    for (int dimensions = 0; 1U << dimensions < guest.size() && dimensions <= 5; ++dimensions) {
      std::uint32_t least = guest.size();
      for (int dilation = 1; dilation <= kMostDilation; ++dilation) {
        const Plan plan = PlanContraction(guest, dimensions, dilation).value();
        ExpectHolds(plan);
        EXPECT_EQ(plan.dimensions, dimensions);
        EXPECT_LE(plan.dilation, dilation) << Describe(plan);
        EXPECT_LE(plan.load_factor, least) << Describe(plan);
        EXPECT_GE(plan.load_factor, plan.optimal_load_factor) << Describe(plan);
        lighter += dilation > 1 && plan.load_factor < least;
        least = plan.load_factor;
        if (dilation == 1) {
          EXPECT_EQ(static_cast<int>(least), LightestOnGrayCodes(shape, 0, dimensions))
              << Describe(plan);
        }
        ++plans;
      }
    }
  }
  EXPECT_GT(plans, 1000);
  EXPECT_GT(lighter, 50);
}

struct Example {
  const char* lengths;
  int dimensions;
  int dilation;
  std::uint32_t load_factor;
};

TEST(GrayTorusBlocks, ExamplesOfTheDocument) {
  for (const auto& [lengths, dimensions, dilation, load_factor] : {Example{"8x8", 4, 1, 4},
                                                                   {"6x6", 4, 1, 3},
                                                                   {"6x10", 4, 1, 5},
                                                                   {"6x10", 4, 2, 4},
                                                                   {"5x5", 4, 1, 4},
                                                                   {"5x5", 4, 2, 3}}) {
    const Graph guest = Graph::Parse(std::string("torus:") + lengths).value();
    const Plan plan = PlanContraction(guest, dimensions, dilation).value();
    EXPECT_EQ(plan.load_factor, load_factor) << Describe(plan);
    EXPECT_LE(plan.dilation, dilation);
  }
}

// Lemma 5 for rings: blocks leave the dilation alone, and multiply the congestion of an axis by the
// block's face across it.
TEST(GrayTorusBlocks, LoadAndCongestionGrowAsLemma5Says) {
  for (const std::vector<int>& blocks : std::vector<std::vector<int>>{{1, 3}, {2, 2}, {3, 2}}) {
    const std::vector<int> rings{6, 8};
    const std::vector<int> guest{rings[0] * blocks[0], rings[1] * blocks[1]};
    const CubeEmbedding mesh = GrayMesh({2, 2});
    const Costs alone = Measure(Wrap(mesh, {2, 2}, {}, rings));
    const Costs costs = Measure(Wrap(mesh, {2, 2}, blocks, guest));
    EXPECT_EQ(costs.dilation, alone.dilation);
    EXPECT_EQ(static_cast<int>(costs.load_factor), blocks[0] * blocks[1]);
    for (std::size_t a = 0; a < 2; ++a)
      EXPECT_EQ(costs.axis_congestion[a], alone.axis_congestion[a] * blocks[1 - a]);
  }
}

TEST(GrayTorusBlocks, OutAndBackPutsNodesAsFarFromEitherEndOnOnePlace) {
  for (int length = 2; length <= 40; ++length) {
    for (int side = 2; side <= length; side += 2) {
      const std::vector<RingPlace> places = BlockPlaces(length, side, kOutAndBack);
      std::vector<int> held(static_cast<std::size_t>((length + side - 1) / side), 0);
      for (int x = 0; x < length; ++x) {
        const int here = places[static_cast<std::size_t>(x)].column;
        const int next = places[static_cast<std::size_t>((x + 1) % length)].column;
        EXPECT_LE(std::abs(here - next), 1) << length << " by " << side << " at " << x;
        ++held.at(static_cast<std::size_t>(here));
      }
      for (std::size_t block = 0; block + 1 < held.size(); ++block) EXPECT_EQ(held[block], side);
      EXPECT_GE(held.back(), 1);
    }
  }
}

}  // namespace
}  // namespace toroid::gray::gray_torus_blocks_test
