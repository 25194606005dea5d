#include "gen/tao/walks.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "gen/tao/step.h"
#include "gen/topology/graph.h"
#include "tests/oracle/csv.h"
#include "tests/support/checkout.h"

namespace toroid::tao::gen_tao_walks_test {
namespace {

std::vector<std::vector<int>> Figure(const std::string& name) {
  auto numbers = oracle::ReadNumbers(Checkout("tests/data/" + name));
  EXPECT_FALSE(numbers.empty()) << name;
  return numbers;
}

std::vector<int> Place(Walk walk, const Lengths& lengths, int step) {
  std::vector<int> place(lengths.size());
  PlaceAt(walk, lengths, step, place);
  return place;
}

// Columns first .. first + count - 1 of a row.
std::vector<int> Columns(const std::vector<int>& row, int first, int count) {
  return {row.begin() + first, row.begin() + first + count};
}

// The longest link of a walk over `lengths`, by definition (Tao, Definition 3.2.6).
int Spread(Walk walk, const Lengths& lengths, bool closed, Kind host) {
  const Graph graph = Graph::Create(host, lengths).value();
  const int size = Product(lengths);
  int spread = 0;
  for (int x = 0; x < (closed ? size : size - 1); ++x) {
    const NodeId from = graph.NodeAt(Place(walk, lengths, x));
    spread =
        std::max(spread, graph.Distance(from, graph.NodeAt(Place(walk, lengths, (x + 1) % size))));
  }
  return spread;
}

// Every list of 1 to 4 lengths with a product of at most 64.
std::vector<Lengths> SmallShapes() {
  std::vector<Lengths> shapes;
  for (int a = 2; a <= 64; ++a) {
    shapes.push_back({a});
    for (int b = 2; a * b <= 64; ++b) {
      shapes.push_back({a, b});
      for (int c = 2; a * b * c <= 64; ++c) {
        shapes.push_back({a, b, c});
        for (int d = 2; a * b * c * d <= 64; ++d) shapes.push_back({a, b, c, d});
      }
    }
  }
  return shapes;
}

TEST(TaoFigure33, DistancesOnMeshAndTorusAreAsPrinted) {
  const auto figure = Figure("tao_figure3_3.csv");
  const Graph mesh = Graph::Parse("mesh:3x3").value();
  const Graph torus = Graph::Parse("torus:3x3").value();
  ASSERT_EQ(figure.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) {
    const NodeId here = mesh.NodeAt(Columns(figure[i], 0, 2));
    const NodeId next = mesh.NodeAt(Columns(figure[(i + 1) % 9], 0, 2));
    EXPECT_EQ(mesh.Distance(here, next), figure[i][2]) << i;
    EXPECT_EQ(torus.Distance(here, next), figure[i][3]) << i;
  }
}

TEST(TaoFigure34, DigitsAndLineWalk) {
  const auto figure = Figure("tao_figure3_4.csv");
  ASSERT_EQ(figure.size(), 24U);
  const Lengths lengths = {4, 2, 3};
  for (int x = 0; x < 24; ++x) {
    const auto& row = figure[static_cast<std::size_t>(x)];
    std::vector<int> digits(3);
    Digits(lengths, x, digits);
    EXPECT_EQ(digits, Columns(row, 0, 3)) << x;
    EXPECT_EQ(Number(lengths, digits), x);
    EXPECT_EQ(Place(Walk::kLine, lengths, x), Columns(row, 3, 3)) << x;
  }
}

TEST(TaoFigure39, LineFoldAndRingWalk) {
  const auto figure = Figure("tao_figure3_9.csv");
  ASSERT_EQ(figure.size(), 24U);
  const Lengths lengths = {4, 2, 3};
  for (int x = 0; x < 24; ++x) {
    const auto& row = figure[static_cast<std::size_t>(x)];
    EXPECT_EQ(Place(Walk::kLine, lengths, x), Columns(row, 4, 3)) << x;
    EXPECT_EQ(Place(Walk::kFold, lengths, x), Columns(row, 7, 3)) << x;
    EXPECT_EQ(Place(Walk::kRing, lengths, x), Columns(row, 10, 3)) << x;
  }
}

TEST(TaoFigure311, ExpansionByLineFoldAndRing) {
  const auto figure = Figure("tao_figure3_11.csv");
  ASSERT_EQ(figure.size(), 24U);
  int column = 6;
  for (const Walk walk : {Walk::kLine, Walk::kFold, Walk::kRing}) {
    const Expand expand{{{{2, 2}, walk}, {{2, 3}, walk}}};
    for (const auto& row : figure) {
      Coordinates to;
      expand.Forward(Columns(row, 0, 2), to);
      EXPECT_EQ(to, Columns(row, column, 4)) << ToString(walk) << " " << row[0] << "," << row[1];
    }
    column += 4;
  }
}

TEST(TaoWalks, EveryWalkIsABijectionWithItsInverse) {
  for (const Lengths& lengths : SmallShapes()) {
    for (const Walk walk : {Walk::kLine, Walk::kFold, Walk::kRing}) {
      std::vector<bool> seen(static_cast<std::size_t>(Product(lengths)), false);
      for (int x = 0; x < Product(lengths); ++x) {
        const std::vector<int> place = Place(walk, lengths, x);
        const auto index = static_cast<std::size_t>(Number(lengths, place));
        ASSERT_FALSE(seen.at(index)) << ListText(lengths) << " " << ToString(walk) << " " << x;
        seen[index] = true;
        ASSERT_EQ(StepAt(walk, lengths, place), x) << ListText(lengths) << " " << ToString(walk);
      }
    }
  }
}

// Lemmas 3.3.2 and 3.3.3.
TEST(TaoWalks, TheLineWalkMovesByOneLink) {
  for (const Lengths& lengths : SmallShapes()) {
    ASSERT_EQ(Spread(Walk::kLine, lengths, false, Kind::kMesh), 1) << ListText(lengths);
    ASSERT_EQ(Spread(Walk::kLine, lengths, false, Kind::kTorus), 1) << ListText(lengths);
  }
}

// Lemma 3.3.4.
TEST(TaoWalks, TheFoldWalkClosesWithTwoLinks) {
  for (const Lengths& lengths : SmallShapes()) {
    ASSERT_EQ(Spread(Walk::kFold, lengths, true, Kind::kMesh), Product(lengths) == 2 ? 1 : 2)
        << ListText(lengths);
  }
}

// Lemmas 3.3.6 to 3.3.8.
TEST(TaoWalks, TheRingWalkClosesWithOneLinkOnEveryTorusAndOnMeshesThatAllowIt) {
  int closed_on_a_mesh = 0;
  for (const Lengths& lengths : SmallShapes()) {
    ASSERT_EQ(Spread(Walk::kRing, lengths, true, Kind::kTorus), 1) << ListText(lengths);
    const bool closes =
        lengths.size() >= 2 ? lengths[0] % 2 == 0 || lengths[1] == 2 : lengths[0] == 2;
    ASSERT_EQ(Spread(Walk::kRing, lengths, true, Kind::kMesh) == 1, closes) << ListText(lengths);
    closed_on_a_mesh += closes ? 1 : 0;
  }
  EXPECT_GT(closed_on_a_mesh, 100);
}

// Section 3.3.2: on a torus the last and first place of the walk are one link apart.
TEST(TaoWalks, TheLineWalkClosesOnAToricEvenFirstAxis) {
  for (const Lengths& lengths : SmallShapes()) {
    if (lengths[0] % 2 != 0) continue;
    ASSERT_EQ(Spread(Walk::kLine, lengths, true, Kind::kTorus), 1) << ListText(lengths);
  }
}

}  // namespace
}  // namespace toroid::tao::gen_tao_walks_test
