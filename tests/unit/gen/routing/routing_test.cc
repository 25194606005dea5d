// Sets and routes, refused input, and the check of a timetable, which finds each kind of fault.
#include "tests/oracle/routing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "gen/routing/strategy.h"
#include "gen/routing/timetable.h"
#include "gen/routing/trips.h"
#include "tests/oracle/translation.h"

namespace toroid::routing::gen_routing_test {
namespace {

Graph Make(std::string_view text) { return Graph::Parse(text).value(); }

Embedding Tao(std::string_view guest, std::string_view host, std::optional<tao::Walk> walk = {}) {
  return Embedding::Create(EmbeddingKind::kTao, Make(guest), Make(host), BitOrder::kBlock, walk)
      .value();
}

Message From(std::uint32_t from, std::uint32_t to) { return {NodeId{from}, NodeId{to}, Axis{0}}; }

TEST(RoutingTrips, PermutationSetsSendAndReceiveOnceScatterSetsOncePerNeighbour) {
  const Graph ring = Make("ring:4");
  const std::vector<Message> all = AllMessages(ring);
  EXPECT_EQ(all.size(), 8U);
  EXPECT_TRUE(IsOfType(SetType::kScatter, ring, all));
  EXPECT_FALSE(IsOfType(SetType::kPermutation, ring, all));
  EXPECT_TRUE(IsOfType(SetType::kPermutation, ring, ShiftSet(ring, Axis{0}, Direction::kMinus)));
  EXPECT_FALSE(IsOfType(SetType::kPermutation, ring, std::vector{From(0, 1), From(2, 1)}));
  EXPECT_FALSE(IsOfType(SetType::kPermutation, ring, std::vector{From(1, 0), From(1, 2)}));
  EXPECT_FALSE(IsOfType(SetType::kScatter, ring, std::vector{From(0, 2)})) << "no neighbours";
  EXPECT_FALSE(IsOfType(SetType::kScatter, ring, std::vector{From(0, 1), From(0, 1)}))
      << "twice the same";
}

TEST(RoutingTrips, ShiftsLeaveOutWhoHasNoNeighbour) {
  EXPECT_EQ(ShiftSet(Make("ring:4"), Axis{0}, Direction::kPlus).size(), 4U);
  EXPECT_EQ(ShiftSet(Make("line:4"), Axis{0}, Direction::kPlus),
            (std::vector{From(0, 1), From(1, 2), From(2, 3)}));
}

TEST(RoutingTrips, RandomPermutationSetsCannotGrow) {
  const Graph torus = Make("torus:3x4");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Message> set = RandomPermutationSet(torus, seed);
    EXPECT_EQ(set, RandomPermutationSet(torus, seed));
    EXPECT_TRUE(IsOfType(SetType::kPermutation, torus, set));
    for (const Message& message : AllMessages(torus)) {
      EXPECT_FALSE(std::ranges::all_of(set, [&](const Message& other) {
        return MayMeet(SetType::kPermutation, {message.from, message.to}, {other.from, other.to});
      }));
    }
  }
  EXPECT_NE(RandomPermutationSet(torus, 1), RandomPermutationSet(torus, 2));
}

TEST(RoutingTrips, RandomScatterSetsSendFromEveryNodeToAnyOfItsNeighbours) {
  const Graph mesh = Make("mesh:2x3");
  std::vector<int> drawn(64, 0);  // node 1's, which has three neighbours, by subset
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::vector<Message> set = RandomScatterSet(mesh, seed);
    EXPECT_EQ(set, RandomScatterSet(mesh, seed));
    EXPECT_TRUE(IsOfType(SetType::kScatter, mesh, set));
    for (std::uint32_t n = 0; n < mesh.size(); ++n) {
      EXPECT_TRUE(std::ranges::any_of(set, [&](const Message& message) {
        return message.from == NodeId{n};
      })) << n;
    }
    unsigned subset = 0;
    for (const Message& message : set) {
      if (message.from == NodeId{1}) subset |= 1U << message.to.value();
    }
    ++drawn[subset];
  }
  EXPECT_EQ(std::ranges::count_if(drawn, [](int times) { return times > 0; }), 7);
}

TEST(RoutingTrips, ShortestRoutesTakeEveryOrderOfAxesAndBothDirectionsHalfRoundARing) {
  const Graph torus = Make("torus:4x5");
  const Segment down{Axis{0}, Direction::kPlus, 1};
  const Segment left{Axis{1}, Direction::kMinus, 2};
  EXPECT_EQ(ShortestRoutes(torus, NodeId{0}, NodeId{8}),
            (std::vector<std::vector<Segment>>{{down, left}, {left, down}}));
  EXPECT_EQ(ShortestRoutes(torus, NodeId{0}, NodeId{10}),
            (std::vector<std::vector<Segment>>{{{Axis{0}, Direction::kPlus, 2}},
                                               {{Axis{0}, Direction::kMinus, 2}}}));
  EXPECT_EQ(ShortestRoutes(torus, NodeId{0}, NodeId{13}).size(), 4U);
  EXPECT_EQ(ShortestRoutes(torus, NodeId{7}, NodeId{7}), (std::vector<std::vector<Segment>>{{}}));
}

