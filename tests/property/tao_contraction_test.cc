// Contraction (Tao, chapter 5) by brute force: every guest of at most 64 nodes on every host whose
// size divides its own.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>

#include "tests/property/tao_testing.h"

namespace toroid::tao::tao_contraction_test {
namespace {

TEST(TaoContraction, EveryHostNodeHoldsEquallyManyAndTheCostIsAsPredicted) {
  int built = 0;
  ForEachLargerGuest(64, [&](const Graph& guest, const Graph& host) {
    const auto construction = Construct(guest, host);
    if (!construction) return;
    const Mapping mapping(guest, host, *construction);
    ASSERT_EQ(mapping.ranks(), guest.size() / host.size());
    ASSERT_TRUE(RanksPartitionTheGuest(guest, host, mapping)) << PairText(guest, host);
    ASSERT_EQ(MeasuredDilation(guest, host, mapping), construction->dilation)
        << PairText(guest, host);
    ++built;
  });
  EXPECT_EQ(built, 33800);
  std::cout << built << " pairs compared\n";
}

// The cheapest over every list of block sides and every choice of mirrored axes, none left out.
std::optional<int> Cheapest(const Sides& guest, const Sides& host, int ratio, Sides left) {
  std::optional<int> best;
  const auto take = [&](std::optional<int> cost) {
    if (cost && (!best || *cost < *best)) best = cost;
  };
  if (guest.empty()) {
    if (ratio != 1) return std::nullopt;
    Effort effort(kUsualEffort);
    const auto rest = CheapestEmbedding({left, host, std::nullopt, Read::kEveryWay}, effort);
    return rest ? rest->dilation : std::nullopt;
  }
  const Side axis = guest.front();
  for (int side = 1; side <= axis.length; ++side) {
    if (axis.length % side != 0 || ratio % side != 0) continue;
    for (const bool mirrored : {false, true}) {
      if (mirrored && (!axis.wraps || side % 2 != 0)) continue;
      Sides more = left;
      const int length = axis.length / side;
      if (length > 1) more.push_back({length, axis.wraps && length >= 3 && !mirrored});
      take(Cheapest(Sides(guest.begin() + 1, guest.end()), host, ratio / side, more));
    }
  }
  return best;
}

TEST(TaoContraction, NoChoiceOfBlocksAndMirrorsIsCheaper) {
  int refused = 0;
  ForEachLargerGuest(36, [&](const Graph& guest, const Graph& host) {
    const auto construction = Construct(guest, host);
    const auto best =
        Cheapest(SidesOf(guest), SidesOf(host), static_cast<int>(guest.size() / host.size()), {});
    ASSERT_EQ(construction.ok(), best.has_value()) << PairText(guest, host);
    if (construction) {
      ASSERT_EQ(construction->dilation, best) << PairText(guest, host);
    } else {
      ++refused;
    }
  });
  EXPECT_GT(refused, 0);
}

// The cases of 5.3 that the thesis shows to be optimal.
TEST(TaoContraction, TheCasesThatAreProvedOptimalCostOne) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"mesh:8x8", "mesh:4x4"},        {"ring:24", "mesh:3x2"},
      {"ring:36", "mesh:3x3"},         {"torus:12x20", "mesh:3x5x2x2"},
      {"torus:12x12", "mesh:3x2x3x2"}, {"mesh:4x3x5", "mesh:5x4"},
      {"mesh:4x6x5", "torus:3x2"},     {"torus:9x4x6", "torus:3x2"},
      {"torus:12x5x8", "mesh:3x2"},    {"torus:12x12x7", "mesh:3x3"},
      {"hypercube:10", "torus:8x8"},
  };
  for (const auto& [guest_text, host_text] : cases) {
    const Graph guest = Graph::Parse(guest_text).value();
    const Graph host = Graph::Parse(host_text).value();
    const auto construction = Construct(guest, host);
    ASSERT_TRUE(construction) << PairText(guest, host);
    const bool cube = guest.kind() == Kind::kHypercube;
    EXPECT_EQ(construction->dilation, cube ? 2 : 1) << PairText(guest, host);
    EXPECT_EQ(MeasuredDilation(guest, host, Mapping(guest, host, *construction)),
              construction->dilation);
  }
}

}  // namespace
}  // namespace toroid::tao::tao_contraction_test
