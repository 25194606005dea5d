#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gen/topology/graph.h"
#include "gen/topology/numbering.h"

namespace toroid::gen_topology_test {
namespace {

Graph Parsed(const std::string& text) { return Graph::Parse(text).value(); }

NodeId At(const Graph& graph, std::vector<int> coordinates) { return graph.NodeAt(coordinates); }

TEST(Graph, ParsesEachForm) {
  EXPECT_EQ(Parsed("torus:8x8").lengths(), (std::vector<int>{8, 8}));
  EXPECT_EQ(Parsed("mesh:4x2x3").lengths(), (std::vector<int>{4, 2, 3}));
  EXPECT_EQ(Parsed("ring:12"), Parsed("torus:12"));
  EXPECT_EQ(Parsed("line:12"), Parsed("mesh:12"));
  EXPECT_EQ(Parsed("hypercube:3").lengths(), (std::vector<int>{2, 2, 2}));
  EXPECT_NE(Parsed("torus:12"), Parsed("mesh:12"));
}

TEST(Graph, TextParsesToTheSameGraph) {
  for (const char* text : {"torus:8x8", "mesh:4x2x3", "torus:12", "mesh:5", "hypercube:6"}) {
    EXPECT_EQ(Parsed(text).ToString(), text);
  }
}

TEST(Graph, RefusesWhatIsNotAGraph) {
  const struct {
    const char* text;
    const char* what;
  } cases[] = {
      {"", "is not a graph"},
      {"torus", "is not a graph"},
      {"cube:3", "is not a graph"},
      {"Torus:8", "is not a graph"},
      {"torus:", "its lengths are not whole numbers separated by x"},
      {"torus:8x", "its lengths are not whole numbers separated by x"},
      {"torus:8y8", "its lengths are not whole numbers separated by x"},
      {"torus:8 x8", "its lengths are not whole numbers separated by x"},
      {"torus:+8", "its lengths are not whole numbers separated by x"},
      {"torus:99999999999x2", "the length of axis 0 is too large"},
      {"torus:2x16777217", "the length of axis 1 is too large"},
      {"torus:4294967296y", "its lengths are not whole numbers separated by x"},
      {"torus:8x1", "axis 1 has length 1"},
      {"mesh:-3", "axis 0 has length -3"},
      {"ring:1", "axis 0 has length 1"},
      {"ring:4x4", "has 2 axes"},
      {"line:4x4x4", "has 3 axes"},
      {"hypercube:0", "has 0 dimensions"},
      {"hypercube:25", "has 25 dimensions"},
      {"hypercube:4294967296", "has 4294967296 dimensions"},
      {"hypercube:2x2", "is not a number of dimensions"},
      {"torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", "has 17 axes"},
      {"torus:4096x4097", "more than 2^24 nodes"},
      {"torus:2147483647x2147483647x2147483647", "the length of axis 0 is too large"},
      {"torus:16777216x16777216x16777216", "more than 2^24 nodes"},
  };
  for (const auto& [text, what] : cases) {
    const auto graph = Graph::Parse(text, "--host");
    ASSERT_FALSE(graph.ok()) << text;
    const Diagnostic& first = graph.diagnostics().front();
    EXPECT_EQ(first.field, "--host");
    EXPECT_EQ(first.value, text) << "the value is what the user wrote";
    EXPECT_EQ(first.what, what) << text;
    EXPECT_FALSE(first.allowed.empty()) << text;
  }
}

TEST(Graph, TwistedTexts) {
  const Graph usual = Parsed("twisted:4x8");
  EXPECT_EQ(usual.twists(), (std::vector<Twist>{{Axis{0}, Axis{1}, 4}}));
  EXPECT_EQ(usual.ToString(), "twisted:4x8");
  EXPECT_EQ(Parsed("twisted:4x8/0:1:4"), usual);
  EXPECT_EQ(Parsed("twisted:4x8/0:1:4").ToString(), "twisted:4x8");
  EXPECT_NE(usual, Parsed("torus:4x8"));
  EXPECT_NE(Parsed("twisted:4x8/1:0:2"), usual);
  EXPECT_EQ(Parsed("twisted:8x4x4").ToString(), "twisted:8x4x4");
  EXPECT_EQ(Parsed("twisted:8x4x4").twists(),
            (std::vector<Twist>{{Axis{1}, Axis{0}, 4}, {Axis{2}, Axis{0}, 4}}));
  EXPECT_EQ(Parsed("twisted:4x8x8").twists(),
            (std::vector<Twist>{{Axis{0}, Axis{1}, 4}, {Axis{0}, Axis{2}, 4}}));
  EXPECT_EQ(Parsed("twisted:4x16/0:1:8").ToString(), "twisted:4x16/0:1:8");
  EXPECT_EQ(Parsed("twisted:4x4x8/1:2:4/0:2:4").ToString(), "twisted:4x4x8") << "twists are sorted";
  EXPECT_EQ(Parsed("twisted:2x4x8/1:2:4").ToString(), "twisted:2x4x8/1:2:4");
}

TEST(Graph, TwistedWrapMovesAlongTheLongAxis) {
  const Graph graph = Parsed("twisted:4x8");
  EXPECT_EQ(*graph.Neighbour(At(graph, {3, 1}), Axis{0}, Direction::kPlus), At(graph, {0, 5}));
  EXPECT_EQ(*graph.Neighbour(At(graph, {3, 6}), Axis{0}, Direction::kPlus), At(graph, {0, 2}));
  EXPECT_EQ(*graph.Neighbour(At(graph, {0, 5}), Axis{0}, Direction::kMinus), At(graph, {3, 1}));
  EXPECT_EQ(*graph.Neighbour(At(graph, {3, 7}), Axis{1}, Direction::kPlus), At(graph, {3, 0}));
  EXPECT_EQ(graph.Distance(At(graph, {0, 0}), At(graph, {2, 5})), 3) << "5 without a twist";
  EXPECT_EQ(graph.ShortestVectors(At(graph, {0, 0}), At(graph, {2, 5})),
            (std::vector<Coordinates>{{-2, 1}}));
  EXPECT_EQ(graph.Diameter(), 4) << "6 without a twist";
  const Graph odd = Parsed("twisted:4x5/0:1:2");
  EXPECT_EQ(*odd.Neighbour(At(odd, {3, 4}), Axis{0}, Direction::kPlus), At(odd, {0, 1}));
}

TEST(Graph, RefusesTwists) {
  const struct {
    const char* text;
    const char* what;
  } cases[] = {
      {"twisted:8x8", "is not twisted unless it says how"},
      {"twisted:2x4", "is not twisted unless it says how"},
      {"twisted:4x16", "is not twisted unless it says how"},
      {"twisted:4x8x16", "is not twisted unless it says how"},
      {"twisted:4x1", "axis 1 has length 1"},
      {"twisted:4y8", "its lengths are not whole numbers separated by x"},
      {"twisted:4x8/", "has a twist that is not axis:axis:shift"},
      {"twisted:4x8/0:1", "has a twist that is not axis:axis:shift"},
      {"twisted:4x8/0:1:x", "has a twist that is not axis:axis:shift"},
      {"twisted:4x8/0:2:4", "twist 0:2:4: there is no axis 2"},
      {"twisted:4x8/-1:1:4", "twist -1:1:4: there is no axis -1"},
      {"twisted:2x8/0:1:4", "twist 0:1:4: axis 0 has length 2 and does not wrap"},
      {"twisted:8x2/0:1:1", "twist 0:1:1: axis 1 has length 2 and does not wrap"},
      {"twisted:4x8/0:0:2", "twist 0:0:2: an axis cannot be twisted along itself"},
      {"twisted:4x8/0:1:0", "twist 0:1:0: 0 is not a shift along an axis of length 8"},
      {"twisted:4x8/0:1:8", "twist 0:1:8: 8 is not a shift along an axis of length 8"},
      {"twisted:4x8/0:1:4/1:0:2", "twist 0:1:4: axis 1 is twisted itself"},
      {"twisted:4x8/0:1:4/0:1:2", "twist 0:1:2: the same two axes are named before"},
      {"twisted:24x48", "has 1152 nodes"},
      {"twisted:4x16/0:1:4", "has shortest routes that cross the wrap of axis 0 twice"},
  };
  for (const auto& [text, what] : cases) {
    const auto graph = Graph::Parse(text, "--host");
    ASSERT_FALSE(graph.ok()) << text;
    EXPECT_EQ(graph.diagnostics().front().what, what) << text;
    EXPECT_EQ(graph.diagnostics().front().value, text);
    EXPECT_FALSE(graph.diagnostics().front().allowed.empty()) << text;
  }
  EXPECT_TRUE(Graph::Parse("twisted:16x32").ok());
}

TEST(Graph, ATwistedTorusHasNoDimensionOrder) {
  const Graph graph = Parsed("twisted:4x8");
  EXPECT_THROW(graph.AxisDistance(Axis{0}, 0, 1), std::logic_error);
  EXPECT_THROW(graph.RouteDirection(Axis{0}, 0, 1), std::logic_error);
  EXPECT_THROW(graph.Route(NodeId{0}, NodeId{2}), std::logic_error);
  EXPECT_TRUE(graph.Route(NodeId{2}, NodeId{2}).empty());
  EXPECT_EQ(graph.Route(At(graph, {0, 1}), At(graph, {3, 5})),
            (std::vector<Hop>{{At(graph, {0, 1}), Axis{0}, Direction::kMinus}}));
}

TEST(Graph, SaysHowLargeAShapeMayBe) {
  EXPECT_EQ(Graph::Parse("torus:4294967296x2", "--host").diagnostics().front().allowed,
            "every length is at most 16777216");
  EXPECT_EQ(Graph::Parse("hypercube:25", "--host").diagnostics().front().allowed,
            "allowed are 1 to 24");
}

TEST(Graph, NamesEveryBadLength) {
  const auto graph = Graph::Create(Kind::kMesh, {1, 4, 0}, "--guest");
  ASSERT_FALSE(graph.ok());
  ASSERT_EQ(graph.diagnostics().size(), 2U);
  EXPECT_EQ(graph.diagnostics()[0].what, "axis 0 has length 1");
  EXPECT_EQ(graph.diagnostics()[1].what, "axis 2 has length 0");
  EXPECT_EQ(graph.diagnostics()[1].value, "mesh:1x4x0");
}

TEST(Graph, CreateRefusesNoAxesAndLongCubeAxes) {
  EXPECT_FALSE(Graph::Create(Kind::kTorus, {}).ok());
  const auto cube = Graph::Create(Kind::kHypercube, {2, 3});
  ASSERT_FALSE(cube.ok());
  EXPECT_EQ(cube.diagnostics().front().what, "axis 1 has length 3");
}

TEST(Graph, TakesTheLargestShapes) {
  EXPECT_EQ(Parsed("hypercube:24").size(), 1U << 24);
  EXPECT_EQ(Parsed("torus:4096x4096").size(), 1U << 24);
  EXPECT_EQ(Parsed("mesh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2").axes(), 16);
}

TEST(Graph, FirstCoordinateIsMostSignificant) {
  const Graph torus = Parsed("torus:4x8");
  EXPECT_EQ(At(torus, {1, 0}), NodeId{8});
  EXPECT_EQ(torus.CoordinatesOf(NodeId{13}), (Coordinates{1, 5}));
  EXPECT_EQ(torus.NodeText(NodeId{13}), "(1,5)");
}

TEST(Graph, HypercubeCoordinateZeroIsTheHighestBit) {
  const Graph cube = Parsed("hypercube:3");
  EXPECT_EQ(cube.CoordinatesOf(NodeId{4}), (Coordinates{1, 0, 0}));
  EXPECT_EQ(cube.Neighbour(NodeId{0}, Axis{2}, Direction::kPlus), NodeId{1});
}

TEST(Graph, LengthTwoAxisHasOneLinkInATorusToo) {
  for (const char* text : {"torus:2x4", "mesh:2x4", "hypercube:2"}) {
    const Graph graph = Parsed(text);
    EXPECT_FALSE(graph.Wraps(Axis{0}));
    const NodeId upper = At(graph, {1, 0});
    EXPECT_EQ(graph.Neighbour(NodeId{0}, Axis{0}, Direction::kPlus), upper);
    EXPECT_EQ(graph.Neighbour(NodeId{0}, Axis{0}, Direction::kMinus), std::nullopt);
    EXPECT_EQ(graph.Neighbour(upper, Axis{0}, Direction::kMinus), NodeId{0});
    EXPECT_EQ(graph.Neighbour(upper, Axis{0}, Direction::kPlus), std::nullopt);
  }
}

TEST(Graph, OnlyATorusWraps) {
  EXPECT_TRUE(Parsed("torus:3").Wraps(Axis{0}));
  EXPECT_FALSE(Parsed("mesh:3").Wraps(Axis{0}));
  EXPECT_EQ(Parsed("torus:3").Neighbour(NodeId{2}, Axis{0}, Direction::kPlus), NodeId{0});
  EXPECT_EQ(Parsed("torus:3").Neighbour(NodeId{0}, Axis{0}, Direction::kMinus), NodeId{2});
  EXPECT_EQ(Parsed("mesh:3").Neighbour(NodeId{2}, Axis{0}, Direction::kPlus), std::nullopt);
}

TEST(Graph, TiesGoByTheParityOfTheEntryCoordinate) {
  const Graph ring = Parsed("ring:6");
  EXPECT_EQ(ring.RouteDirection(Axis{0}, 0, 3), Direction::kPlus);
  EXPECT_EQ(ring.RouteDirection(Axis{0}, 1, 4), Direction::kMinus);
  EXPECT_EQ(ring.RouteDirection(Axis{0}, 3, 0), Direction::kMinus);
  EXPECT_EQ(ring.RouteDirection(Axis{0}, 4, 1), Direction::kPlus);
}

TEST(Graph, LengthTwoAxisGoesPlusFromZeroAndMinusFromOne) {
  const Graph torus = Parsed("torus:2");
  EXPECT_EQ(torus.RouteDirection(Axis{0}, 0, 1), Direction::kPlus);
  EXPECT_EQ(torus.RouteDirection(Axis{0}, 1, 0), Direction::kMinus);
}

TEST(Graph, RouteCorrectsTheFirstAxisFirst) {
  const Graph torus = Parsed("torus:4x8");
  const std::vector<Hop> route = torus.Route(At(torus, {0, 7}), At(torus, {3, 1}));
  const std::vector<Hop> expected = {{At(torus, {0, 7}), Axis{0}, Direction::kMinus},
                                     {At(torus, {3, 7}), Axis{1}, Direction::kPlus},
                                     {At(torus, {3, 0}), Axis{1}, Direction::kPlus}};
  EXPECT_EQ(route, expected);
  EXPECT_TRUE(torus.Route(NodeId{5}, NodeId{5}).empty());
}

TEST(Graph, LinkIndicesAreDistinctAndBounded) {
  const Graph mesh = Parsed("mesh:3x2x4");
  std::set<std::size_t> seen;
  for (std::uint32_t n = 0; n < mesh.size(); ++n) {
    for (int a = 0; a < mesh.axes(); ++a) {
      for (const Direction d : {Direction::kPlus, Direction::kMinus})
        seen.insert(mesh.LinkIndex({NodeId{n}, Axis{a}, d}));
    }
  }
  EXPECT_EQ(seen.size(), mesh.LinkIndexBound());
  EXPECT_EQ(*seen.rbegin(), mesh.LinkIndexBound() - 1);
}

TEST(Bits, HoldEveryCoordinate) {
  const int expected[] = {0, 0, 1, 2, 2, 3, 3, 3, 3, 4};
  for (std::uint32_t length = 1; length <= 9; ++length)
    EXPECT_EQ(BitsFor(length), expected[length]) << length;
  EXPECT_EQ(BitsFor(1U << 24), 24);
}

TEST(Bits, PowersOfTwoAreRecognised) {
  EXPECT_TRUE(AllPowersOfTwo(Parsed("torus:8x2x16")));
  EXPECT_TRUE(AllPowersOfTwo(Parsed("hypercube:5")));
  EXPECT_FALSE(AllPowersOfTwo(Parsed("torus:8x6")));
}

// Mixed lengths: 3 has two ports and 2 bits, 2 has one port and 1 bit, 5 has two ports and 3 bits.
TEST(LinkPorts, AreNumberedAxisByAxis) {
  const Graph mesh = Parsed("mesh:3x2x5");
  std::vector<std::pair<int, std::optional<Direction>>> ports;
  for (const LinkPort& port : LinkPortsOf(mesh))
    ports.emplace_back(port.axis.value(), port.direction);
  using enum Direction;
  EXPECT_EQ(ports, (std::vector<std::pair<int, std::optional<Direction>>>{
                       {0, kPlus}, {0, kMinus}, {1, std::nullopt}, {2, kPlus}, {2, kMinus}}));
  EXPECT_EQ(FirstPortsOf(mesh), (std::vector<int>{0, 2, 3}));
}

TEST(LinkPorts, TheOnlyOneOfALengthTwoAxisLeadsToTheOtherNodeAndBack) {
  const Graph mesh = Parsed("mesh:3x2");
  const LinkPort only{Axis{1}, std::nullopt};
  EXPECT_EQ(DirectionOf(mesh, At(mesh, {1, 0}), only), Direction::kPlus);
  EXPECT_EQ(DirectionOf(mesh, At(mesh, {1, 1}), only), Direction::kMinus);
  for (const int x : {0, 1}) {
    EXPECT_EQ(SendsTo(mesh, At(mesh, {1, x}), only), At(mesh, {1, 1 - x}));
    EXPECT_EQ(ReceivesFrom(mesh, At(mesh, {1, x}), only), At(mesh, {1, 1 - x}));
  }
}

TEST(LinkPorts, SendOneWayAndReceiveFromTheOther) {
  const Graph mesh = Parsed("mesh:3x2");
  const LinkPort plus{Axis{0}, Direction::kPlus};
  EXPECT_EQ(SendsTo(mesh, At(mesh, {1, 1}), plus), At(mesh, {2, 1}));
  EXPECT_EQ(ReceivesFrom(mesh, At(mesh, {1, 1}), plus), At(mesh, {0, 1}));
  EXPECT_EQ(SendsTo(mesh, At(mesh, {2, 1}), plus), std::nullopt);
  EXPECT_EQ(ReceivesFrom(mesh, At(mesh, {0, 1}), plus), std::nullopt);
}

TEST(Address, HasTheFirstCoordinateInTheMostSignificantBits) {
  const Graph mesh = Parsed("mesh:3x2x5");
  EXPECT_EQ(AddressBits(mesh), 6);
  EXPECT_EQ(LowestBitsOf(mesh), (std::vector<int>{4, 3, 0}));
  EXPECT_EQ(AddressIn(mesh, At(mesh, {2, 1, 4})), 0b10'1'100U);
  const Graph cube = Parsed("hypercube:4");
  EXPECT_EQ(AddressIn(cube, NodeId{11}), 11U);
}

}  // namespace
}  // namespace toroid::gen_topology_test
