#include <gtest/gtest.h>

#include "gen/gray/compose.h"
#include "gen/gray/plan.h"
#include "tests/oracle/gray_counts.h"

namespace toroid::gray::gen_gray_test {
namespace {

Graph Parse(const std::string& text) { return Graph::Parse(text).value(); }
Plan PlanOf(const std::string& text) { return PlanEmbedding(Parse(text)).value(); }

TEST(GrayShape, NumbersNodesAsGraphDoes) {
  for (const std::string text : {"mesh:3x4x5", "torus:5x2x3", "hypercube:4", "line:7"}) {
    const Graph graph = Parse(text);
    const Shape shape = Shape::Of(graph);
    EXPECT_EQ(shape.size(), graph.size());
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      for (int a = 0; a < graph.axes(); ++a) {
        EXPECT_EQ(shape.Coordinate(NodeId{node}, Axis{a}), graph.Coordinate(NodeId{node}, Axis{a}));
        EXPECT_EQ(shape.Next(NodeId{node}, Axis{a}),
                  graph.Neighbour(NodeId{node}, Axis{a}, Direction::kPlus))
            << text << " node " << node;
      }
    }
  }
}

TEST(GrayCubePath, ReversesAndShifts) {
  CubePath path;
  for (const int dimension : {4, 0, 7}) path.Append(dimension);
  const CubePath reversed = path.Reversed();
  EXPECT_EQ(reversed.length(), 3);
  EXPECT_EQ(reversed.dimension(0), 7);
  EXPECT_EQ(reversed.dimension(2), 4);
  EXPECT_EQ(path.Shifted(3).dimension(1), 3);
  EXPECT_EQ(reversed.Reversed(), path);
}

TEST(GrayPlanText, NamesFactorsAndPredictions) {
  EXPECT_EQ(
      Describe(PlanOf("mesh:12x20")),
      "mesh 12x20\n"
      "  Ho-Johnsson 4.2: embed 12x20 as 3x5 times 4x4 by method 2, a pair of axes\n"
      "  Ho-Johnsson 3.3: table of 3x5: 4 dimensions, dilation 2, congestion at most 2\n"
      "  Ho-Johnsson 3.1: Gray codes on 4x4: 4 dimensions, dilation 1, congestion at most 1\n");
  EXPECT_EQ(Describe(PlanOf("mesh:3x21")),
            "mesh 3x21\n"
            "  Ho-Johnsson 4.2: embed 3x21 by method 2, a pair of axes\n"
            "  gray.md Y3.1: plane 3x21: 6 dimensions, dilation 2, congestion at most 3\n");
  EXPECT_EQ(Describe(PlanOf("mesh:5x5x5")),
            "mesh 5x5x5\n"
            "  Ho-Johnsson 4.2: embed 5x5x5 by method 3, three axes at once\n"
            "  gray.md Y4.2: table of 5x5x5: 7 dimensions, dilation 2, congestion at most 3\n");
  EXPECT_EQ(
      Describe(PlanOf("torus:9x7")),
      "torus 9x7\n"
      "  Ho-Johnsson Lemma 3: lay the axes as rings through 2x2 copies of 5x4\n"
      "  Ho-Johnsson 4.2: embed 5x4, cut out of 8x4, by method 1, Gray codes\n"
      "  Ho-Johnsson 3.1: Gray codes on 8x4: 5 dimensions, dilation 1, congestion at most 1\n");
  EXPECT_EQ(
      Describe(*PlanContraction(Parse("mesh:19x19"), 5, 2)),
      "mesh 19x19\n"
      "  Ho-Johnsson Lemma 5: put blocks of 2x7 on one node each of 10x3\n"
      "  Ho-Johnsson 4.2: embed 10x3 as 5x3 times 2x1 by method 2, a pair of axes\n"
      "  Ho-Johnsson 3.3: table of 5x3: 4 dimensions, dilation 2, congestion at most 2\n"
      "  Ho-Johnsson 3.1: Gray codes on 2x1: 1 dimension, dilation 1, congestion at most 1\n");
  EXPECT_EQ(
      Describe(*PlanContraction(Parse("mesh:9x9"), 6, 2)),
      "mesh 9x9\n"
      "  Ho-Johnsson Lemma 5: put blocks of 1x2 on one node each of 9x5\n"
      "  Ho-Johnsson 4.2: embed 9x5, cut out of 10x6, as 5x3 times 2x2 by method 2, a pair of "
      "axes\n"
      "  Ho-Johnsson 3.3: table of 5x3: 4 dimensions, dilation 2, congestion at most 2\n"
      "  Ho-Johnsson 3.1: Gray codes on 2x2: 2 dimensions, dilation 1, congestion at most 1\n");
  EXPECT_EQ(
      Describe(*PlanContraction(Parse("mesh:19x19"), 4)),
      "mesh 19x19\n"
      "  Ho-Johnsson Corollary 4: put blocks of 5x5 on one node each of 4x4\n"
      "  Ho-Johnsson 4.2: embed 4x4 by method 1, Gray codes\n"
      "  Ho-Johnsson 3.1: Gray codes on 4x4: 4 dimensions, dilation 1, congestion at most 1\n");
  EXPECT_EQ(
      Describe(*PlanContraction(Parse("torus:6x10"), 4)),
      "torus 6x10\n"
      "  Ho-Johnsson Lemma 5: put blocks of 1x5 on one node each of 6x2\n"
      "  Ho-Johnsson Lemma 3: lay the axes as rings through 2x2 copies of 3x1\n"
      "  Ho-Johnsson 4.2: embed 3x1, cut out of 4x1, by method 1, Gray codes\n"
      "  Ho-Johnsson 3.1: Gray codes on 4x1: 2 dimensions, dilation 1, congestion at most 1\n");
  EXPECT_EQ(Describe(*PlanContraction(Parse("torus:6x10"), 4, 2)),
            "torus 6x10\n"
            "  gray.md Y6.8: put blocks of 2x2 on one node each of 3x5, half of a block going out "
            "and half "
            "coming back on axis 0 and 1\n"
            "  Ho-Johnsson 4.2: embed 3x5 by method 2, a pair of axes\n"
            "  Ho-Johnsson 3.3: table of 3x5: 4 dimensions, dilation 2, congestion at most 2\n");
}

TEST(GrayPlanText, PutsPredictedBesideMeasured) {
  const Plan plan = PlanOf("mesh:12x20");
  EXPECT_EQ(Compare(plan, Measure(Embed(plan))),
            "                        predicted     measured\n"
            "  expansion                 1.067        1.067\n"
            "  load factor                   1            1\n"
            "  dilation                   <= 2            2\n"
            "  average dilation          1.027        1.027\n"
            "  congestion                 <= 2            2\n"
            "  average congestion        0.449        0.449\n");
}

// The examples of sections 4.2 and 5.
TEST(GrayPlan, TakesThePapersExamplesApart) {
  const auto first = [](const std::string& text) {
    const Factor factor = PlanOf(text).factors.front();
    return (factor.kind == FactorKind::kDirect ? "direct " : "other ") +
           LengthsText(factor.lengths);
  };
  EXPECT_EQ(first("mesh:12x16x20x32"), "direct 3x1x5x1");
  EXPECT_EQ(first("mesh:12x20"), "direct 3x5");
  for (const std::string text :
       {"mesh:3x25x3", "mesh:3x3x23", "mesh:5x10x11", "mesh:21x9x5", "mesh:6x11x7", "mesh:5x6x7"}) {
    const Plan plan = PlanOf(text);
    EXPECT_TRUE(plan.minimal()) << Describe(plan);
    EXPECT_EQ(plan.dilation, 2) << Describe(plan);
    EXPECT_EQ(plan.congestion, 2) << Describe(plan);
  }
  EXPECT_EQ(PlanOf("mesh:21x9x5").method, Method::kSplit);
  EXPECT_EQ(PlanOf("mesh:6x11x7").method, Method::kTriple);  // no pair of its axes will do
  EXPECT_EQ(PaperMethod(5, 10, 11), 2);
  EXPECT_EQ(PaperMethod(6, 11, 7), 3);
  EXPECT_EQ(PaperMethod(21, 9, 5), 4);
}

// Y3.2: planes are measured up to 2^14 nodes.
TEST(GrayPlan, PredictsNoCongestionOfPlanesLargerThanWereMeasured) {
  const auto plan = PlanOnHost(Parse("mesh:1449x723"), Parse("hypercube:20"));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->dilation, 2);
  EXPECT_EQ(plan->congestion, std::nullopt);
  EXPECT_EQ(Steps(*plan)[1].text, "plane 725x723: 19 dimensions, dilation 2");
  EXPECT_NE(Compare(*plan, {}).find("  congestion                    -            0\n"),
            std::string::npos)
      << Compare(*plan, {});
  EXPECT_EQ(PlanOf("mesh:127x129").congestion, 3);  // 16,383 nodes
  EXPECT_EQ(PlanOf("mesh:181x181").congestion, std::nullopt);
}

