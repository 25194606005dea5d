// The construction chosen for a pair, and the message where there is none.
#include "gen/tao/construction.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/tao/sides.h"

namespace toroid::tao::gen_tao_construction_test {
namespace {

Graph G(const std::string& text) { return Graph::Parse(text).value(); }

Result<Construction> Make(const std::string& guest, const std::string& host,
                          std::optional<Walk> walk = {}) {
  return Construct(G(guest), G(host), walk);
}

// "source: text", one for each step.
std::vector<std::string> Steps(const Result<Construction>& construction) {
  std::vector<std::string> steps;
  for (const ConstructionStep& step : construction->steps)
    steps.push_back(step.source + ": " + step.Text());
  return steps;
}

std::string DiagnosticOf(const Result<Construction>& construction) {
  return construction ? "none" : ToString(construction.diagnostics().front());
}

using Lines = std::vector<std::string>;

TEST(TaoConstruction, ARingGetsAnEvenFirstLengthWhereAFactorHasOne) {
  // the example after Theorem 3.4.1's informal form
  const auto construction = Make("torus:6x12", "mesh:6x3x2x2");
  EXPECT_EQ(construction->dilation, 1);
  EXPECT_EQ(
      Steps(construction),
      (Lines{
          "Tao 3.4.1(c): expand 6 to (2,3) by the ring walk, expand 12 to (2,6) by the ring walk",
          "Tao 3.4.1(c): take the axes in the order (3,1,0,2)"}));
}

TEST(TaoConstruction, AWalkTakesTheHostsOrderOfAxesUnlessItMustNot) {
  // Figure 3.9
  EXPECT_EQ(Steps(Make("line:24", "mesh:4x2x3")),
            Lines{"Tao 3.4.1(a): expand 24 to (4,2,3) by the line walk"});
  EXPECT_EQ(Steps(Make("ring:24", "torus:3x2x4")),
            (Lines{"Tao 3.4.1(b): expand 24 to (2,3,4) by the ring walk",
                   "Tao 3.4.1(b): take the axes in the order (1,0,2)"}));
  EXPECT_EQ(Steps(Make("ring:24", "mesh:3x2x4")),
            (Lines{"Tao 3.4.1(c): expand 24 to (2,3,4) by the ring walk",
                   "Tao 3.4.1(c): take the axes in the order (1,0,2)"}));
}

TEST(TaoConstruction, ARingOfOddSizeIsFoldedInAMesh) {
  EXPECT_EQ(Steps(Make("ring:15", "mesh:3x5")),
            Lines{"Tao 3.4.1(c): expand 15 to (3,5) by the fold walk"});
  EXPECT_EQ(Make("ring:15", "mesh:3x5")->dilation, 2);
  EXPECT_EQ(Make("ring:15", "torus:3x5")->dilation, 1);
}

TEST(TaoConstruction, EqualShapesNeedAFoldOnlyForRingsInAMesh) {
  EXPECT_EQ(Steps(Make("torus:2x5x3", "mesh:3x2x5")),
            (Lines{"Tao Lemma 3.4.1: keep 2, lay 5 flat, lay 3 flat",
                   "Tao Lemma 3.4.1: take the axes in the order (2,0,1)"}));
  EXPECT_EQ(Steps(Make("mesh:4x3", "torus:4x3")), Lines{"Tao Lemma 3.4.1: keep 4, keep 3"});
}

// Theorem 3.4.3, and a case in which its order is not the best.
TEST(TaoConstruction, LongerAxesComeFirstAndFoldedOnesCountHalf) {
  EXPECT_EQ(Steps(Make("mesh:3x4", "line:12")),
            (Lines{"Tao 3.4.3: take the axes in the order (1,0)", "Tao 3.4.3: join (4,3) to 12"}));
  EXPECT_EQ(Make("mesh:3x4", "line:12")->dilation, 3);
  EXPECT_EQ(Steps(Make("torus:3x2", "line:6")),
            (Lines{"Tao 3.4.3: take the axes in the order (1,0)", "Tao 3.4.3: keep 2, lay 3 flat",
                   "Tao 3.4.3: join (2,3) to 6"}));
  EXPECT_EQ(Make("torus:3x2", "line:6")->dilation, 3);
  EXPECT_EQ(Make("hypercube:6", "mesh:8x8")->dilation, 4);  // Corollary 3.4.2
}

TEST(TaoConstruction, GeneralReductionSpreadsAnAxis) {
  EXPECT_EQ(Steps(Make("mesh:4x4x6", "mesh:8x12")),
            (Lines{"Tao 3.4.4(1): take the axes in the order (2,0,1)",
                   "Tao 3.4.4(1): spread 4 as (2,2) by the line walk inside (6,4)",
                   "Tao 3.4.4(1): take the axes in the order (1,0)"}));
  // spreading the 6 as (3,2) would cost 3
  EXPECT_EQ(Make("mesh:4x4x6", "mesh:8x12")->dilation, 2);
  EXPECT_EQ(Make("mesh:3x3x6", "mesh:6x9")->dilation, 3);  // Figure 3.12
  // 60 from the longest base, 20, would cost 5
  EXPECT_EQ(Make("mesh:8x15x20", "mesh:40x60")->dilation, 4);
  // The example of Definition 3.4.6, whose own factor (5,2),(3,7) costs 7.
  EXPECT_LE(Make("mesh:2x3x2x10x6x21x5x4", "mesh:4x3x5x28x10x18")->dilation, 7);
}

TEST(TaoConstruction, AHypercubeIsAMeshAsGuestAndATorusAsHost) {
  EXPECT_EQ(Steps(Make("torus:4x8", "hypercube:5")),
            (Lines{"Tao 3.4.1(b): expand 4 to (2,2) by the ring walk, expand 8 to (2,2,2) by the "
                   "ring walk"}));
  EXPECT_EQ(Make("hypercube:24", "torus:64x64x64x64")->dilation, 16);
  EXPECT_EQ(Make("torus:64x64x64x64", "hypercube:24")->dilation, 1);
}

TEST(TaoConstruction, TwosOfAGuestAreReadAsRingsOfFour) {
  EXPECT_EQ(Steps(Make("mesh:2x2", "ring:4")),
            Lines{"tao.md O2.9: gather (2,2) to 4 by the line walk"});
  EXPECT_EQ(Steps(Make("hypercube:3", "ring:8")),
            (Lines{"tao.md O2.9: gather (2,2) to 4 by the line walk, keep 2",
                   "Tao 3.4.3: join (4,2) to 8"}));
  EXPECT_EQ(Make("hypercube:3", "ring:8")->dilation, 2);
  EXPECT_EQ(Steps(Make("torus:2x3x2x2x2", "torus:8x6")),
            (Lines{"tao.md O2.9: take the axes in the order (0,2,1,3,4)",
                   "tao.md O2.9: gather (2,2) to 4 by the line walk, keep 3, keep 2 (2 times)",
                   "Tao 3.4.3: take the axes in the order (0,2,1,3)",
                   "Tao 3.4.3: join (4,2) to 8, join (3,2) to 6"}));
  // the cost by the theorem
  EXPECT_EQ(Steps(Make("hypercube:3", "line:8")), Lines{"Tao 3.4.3: join (2,2,2) to 8"});
}

TEST(TaoConstruction, FoursOfAGuestAreReadAsTwos) {
  EXPECT_EQ(Steps(Make("mesh:3x4", "mesh:2x6")),
            (Lines{"tao.md O2.9: keep 3, expand 4 to (2,2) by the line walk",
                   "Tao 3.4.3: take the axes in the order (1,0,2)",
                   "Tao 3.4.3: keep 2, join (3,2) to 6"}));
  EXPECT_EQ(Make("torus:4x3x3", "mesh:6x6")->dilation, 3);
}

TEST(TaoConstruction, RingsOfFourOfAHostAreReadAsTwos) {
  EXPECT_EQ(Steps(Make("torus:8x8", "torus:4x4x4")),
            (Lines{"Tao 3.4.1(b): expand 8 to (2,4) by the ring walk (2 times)",
                   "Tao 3.4.1(b): take the axes in the order (0,2,1,3)",
                   "tao.md O2.9: gather (2,2) to 4 by the line walk, keep 4 (2 times)"}));
  EXPECT_EQ(Make("torus:8x8", "torus:4x4x4")->dilation, 1);
  EXPECT_FALSE(Make("mesh:2x6", "mesh:3x4"));  // a line of 4 is no (2,2)
}

TEST(TaoConstruction, ContractionsDropMirrorAndBlock) {
  EXPECT_EQ(Steps(Make("ring:12", "line:3")),
            (Lines{"Tao 5.3: mirror axes (0) of (12)", "Tao 5.3: put blocks of (2) together"}));
  EXPECT_EQ(Make("ring:12", "line:3")->dilation, 1);
  EXPECT_EQ(Steps(Make("torus:12x5x8", "mesh:3x2")),
            (Lines{"Tao 5.3: drop axes (1,2) of (12,5,8)", "Tao 5.3: mirror axes (0) of (12)",
                   "Tao 3.4.1(a): expand 6 to (3,2) by the line walk"}));
  EXPECT_EQ(Make("torus:12x5x8", "mesh:3x2")->dilation, 1);
  EXPECT_EQ(Steps(Make("mesh:8x8", "mesh:4x4")), (Lines{"Tao 5.3: put blocks of (2,2) together"}));
  EXPECT_EQ(Steps(Make("hypercube:6", "torus:4x4")),
            (Lines{"Tao 5.3: drop axes (4,5) of (2,2,2,2,2,2)",
                   "tao.md O2.9: gather (2,2) to 4 by the line walk (2 times)"}));
}

TEST(TaoConstruction, AForcedWalkIsTaken) {
  EXPECT_EQ(Steps(Make("ring:12", "mesh:3x4", Walk::kFold)),
            Lines{"Tao Definition 3.4.2: expand 12 to (3,4) by the fold walk"});
  EXPECT_EQ(Make("ring:12", "mesh:3x4", Walk::kFold)->dilation, 2);
  EXPECT_EQ(Make("ring:12", "mesh:3x4", Walk::kLine)->dilation, 3);
  EXPECT_EQ(Make("ring:15", "mesh:3x5", Walk::kRing)->dilation, std::nullopt);
}

TEST(TaoConstruction, AForcedWalkTakesShapesAsTheyAre) {
  EXPECT_EQ(Steps(Make("torus:8x8", "torus:4x4x4", Walk::kRing)).front(),
            "Tao 3.5.5: expand 8 to (2,2,2) by the ring walk (2 times)");
  EXPECT_EQ(DiagnosticOf(Make("mesh:3x4", "mesh:2x6", Walk::kLine)),
            "toroid: error: --walk: line: no walk is chosen in mesh:3x4 to mesh:2x6; leave --walk "
            "out: it takes shapes as they are, and axes that are joined have none");
}

TEST(TaoConstruction, PairsWithoutATheoremAreRefusedWithWhatWouldDo) {
  EXPECT_EQ(DiagnosticOf(Make("mesh:6x6", "mesh:4x9")),
            "toroid: error: --embedding: tao: no theorem embeds mesh:6x6 in mesh:4x9; shapes with "
            "equal numbers of axes must be permutations of each other");
  EXPECT_EQ(DiagnosticOf(Make("mesh:4x9", "torus:6x2x3")),
            "toroid: error: --embedding: tao: no theorem embeds mesh:4x9 in torus:6x2x3; the "
            "host's lengths must group into products that "
            "are the guest's, or both shapes be square");
  EXPECT_EQ(DiagnosticOf(Make("mesh:6x10x3", "torus:4x45")),
            "toroid: error: --embedding: tao: no theorem embeds mesh:6x10x3 in torus:4x45; the "
            "guest's lengths must group into products that "
            "are the host's, or some of the guest's lengths be factored into multipliers that make "
            "the others the host's, or both shapes be "
            "square");
}

TEST(TaoConstruction, SizesMustBeEqualOrAMultiple) {
  const std::string allowed = "; tao takes guests of as many nodes as the host or a multiple";
  EXPECT_EQ(DiagnosticOf(Make("ring:8", "torus:4x4")),
            "toroid: error: --host: torus:4x4: sizes are incompatible: guest ring:8 has 8 "
            "nodes, host torus:4x4 has 16 nodes" +
                allowed);
  EXPECT_EQ(DiagnosticOf(Make("ring:24", "torus:4x4")),
            "toroid: error: --host: torus:4x4: sizes are incompatible: guest ring:24 has 24 "
            "nodes, host torus:4x4 has 16 nodes" +
                allowed);
}

TEST(TaoConstruction, AWalkIsRefusedWhereNoneIsChosen) {
  EXPECT_EQ(DiagnosticOf(Make("mesh:3x4", "line:12", Walk::kRing)),
            "toroid: error: --walk: ring: no walk is chosen in mesh:3x4 to line:12; leave --walk "
            "out: it takes shapes as they are, and axes that are joined have none");
}

TEST(TaoConstruction, ASearchThatWouldTakeTooLongSaysSo) {
  EXPECT_EQ(DiagnosticOf(Construct(G("mesh:2x3x4x5"), G("mesh:6x20"), {}, 3)),
            "toroid: error: --embedding: tao: the search for factors from mesh:2x3x4x5 to "
            "mesh:6x20 takes more than 3 choices; shapes with "
            "fewer different lengths have fewer factors");
}

TEST(TaoConstruction, ASearchGivenUpAmongOtherReadingsKeepsWhatTheTheoremsFound) {
  const auto kept = Construct(G("hypercube:3"), G("ring:8"), {}, 3);
  EXPECT_EQ(Steps(kept), Lines{"Tao 3.4.3: join (2,2,2) to 8"});
  EXPECT_EQ(kept->dilation, 4);
  EXPECT_EQ(kept->choices, 3);
  EXPECT_FALSE(Construct(G("hypercube:3"), G("ring:8"), {}, 2));
}

TEST(TaoSplit, VisitsEveryDealOnceAndCountsEqualsAsOne) {
  const auto count = [](const Lengths& items, const Lengths& targets) {
    const auto sides = [](const Lengths& lengths) {
      Sides list;
      for (const int length : lengths) list.push_back({length, false});
      return list;
    };
    Effort effort(1000);
    int visits = 0;
    ForEachSplit(sides(items), sides(targets), effort, [&](const Split&) {
      ++visits;
      return false;
    });
    EXPECT_FALSE(effort.exhausted());
    return visits;
  };
  EXPECT_EQ(count({6, 4, 3, 2}, {12, 12}), 1);
  EXPECT_EQ(count({2, 2, 2, 2, 3, 3}, {12, 12}), 1);
  EXPECT_EQ(count({4, 2, 2, 4}, {8, 8}), 1);
  EXPECT_EQ(count({4, 2, 2}, {4, 4}), 1);
  EXPECT_EQ(count({8, 4, 2, 2, 2}, {16, 16}), 1);
  EXPECT_EQ(count({6, 4, 3, 2, 2}, {12, 24}), 3);  // 12 is (6,2), (4,3) or (3,2,2)
  EXPECT_EQ(count({5, 7}, {35}), 1);
  EXPECT_EQ(count({6, 6}, {4, 9}), 0);
}

}  // namespace
}  // namespace toroid::tao::gen_tao_construction_test