TEST(RoutingTrips, EdgesThatBendTwiceAreRefused) {
  const auto bends = AllTrips(Tao("ring:27", "mesh:3x3x3", tao::Walk::kLine));
  ASSERT_FALSE(bends.ok());
  EXPECT_EQ(bends.diagnostics()[0].field, "--embedding");
  EXPECT_EQ(bends.diagnostics()[0].what,
            "the edge from guest node (0) to (26) bends more than once on the host");
}

// Four guest nodes per host node: of the two guest edges to each neighbour one is included.
TEST(RoutingTrips, OfLargerGuestsAreThoseBetweenHostNodesOneForAllThatMoveAlike) {
  const Embedding larger = Tao("torus:8x8", "torus:4x4");
  const auto trips = AllTrips(larger);
  ASSERT_TRUE(trips.ok());
  EXPECT_EQ(trips->size(), 64U);
  for (const Trip& trip : *trips) {
    const Ends ends = EndsOnHost(larger, trip.message);
    EXPECT_EQ(larger.host().Distance(ends.from, ends.to), 1);
  }
}

TEST(RoutingStrategy, TheLemmasRefuseUnequalSegmentsAndInStepTakesTheTwoLongest) {
  // the ring's last edge goes from corner to corner
  const Embedding line = Tao("ring:15", "mesh:3x5", tao::Walk::kLine);
  const auto trips = AllTrips(line);
  ASSERT_TRUE(trips.ok());
  EXPECT_EQ(Dilation(*trips), 6);
  const auto lemmas = ByLemmas(line, *trips, {0});
  ASSERT_FALSE(lemmas.ok());
  EXPECT_EQ(lemmas.diagnostics()[0].what,
            "guest edges of group 0 bend on the host, and not all into parts of one length");
  const Strategy strategy = InStep(line, *trips);
  EXPECT_EQ(Steps(strategy, LinkMode::kBothWays), 8);
  const Timetable timetable = MakeTimetable(line, strategy, *trips, LinkMode::kBothWays);
  EXPECT_TRUE(Verify(line, *trips, timetable, LinkMode::kBothWays, SetType::kPermutation).empty());
}

TEST(RoutingStrategy, EmbeddingsThatAreNotTaosAreRoutedInOneGroup) {
  const Embedding xor_cube = Embedding::Create(EmbeddingKind::kXor, Make("hypercube:6"),
                                               Make("torus:8x8"), BitOrder::kBlock)
                                 .value();
  const auto trips = AllTrips(xor_cube);
  ASSERT_TRUE(trips.ok());
  EXPECT_EQ(RoutingOfThesis(xor_cube, Dilation(*trips)).vector, std::vector(6, 0));
  const Strategy strategy = InStep(xor_cube, *trips);
  EXPECT_EQ(Steps(strategy, LinkMode::kBothWays), Dilation(*trips));
  const Timetable timetable = MakeTimetable(xor_cube, strategy, *trips, LinkMode::kBothWays);
  EXPECT_TRUE(
      Verify(xor_cube, *trips, timetable, LinkMode::kBothWays, SetType::kPermutation).empty());
}

// A mesh of 2x2 in itself: nodes 0 1 / 2 3.
class RoutingVerify : public testing::Test {
 protected:
  static Move Plus(std::uint32_t trip, std::uint32_t node, int axis) {
    return {trip, {NodeId{node}, Axis{axis}, Direction::kPlus}};
  }
  static Move Minus(std::uint32_t trip, std::uint32_t node, int axis) {
    return {trip, {NodeId{node}, Axis{axis}, Direction::kMinus}};
  }

  std::string First(const std::vector<Message>& messages, const Timetable& timetable, LinkMode mode,
                    SetType type) const {
    const auto violations =
        Verify(embedding_, DrawTrips(embedding_, messages, 1), timetable, mode, type);
    return violations.empty() ? "" : std::to_string(violations[0].step) + ": " + violations[0].what;
  }

  Embedding embedding_ = Tao("mesh:2x2", "mesh:2x2");
  std::vector<Message> one_ = {{NodeId{0}, NodeId{1}, Axis{1}}};
  std::vector<Message> swap_ = {{NodeId{0}, NodeId{1}, Axis{1}}, {NodeId{1}, NodeId{0}, Axis{1}}};
};

TEST_F(RoutingVerify, FindsTripsThatDoNotArriveAndMovesThatCannotBe) {
  const auto first = [&](const Timetable& timetable) {
    return First(one_, timetable, LinkMode::kBothWays, SetType::kScatter);
  };
  EXPECT_EQ(first({{Plus(0, 0, 1)}}), "");
  EXPECT_EQ(first({{}}), "1: trip 0, (0,0) to (0,1), has not arrived");
  EXPECT_EQ(first({{}, {Plus(0, 2, 1)}}),
            "1: trip 0, (0,0) to (0,1), leaves a node that it is not on");
  EXPECT_EQ(first({{Minus(0, 0, 1)}}),
            "0: trip 0, (0,0) to (0,1), crosses a link that does not exist");
  EXPECT_EQ(first({{Plus(0, 0, 0)}, {Plus(0, 2, 1)}}),
            "0: trip 0, (0,0) to (0,1), moves away from its destination");
  EXPECT_EQ(first({{Plus(0, 0, 1), Minus(0, 1, 1)}}),
            "0: trip 0, (0,0) to (0,1), moves twice in a step");
}