TEST(GrayPlan, BlocksGoOnAnyMeshThatHasAnEmbedding) {
  for (const auto& [guest, dimensions, load] : {std::tuple{"mesh:6x10", 4, 4U},
                                                {"mesh:12x20", 6, 4U},
                                                {"mesh:10x10x10", 7, 8U},
                                                {"mesh:9x9x9", 5, 27U}}) {
    const Plan plan = PlanContraction(Parse(guest), dimensions, 2).value();
    EXPECT_GT(PlanContraction(Parse(guest), dimensions)->load_factor, load) << "dilation one";
    EXPECT_EQ(plan.load_factor, load) << Describe(plan);
    EXPECT_EQ(plan.dilation, 2) << Describe(plan);
    EXPECT_EQ(Measure(Embed(plan)).load_factor, load) << Describe(plan);
  }
}

TEST(GrayPlan, FoldsALargerCubeWhereBlocksAreHeavier) {
  const Plan two = PlanContraction(Parse("mesh:3x5"), 3, 2).value();
  EXPECT_EQ(Describe(two),
            "mesh 3x5\n"
            "  Ho-Johnsson 4.2: embed 3x5 by method 2, a pair of axes\n"
            "  Ho-Johnsson 3.3: table of 3x5: 4 dimensions, dilation 2, congestion at most 2\n"
            "  Ho-Johnsson Corollary 5: fold the cube of 4 dimensions along the lowest 1: up to 2 "
            "guest nodes on one node\n");
  EXPECT_EQ(Measure(Embed(two)).load_factor, 2U);
  EXPECT_EQ(PlanContraction(Parse("mesh:3x5"), 2, 2)->load_factor, 4U);
  EXPECT_EQ(PlanContraction(Parse("mesh:8x8"), 5, 3)->dropped, 0);
}

