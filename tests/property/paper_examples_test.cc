// Worked examples and single statements of the papers that no other test has: the text, computed
// here by hand, against the libraries.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "gen/schedule/cost.h"
#include "gen/schedule/window.h"
#include "tests/oracle/routing.h"
#include "tests/property/routing_testing.h"
#include "tests/property/tao_testing.h"

namespace toroid::paper_examples_test {
namespace {

// CALMANT, Theorem 1, and Theorem 3 through it.
int LineLoad(Task task) {
  const int i = task.first;
  const int m = task.count;
  if (m == 0) return 0;
  return m % 2 == 0 ? ((1 << (i + m + 1)) - (1 << (i + 1))) / 3
                    : ((1 << (i + m + 1)) - (1 << i)) / 3;
}
int MeshBound(int axes, Task task) {
  if (task.count == 0) return 0;
  const int first = (task.first + (task.count - 1) % axes) / axes;
  return std::max(task.count, LineLoad({first, (task.count + axes - 1) / axes}));
}

// Lemma 2: the sum of the bounds of the windows of 2c cube dimensions, less the task's bound.
int Excess(int axes, Task task) {
  int sum = 0;
  for (const Task& window : WindowTasks(axes, task)) sum += MeshBound(axes, window);
  return sum - MeshBound(axes, task);
}

TEST(CalmantLemma2, IsExactForTwoAndThreeAxesAndFalseForFourAndFive) {
  std::array<int, 6> largest{};
  std::array<int, 6> elsewhere{};  // where the text has 0
  for (int axes = 1; axes <= 5; ++axes) {
    for (int first = 0; first <= 20; ++first) {
      for (int count = 1; count <= 24 - first; ++count) {
        const auto c = static_cast<std::size_t>(axes);
        const bool named =
            (axes == 2 && count >= 7 && first <= 1) || (axes == 3 && count >= 9 && first <= 4);
        const int excess = Excess(axes, {first, count});
        largest[c] = std::max(largest[c], excess);
        if (!named) elsewhere[c] = std::max(elsewhere[c], excess);
      }
    }
  }
  EXPECT_EQ(largest[1], 0);
  EXPECT_EQ(largest[2], 2);
  EXPECT_EQ(largest[3], 4);
  EXPECT_EQ(elsewhere[1] + elsewhere[2] + elsewhere[3], 0);
  EXPECT_GT(elsewhere[4], 0);
  EXPECT_GT(elsewhere[5], 0);
}

TEST(CalmantLemma4, EveryLinkOfALineCarriesWhatTheFormulaSays) {
  for (int d = 1; d <= 7; ++d) {
    const Graph line = Graph::Create(Kind::kMesh, {1 << d}).value();
    const Graph cube =
        Graph::Create(Kind::kHypercube, std::vector<int>(static_cast<std::size_t>(d), 2)).value();
    const auto embedding =
        Embedding::Create(EmbeddingKind::kStandard, cube, line, BitOrder::kCyclic).value();
    for (int k = 0; k < d; ++k) {
      const Demand demand = MeasureDemand(embedding, {.first = k, .count = 1});
      for (int m = 0; m + 1 < 1 << d; ++m) {
        const int low = m % (1 << k);
        const int expected = m % (2 << k) < 1 << k ? low + 1 : (1 << k) - low - 1;
        const auto at = [&](int node, Direction direction) {
          const NodeId from{static_cast<std::uint32_t>(node)};
          return static_cast<int>(demand.loads[line.LinkIndex({from, Axis{0}, direction})]);
        };
        ASSERT_EQ(at(m, Direction::kPlus), expected) << k << " " << m;
        ASSERT_EQ(at(m + 1, Direction::kMinus), expected);
      }
    }
  }
}

// CALMANT A.3: at Q = d the program is both shallow and deep, and both forms give one number.
TEST(CalmantAppendix, ShallowAndDeepFormsAgreeWhereTheyMeet) {
  for (int axes = 1; axes <= 5; ++axes) {
    for (int levels = 1; axes * levels <= 15; ++levels) {
      const int q = axes * levels;
      const std::int64_t k = (q + axes - 1) / axes;
      const std::int64_t r = (q - 1) % axes;
      const std::int64_t c = axes;
      const auto power = [&](std::int64_t exponent) { return std::int64_t{1} << exponent; };
      const std::int64_t f = k % 2 == 0 ? -(c + 3 * r) * power(levels - k + 2) - 9 * c * k
                                        : (2 * c - 3 * r) * power(levels - k + 1) - 9 * c * (k + 1);
      const std::int64_t shallow = ((c + 3 * c * k + 3 * r) * power(levels + 2) + f) / 18;
      EXPECT_EQ(ClosedFormSteps({.axes = axes, .levels = levels}, q),
                static_cast<std::uint64_t>(shallow))
          << axes << " axes of " << levels << " levels";
    }
  }
}

// Tao, Figure 3.12: a (3,3,6)-mesh as a (3,3)-mesh of lines of 6, each of which is walked through a
// (2,3)-mesh of a (6,9)-mesh. A simple reduction has the same cost and is chosen.
TEST(TaoFigure312, GeneralReductionLaysTheSupernodesAsDrawn) {
  const Graph guest = Graph::Parse("mesh:3x3x6").value();
  const Graph host = Graph::Parse("mesh:6x9").value();
  tao::Effort effort(tao::kUsualEffort);
  const auto general = tao::GeneralReduction(
      {tao::SidesOf(guest), tao::SidesOf(host), std::nullopt, tao::Read::kAsTheyAre}, effort);
  ASSERT_TRUE(general);
  EXPECT_EQ(general->dilation, 3);
  const tao::Absorb drawn{{3, 3}, {false, false}, {{{2, 3}, tao::Walk::kLine}}};
  const tao::Mapping chosen(guest, host, *general);
  const std::array<std::array<int, 2>, 6> walk{{{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 1}, {1, 0}}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      std::set<Coordinates> tiles;  // the supernode's, as chosen
      for (int k = 0; k < 6; ++k) {
        const auto [row, column] = walk[static_cast<std::size_t>(k)];
        Coordinates at;
        drawn.Forward({i, j, k}, at);
        EXPECT_EQ(at, (Coordinates{2 * i + row, 3 * j + column}));
        const Coordinates place =
            host.CoordinatesOf(chosen.HostOf(guest.NodeAt(Coordinates{i, j, k})));
        tiles.insert({place[0] / 2, place[1] / 3});
      }
      EXPECT_EQ(tiles.size(), 1U);
    }
  }
}

// The example after Definition 3.4.6.
TEST(TaoDefinition346, TheExampleOfAGeneralReductionIsOne) {
  const Graph guest = Graph::Parse("mesh:2x3x2x10x6x21x5x4").value();
  const Graph host = Graph::Parse("mesh:4x3x5x28x10x18").value();
  tao::Effort effort(tao::kUsualEffort);
  const auto general = tao::GeneralReduction(
      {tao::SidesOf(guest), tao::SidesOf(host), std::nullopt, tao::Read::kAsTheyAre}, effort);
  ASSERT_TRUE(general);
  EXPECT_LE(*general->dilation, 7);  // by the factors ((5,2),(3,7)) of the text
}

Embedding SameShape(const Graph& graph) {
  return Embedding::Create(EmbeddingKind::kIdentity, graph, graph, BitOrder::kBlock).value();
}

// Place of every trip after the first `steps` steps.
std::vector<Coordinates> PlacesAfter(const Graph& host, const std::vector<routing::Trip>& trips,
                                     const routing::Timetable& timetable, std::size_t steps) {
  std::vector<NodeId> at;
  for (const routing::Trip& trip : trips) at.push_back(trip.message.from);
  for (std::size_t step = 0; step < std::min(steps, timetable.size()); ++step) {
    for (const routing::Move& move : timetable[step])
      at[move.trip] = *host.Neighbour(move.hop.node, move.hop.axis, move.hop.direction);
  }
  std::vector<Coordinates> places;
  for (const NodeId node : at) places.push_back(host.CoordinatesOf(node));
  return places;
}

// 4.2: three steps to the left on the first axis, then one to the right on the second. Messages of
// rows 0 to 3 take two and one, those of rows 4 to 7 three.
TEST(TaoSection42, TheUnidirectionalMovementsOfTheExampleEndWhereItSays) {
  const Graph host = Graph::Parse("torus:8x8").value();
  std::vector<routing::Trip> trips;
  for (std::uint32_t n = 0; n < host.size(); ++n) {
    const Coordinates from = host.CoordinatesOf(NodeId{n});
    const bool upper = from[0] < 4;
    const Coordinates to{(from[0] + (upper ? 6 : 5)) % 8, (from[1] + (upper ? 1 : 0)) % 8};
    routing::Trip trip{{NodeId{n}, host.NodeAt(to), Axis{0}},
                       {{Axis{0}, Direction::kMinus, upper ? 2 : 3}}};
    if (upper) trip.segments.push_back({Axis{1}, Direction::kPlus, 1});
    trips.push_back(trip);
  }
  const Embedding embedding = SameShape(host);
  const routing::Strategy strategy{
      .group_of = {0, 0}, .groups = {{routing::MovePhase{{3, 0}}, routing::MovePhase{{0, 1}}}}};
  const auto timetable =
      routing::MakeTimetable(embedding, strategy, trips, routing::LinkMode::kBothWays);
  ASSERT_EQ(timetable.size(), 4U);
  const auto middle = PlacesAfter(host, trips, timetable, 3);
  const auto end = PlacesAfter(host, trips, timetable, 4);
  for (std::size_t i = 0; i < trips.size(); ++i) {
    const Coordinates from = host.CoordinatesOf(trips[i].message.from);
    const int back = from[0] < 4 ? 2 : 3;
    EXPECT_EQ(middle[i], (Coordinates{(from[0] + 8 - back) % 8, from[1]}));
    EXPECT_EQ(end[i], host.CoordinatesOf(trips[i].message.to));
  }
}

// 4.5.1: the routing vector (1,1,2,2) sends the set in two subsets.
TEST(TaoSection451, TheRoutingVectorOfTheExampleDividesTheSetAsPrinted) {
  const Graph guest = Graph::Parse("mesh:4x4x4x4").value();
  const auto message = [&](const Coordinates& from, const Coordinates& to) {
    int axis = 0;
    while (from[static_cast<std::size_t>(axis)] == to[static_cast<std::size_t>(axis)]) ++axis;
    return routing::Message{guest.NodeAt(from), guest.NodeAt(to), Axis{axis}};
  };
  const std::vector<routing::Message> first{
      message({1, 2, 2, 2}, {0, 2, 2, 2}), message({2, 2, 3, 2}, {3, 2, 3, 2}),
      message({1, 1, 1, 1}, {1, 2, 1, 1}), message({2, 2, 3, 2}, {2, 3, 3, 2})};
  const std::vector<routing::Message> second{
      message({2, 2, 0, 3}, {2, 2, 1, 3}), message({3, 3, 2, 2}, {3, 3, 1, 2}),
      message({3, 2, 2, 1}, {3, 2, 2, 0}), message({1, 2, 1, 2}, {1, 2, 1, 3})};
  std::vector<routing::Message> all = second;
  all.insert(all.end(), first.begin(), first.end());
  ASSERT_TRUE(routing::IsOfType(routing::SetType::kScatter, guest, all));
  const Embedding embedding = SameShape(guest);
  const auto trips = routing::DrawTrips(embedding, all, 1);
  const auto strategy =
      routing::ByLemmas(embedding, *routing::AllTrips(embedding), {0, 0, 1, 1}).value();
  const auto timetable =
      routing::MakeTimetable(embedding, strategy, trips, routing::LinkMode::kBothWays);
  ASSERT_EQ(timetable.size(), 2U);
  for (const std::size_t step : {0U, 1U}) {
    const auto& expected = step == 0 ? first : second;
    ASSERT_EQ(timetable[step].size(), expected.size());
    for (const routing::Move& move : timetable[step])
      EXPECT_EQ(std::ranges::count(expected, trips[move.trip].message), 1);
  }
}

// Corollary 3.3.1: a mesh is bipartite, so a ring of odd length cannot close there with one link.
TEST(TaoCorollary331, AnOddTorusInAMeshNeverCostsOne) {
  int odd = 0;
  for (const auto& [size, shapes] : tao::SmallShapes()) {
    for (const tao::Lengths& from : shapes) {
      const bool any_odd = std::ranges::any_of(from, [](int length) { return length % 2 != 0; });
      for (const tao::Lengths& to : shapes) {
        const Graph guest = Graph::Create(Kind::kTorus, from).value();
        const auto construction = tao::Construct(guest, Graph::Create(Kind::kMesh, to).value());
        if (!any_odd || !construction) continue;
        EXPECT_GE(construction->dilation, 2) << guest.ToString();
        ++odd;
      }
    }
  }
  EXPECT_GT(odd, 1000);
}

}  // namespace
}  // namespace toroid::paper_examples_test