TEST_F(RoutingVerify, AllowsWhatTheModeAllowsAndNoMore) {
  const Timetable at_once = {{Plus(0, 0, 1), Minus(1, 1, 1)}};
  const Timetable in_turn = {{Plus(0, 0, 1)}, {Minus(1, 1, 1)}};
  EXPECT_EQ(First(swap_, at_once, LinkMode::kBothWays, SetType::kScatter), "");
  EXPECT_EQ(First(swap_, at_once, LinkMode::kOneWay, SetType::kScatter),
            "0: trip 1, (0,1) to (0,0), meets trip 0 on a link");
  EXPECT_EQ(
      First(swap_, at_once, LinkMode::kOneAxisWay, SetType::kScatter),
      "0: trip 1, (0,1) to (0,0), moves on another axis or in another direction than others do");
  for (const LinkMode mode : {LinkMode::kOneWay, LinkMode::kOneAxisWay})
    EXPECT_EQ(First(swap_, in_turn, mode, SetType::kScatter), "");

  const std::vector<Message> two_axes = {{NodeId{0}, NodeId{1}, Axis{1}},
                                         {NodeId{1}, NodeId{3}, Axis{0}}};
  const Timetable axes_at_once = {{Plus(0, 0, 1), Plus(1, 1, 0)}};
  EXPECT_EQ(First(two_axes, axes_at_once, LinkMode::kOneWay, SetType::kScatter), "");
  EXPECT_EQ(
      First(two_axes, axes_at_once, LinkMode::kOneAxisWay, SetType::kScatter),
      "0: trip 1, (0,1) to (1,1), moves on another axis or in another direction than others do");
}

// On a line of 4 the ring's messages from 0 to 3 and from 1 to 2 both need the link from 1 to 2.
TEST_F(RoutingVerify, ExcusesOnlyTripsThatNoSetHasBoth) {
  const Embedding line = Tao("ring:4", "line:4", tao::Walk::kLine);
  const auto meet = [&](const Message& other, const Timetable& timetable, SetType type) {
    const std::vector<Message> messages = {{NodeId{0}, NodeId{3}, Axis{0}}, other};
    const auto violations =
        Verify(line, DrawTrips(line, messages, 1), timetable, LinkMode::kBothWays, type);
    return violations.empty() ? "" : violations[0].what;
  };
  const Timetable others = {{Plus(0, 0, 0)}, {Plus(0, 1, 0), Plus(1, 1, 0)}, {Plus(0, 2, 0)}};
  EXPECT_EQ(meet({NodeId{1}, NodeId{2}, Axis{0}}, others, SetType::kPermutation),
            "trip 1, (1) to (2), meets trip 0 on a link");
  const Timetable same_sender = {{Plus(0, 0, 0), Plus(1, 0, 0)}, {Plus(0, 1, 0)}, {Plus(0, 2, 0)}};
  EXPECT_EQ(meet({NodeId{0}, NodeId{1}, Axis{0}}, same_sender, SetType::kPermutation), "");
  EXPECT_EQ(meet({NodeId{0}, NodeId{1}, Axis{0}}, same_sender, SetType::kScatter),
            "trip 1, (0) to (1), meets trip 0 on a link");
}

// A ring goes 0 1 3 2 round the square; a line through it uses three of the four links.
TEST(RoutingTranslation, TablesNameTheNeighboursAndNoStrangers) {
  const Embedding line = Tao("line:4", "mesh:2x2");
  const auto exchanged = ExchangeTables(line, LinkMode::kOneAxisWay);
  ASSERT_TRUE(exchanged.ok());
  EXPECT_EQ(exchanged->steps, 4);
  const TranslationTables expected = {{{NodeId{1}, NodeId{1}}},
                                      {{NodeId{0}, NodeId{0}}, {NodeId{2}, NodeId{3}}},
                                      {{NodeId{2}, NodeId{3}}},
                                      {{NodeId{1}, NodeId{1}}, {NodeId{3}, NodeId{2}}}};
  EXPECT_EQ(exchanged->tables, expected);
  EXPECT_EQ(ComputedTables(line), expected);
}

TEST(RoutingTranslation, AnExchangeNeedsUnitDilation) {
  const auto exchanged = ExchangeTables(Tao("ring:15", "mesh:3x5"), LinkMode::kBothWays);
  ASSERT_FALSE(exchanged.ok());
  EXPECT_EQ(exchanged.diagnostics()[0].what,
            "an exchange among neighbours reaches one link, and the embedding has dilation 2");
}

}  // namespace
}  // namespace toroid::routing::gen_routing_test