TEST(GrayPlan, TheHypercubeIsItsOwnEmbedding) {
  const Plan plan = PlanOf("hypercube:7");
  EXPECT_TRUE(plan.minimal());
  const CubeEmbedding embedding = Embed(plan);
  for (std::uint32_t node = 0; node < 128; ++node) EXPECT_EQ(embedding.map[node], NodeId{node});
}

TEST(GrayOnHost, ALargerCubeBuysDilation) {
  const auto on = [](const std::string& host) {
    return PlanOnHost(Parse("mesh:3x5"), Parse(host)).value();
  };
  EXPECT_EQ(on("hypercube:4").dilation, 2);
  EXPECT_EQ(on("hypercube:5").dilation, 1);
  EXPECT_EQ(on("mesh:2x2x2x2x2").dilation, 1);
  EXPECT_EQ(on("hypercube:7").dimensions, 7);
  EXPECT_EQ(Steps(on("hypercube:7")).back().text, "leave 2 of 7 dimensions unused");
  EXPECT_EQ(on("hypercube:3").load_factor, 3U);
  EXPECT_EQ(PlanOnHost(Parse("torus:2x2x2"), Parse("hypercube:2"))->load_factor, 2U)
      << "no axis of two wraps";
}

TEST(GrayOnHost, OtherPairsAreRefusedWithWhatWouldDo) {
  const auto line = [](const char* guest, const char* host) {
    const auto plan = PlanOnHost(Parse(guest), Parse(host));
    return plan ? "" : ToString(plan.diagnostics().front());
  };
  EXPECT_EQ(line("mesh:3x5", "ring:16"),
            "toroid: error: --host: ring:16: is not a hypercube; gray takes meshes, tori and "
            "hypercubes on hypercube:n, or on any host whose "
            "lengths are all 2");
  EXPECT_EQ(line("mesh:3x5x17", "hypercube:8"),
            "toroid: error: --host: hypercube:8: no construction here puts mesh:3x5x17 into it one "
            "to one; take hypercube:9 or a larger one");
  EXPECT_EQ(line("torus:3x3x3x3x3x3x3x3x3x3x3x3x3x3x3", "hypercube:24"),
            "toroid: error: --host: hypercube:24: no construction here puts "
            "torus:3x3x3x3x3x3x3x3x3x3x3x3x3x3x3 into it one to one; none of "
            "up to 24 dimensions will do");
}

TEST(GrayPlan, RefusesMoreThan24Dimensions) {
  const auto plan = PlanEmbedding(Parse("torus:3x3x3x3x3x3x3x3x3x3x3x3x3x3x3"));
  ASSERT_FALSE(plan);
  EXPECT_EQ(ToString(plan.diagnostics().front()),
            "toroid: error: --guest: torus:3x3x3x3x3x3x3x3x3x3x3x3x3x3x3: needs a hypercube of 30 "
            "dimensions; a hypercube has at most 24 "
            "dimensions");
}

TEST(GrayPlan, EveryFaultOfAContractionIsNamed) {
  const auto plan = PlanContraction(Parse("torus:5x5"), 25, 4);
  ASSERT_FALSE(plan);
  ASSERT_EQ(plan.diagnostics().size(), 2U);
  EXPECT_EQ(
      ToString(plan.diagnostics()[0]),
      "toroid: error: --guest: 25: is not a number of hypercube dimensions; allowed are 0 to 24");
  EXPECT_EQ(ToString(plan.diagnostics()[1]),
            "toroid: error: --dilation: 4: is out of range; allowed are 1 to 3");
}

}  // namespace
}  // namespace toroid::gray::gen_gray_test
