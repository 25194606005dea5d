// Every small mesh and torus on every cube: refused pairs, and the promises of the plan on a given
// cube.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "gen/gray/plan.h"
#include "tests/oracle/oracle.h"
#include "tests/property/gray_testing.h"

namespace toroid::gray::gray_on_host_test {
namespace {

using gray_testing::Examine;
using gray_testing::Examined;
using gray_testing::ExpectHolds;

// Theorem 1, and a ring of odd length has no two-colouring, which a cube has.
bool DilationOneIsPossible(const Graph& guest, int dimensions) {
  int needed = 0;
  for (const int length : guest.lengths()) {
    if (guest.kind() == Kind::kTorus && length % 2 == 1) return false;
    int bits = 0;
    while (1 << bits < length) ++bits;
    needed += bits;
  }
  return needed <= dimensions;
}

TEST(GrayOnHost, EveryPlanHoldsAndTakesDilationOneWhereItCan) {
  int plans = 0;
  int contractions = 0;
  std::vector<int> sides;
  for (int length = 2; length <= 33; ++length) sides.push_back(length);
  for (const auto& lengths : oracle::AllShapes(3, 70, sides)) {
    for (const Kind kind : {Kind::kMesh, Kind::kTorus}) {
      const Graph guest = Graph::Create(kind, lengths).value();
      int before = 4;  // dilation on the next smaller cube
      for (int dimensions = 1; dimensions <= 8; ++dimensions) {
        const Graph host = Graph::Create(Kind::kHypercube,
                                         std::vector<int>(static_cast<std::size_t>(dimensions), 2))
                               .value();
        const bool larger = guest.size() > host.size();
        const Result<Plan> plan = PlanOnHost(guest, host);
        ASSERT_TRUE(plan.ok()) << guest.ToString() << " on " << host.ToString();
        ExpectHolds(*plan);
        EXPECT_EQ(plan->dimensions, dimensions);
        ++plans;
        contractions += larger;
        if (larger) continue;
        EXPECT_EQ(plan->load_factor, 1U);
        EXPECT_EQ(plan->dilation == 1, DilationOneIsPossible(guest, dimensions)) << Describe(*plan);
        EXPECT_LE(plan->dilation, before) << Describe(*plan);
        before = plan->dilation;
      }
    }
  }
  EXPECT_GT(contractions, 1000);
  std::cout << plans << " plans followed, " << contractions << " of them contractions\n";
}

// Lemmas 3 and 4 axis by axis: with mesh dilation 1 or 2 and any copies, the least dilation among
// the fitting ones.
TEST(GrayOnHost, FoldsAreComparedOverAllThatFit) {
  for (const auto& [lengths, dimensions] : {std::pair{std::vector{9, 10, 10}, 11},
                                            {std::vector{9, 9, 19}, 12},
                                            {std::vector{9, 9}, 8}}) {
    const Graph guest = Graph::Create(Kind::kTorus, lengths).value();
    const Graph host =
        Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(dimensions), 2))
            .value();
    const Plan plan = PlanOnHost(guest, host).value();
    const Examined seen = ExpectHolds(plan);
    EXPECT_EQ(seen.load_factor, 1);
    EXPECT_EQ(plan.dimensions, dimensions);
    EXPECT_EQ(plan.dilation, 2) << Describe(plan);
    EXPECT_EQ(seen.dilation, 2) << Describe(plan);
  }
  const Graph guest = Graph::Create(Kind::kTorus, {9, 10, 10}).value();
  EXPECT_EQ(PlanEmbedding(guest)->dilation, 3);  // in the smallest cube
  EXPECT_EQ(PlanEmbedding(guest)->dimensions, 10);
}

// Lemma 3 has d + 1 = 3 for these; the ends of 11x11 are short (Y6.1).
TEST(GrayOnHost, OddRingsThatStepOverAShortEdgeKeepTheDilation) {
  const Graph host = Graph::Parse("hypercube:9").value();
  for (const char* text : {"torus:21x21", "torus:21x22"}) {
    const Plan plan = PlanOnHost(Graph::Parse(text).value(), host).value();
    const Examined seen = Examine(Embed(plan));
    EXPECT_EQ(seen.fault, "") << text;
    EXPECT_EQ(plan.dilation, 2) << text;
    EXPECT_EQ(seen.dilation, 2) << text;
  }
}

}  // namespace
}  // namespace toroid::gray::gray_on_host_test
