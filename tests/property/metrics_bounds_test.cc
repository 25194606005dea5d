// The bounds of docs/spec/metrics.md, section 4: never above the least dilation that an exhaustive
// search finds, and equal to it where a theorem says so.
#include <gtest/gtest.h>

#include <string>

#include "gen/metrics/metrics.h"
#include "tests/oracle/least_dilation.h"
#include "tests/property/tao_testing.h"

namespace toroid::metrics_bounds_test {
namespace {

Graph Parsed(const std::string& text) { return Graph::Parse(text).value(); }

Bound OfDilation(const std::string& guest, const std::string& host) {
  return BoundsOf(Parsed(guest), Parsed(host)).front();
}

TEST(Bounds, NoPairUpTo12NodesBeatsItsBound) {
  int pairs = 0;
  int exact = 0;
  for (const auto& [size, shapes] : tao::SmallShapes()) {
    if (size > 12) break;
    for (const tao::Lengths& from : shapes) {
      for (const tao::Lengths& to : shapes) {
        tao::ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const double bound = BoundsOf(guest, host).front().least;
          const int least = oracle::LeastDilation(guest, host);
          ASSERT_LE(bound, least) << tao::PairText(guest, host);
          exact += bound == least ? 1 : 0;
          ++pairs;
        });
      }
    }
  }
  EXPECT_EQ(pairs, 444);
  EXPECT_EQ(exact, 410);
}

TEST(Bounds, HarpersIsMetByByWeight) {
  for (int d = 1; d <= 12; ++d) {
    const std::string guest = "hypercube:" + std::to_string(d);
    const std::string host = "line:" + std::to_string(1 << d);
    const Bound bound = OfDilation(guest, host);
    const auto embedding =
        Embedding::Create(EmbeddingKind::kByWeight, Parsed(guest), Parsed(host), BitOrder::kBlock);
    EXPECT_EQ(Measure(*embedding).dilation_max, bound.least) << d;
    EXPECT_EQ(bound.source == "Harper", d >= 3) << d;
  }
  EXPECT_EQ(OfDilation("hypercube:3", "line:8").least, 4);
  EXPECT_EQ(OfDilation("hypercube:5", "line:32").least, 13);
  EXPECT_EQ(OfDilation("hypercube:8", "line:256").least, 78);
}

TEST(Bounds, OddToriInMeshesNeedTwo) {
  EXPECT_EQ(OfDilation("ring:9", "mesh:3x3").least, 2);
  EXPECT_EQ(OfDilation("ring:9", "mesh:3x3").source, "Tao Corollary 3.3.1");
  EXPECT_EQ(OfDilation("ring:9", "torus:3x3").least, 1);
  EXPECT_EQ(OfDilation("ring:8", "mesh:2x4").least, 1);
  EXPECT_EQ(OfDilation("ring:8", "line:8").least, 2);  // one link too few
  EXPECT_EQ(OfDilation("torus:3x4", "mesh:3x4").least, 2);
}

TEST(Bounds, GuestsOfCubesThatGrayCodesDoNotFitNeedTwo) {
  int pairs = 0;
  int exact = 0;
  int by_theorem = 0;
  for (const auto& [size, shapes] : tao::SmallShapes()) {
    if (size > 16) break;
    for (const tao::Lengths& lengths : shapes) {
      for (const Kind kind : {Kind::kMesh, Kind::kTorus}) {
        const Graph guest = Graph::Create(kind, lengths).value();
        for (int dimensions = 1; dimensions <= 4; ++dimensions) {
          const Graph host = Parsed("hypercube:" + std::to_string(dimensions));
          if (guest.size() > host.size()) continue;
          const Bound bound = BoundsOf(guest, host).front();
          const int least = oracle::LeastDilation(guest, host);
          ASSERT_LE(bound.least, least) << guest.ToString() << " on " << host.ToString();
          exact += bound.least == least ? 1 : 0;
          by_theorem += bound.source == "Ho-Johnsson Theorem 1" ? 1 : 0;
          ++pairs;
        }
      }
    }
  }
  EXPECT_EQ(by_theorem, 2);  // 3x5 and 5x3; their tori have odd rings
  EXPECT_EQ(pairs, 120);
  EXPECT_EQ(exact, 120);
  EXPECT_EQ(OfDilation("mesh:3x5", "hypercube:4").source, "Ho-Johnsson Theorem 1");
  EXPECT_EQ(OfDilation("mesh:3x5", "hypercube:5").least, 1);
}

// Nodes within a distance need room: of a cube of 4096 nodes 16 a side on a plane.
TEST(Bounds, NodesNearEachOtherNeedRoom) {
  const Bound bound = OfDilation("mesh:16x16x16", "mesh:64x64");
  EXPECT_EQ(bound.source, "Tao Lemmas 3.5.1 and 3.5.2");
  EXPECT_GE(bound.least, 2);
  EXPECT_LE(bound.least, 4);  // tao's
}

TEST(Bounds, XorMeetsTheoremTen) {
  const auto bounds = BoundsOf(Parsed("hypercube:6"), Parsed("ring:64"));
  ASSERT_EQ(bounds.size(), 2U);
  EXPECT_EQ(bounds[1].of, Bound::Of::kAverageDistance);
  const auto embedding = Embedding::Create(EmbeddingKind::kXor, Parsed("hypercube:6"),
                                           Parsed("ring:64"), BitOrder::kBlock);
  EXPECT_DOUBLE_EQ(Measure(*embedding).dilation_average, bounds[1].least);
  for (const auto& [guest, host] :
       {std::pair{"hypercube:6", "line:64"}, {"hypercube:6", "torus:8x8"}, {"mesh:3x5", "ring:15"}})
    EXPECT_EQ(BoundsOf(Parsed(guest), Parsed(host)).size(), 1U) << guest << " on " << host;
}

}  // namespace
}  // namespace toroid::metrics_bounds_test
