// Sets that are really sent: the pairs of the thesis's cases, and some of readings, with drawn sets
// and drawn ways, and small rings with every set there is.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "tests/oracle/routing.h"
#include "tests/property/routing_testing.h"

namespace toroid::routing::routing_sets_test {
namespace {

// A pair, the thesis's claims about it, and the steps that its lemmas and ours take in modes 1 to
// 3.
struct Case {
  std::string guest, host;
  int dilation;
  int printed;  // bound of 4.6, with the corrections of docs/spec/routing.md
  std::vector<int> vector;
  std::array<int, 3> by_lemmas;
  std::array<int, 3> in_step;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      // fold walk: Theorem 4.5.2
      {"ring:15", "mesh:3x5", 2, 2, {0}, {2, 4, 8}, {2, 4, 8}},
      // ring walk: 4.5.1
      {"ring:27", "torus:3x3x3", 1, 1, {0}, {1, 2, 6}, {1, 2, 6}},
      // expansion: 4.5.1
      {"torus:6x12", "mesh:6x3x2x2", 1, 1, {0, 0}, {1, 2, 8}, {1, 2, 8}},
      // simple reduction: 4.5.4
      {"mesh:3x3x6", "mesh:6x9", 3, 3, {0, 0, 0}, {3, 6, 8}, {3, 6, 8}},
      // its rings in a mesh
      {"torus:3x3x6", "mesh:6x9", 6, 6, {0, 0, 0}, {6, 12, 16}, {6, 12, 16}},
      // Corollary 4.5.5
      {"hypercube:6", "mesh:4x16", 8, 8, {0, 0, 0, 0, 0, 0}, {8, 16, 20}, {8, 16, 20}},
      // in a torus, with twos read as rings of 4
      {"hypercube:6", "torus:4x16", 4, 4, {0, 0, 0, 0, 0, 0}, {4, 8, 12}, {4, 8, 12}},
      // a four read as two twos, only one of which is spread
      {"torus:2x3x4x9", "torus:6x6x6", 3, 5, {0, 0, 0, 1}, {5, 10, 24}, {3, 6, 16}},
      // Theorem 4.5.2 before 4.5.3 (1)
      {"mesh:4x4x4", "mesh:8x8", 2, 2, {0, 0, 0}, {2, 4, 8}, {2, 4, 8}},
      // 4.5.3 (1)
      {"mesh:6x6x12", "mesh:12x36", 3, 4, {0, 1, 0}, {4, 8, 14}, {3, 6, 10}},
      // 4.5.3 (2)
      {"torus:6x6x12", "torus:12x36", 3, 4, {0, 1, 0}, {4, 8, 14}, {3, 6, 10}},
      // 4.5.3 (3)
      {"torus:9x9x9", "torus:27x27", 3, 5, {0, 0, 1}, {5, 10, 20}, {3, 6, 12}},
      // 4.5.3 (4)
      {"torus:6x6x12", "mesh:12x36", 6, 7, {0, 1, 0}, {7, 14, 24}, {6, 12, 20}},
      // 4.5.3 (5)
      {"torus:9x9x9", "mesh:27x27", 6, 8, {0, 0, 1}, {8, 16, 32}, {6, 12, 24}},
      // 4.5.5
      {"mesh:4x4x4x4x4", "mesh:32x32", 8, 8, {0, 0, 0, 0, 0}, {8, 16, 32}, {8, 16, 32}},
      // Corollary 4.5.7
      {"torus:4x4x4x4x4", "torus:32x32", 8, 8, {0, 0, 0, 0, 0}, {8, 16, 32}, {8, 16, 32}},
      // 4.5.8
      {"torus:4x4x4x4x4", "mesh:32x32", 16, 16, {0, 0, 0, 0, 0}, {16, 32, 64}, {16, 32, 64}},
      // 4.5.7, second step joined
      {"torus:27x27", "torus:9x9x9", 3, 3, {0, 0}, {3, 6, 18}, {3, 6, 18}},
      {"torus:27x27", "mesh:9x9x9", 6, 6, {0, 0}, {6, 12, 36}, {6, 12, 36}},
  };
  return cases;
}

void ExpectSetArrives(const Embedding& embedding, const Strategy& strategy,
                      const std::vector<Message>& set, std::uint64_t seed) {
  ASSERT_TRUE(IsOfType(SetType::kPermutation, embedding.guest(), set));
  const std::vector<Trip> trips = DrawTrips(embedding, set, seed);
  for (const LinkMode mode : kModes) {
    const Timetable timetable = MakeTimetable(embedding, strategy, trips, mode);
    const auto violations = Verify(embedding, trips, timetable, mode, SetType::kScatter);
    ASSERT_TRUE(violations.empty()) << violations[0].what << " seed " << seed;
    ASSERT_LE(LastMove(timetable), Steps(strategy, mode));
  }
}

void ExpectDrawnSetsArrive(const Embedding& embedding, const Strategy& strategy) {
  for (int a = 0; a < embedding.guest().axes(); ++a) {
    for (const Direction direction : {Direction::kPlus, Direction::kMinus}) {
      ExpectSetArrives(embedding, strategy, ShiftSet(embedding.guest(), Axis{a}, direction), 1);
    }
  }
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    ExpectSetArrives(embedding, strategy, RandomPermutationSet(embedding.guest(), seed), seed);
  }
}

// All sets at once, the last step used, and some sets one by one.
void ExpectStrategyTakes(const Case& c, const Embedding& embedding, const std::vector<Trip>& trips,
                         const Strategy& strategy, const std::array<int, 3>& steps) {
  for (std::size_t m = 0; m < kModes.size(); ++m) {
    EXPECT_EQ(Steps(strategy, kModes[m]), steps[m])
        << c.guest << " in " << c.host << " mode " << m + 1;
    const Timetable timetable = MakeTimetable(embedding, strategy, trips, kModes[m]);
    EXPECT_EQ(LastMove(timetable), steps[m]) << c.guest << " in " << c.host << " mode " << m + 1;
    EXPECT_TRUE(Verify(embedding, trips, timetable, kModes[m], strategy.holds_for).empty())
        << c.guest << " in " << c.host;
  }
  ExpectDrawnSetsArrive(embedding, strategy);
}

TEST(RoutingSets, EachCaseOfTheThesisTakesThePrintedStepsAndInStepTheDilation) {
  for (const Case& c : Cases()) {
    const Embedding embedding = TaoEmbedding(c.guest, c.host);
    const auto trips = AllTrips(embedding);
    ASSERT_TRUE(trips.ok());
    EXPECT_EQ(Dilation(*trips), c.dilation) << c.guest << " in " << c.host;
    const ThesisRouting thesis = RoutingOfThesis(embedding, c.dilation);
    EXPECT_EQ(thesis.vector, c.vector) << c.guest << " in " << c.host;
    EXPECT_EQ(thesis.bound, c.printed) << c.guest << " in " << c.host;
    const auto by_lemmas = ByLemmas(embedding, *trips, thesis.vector);
    ASSERT_TRUE(by_lemmas.ok());
    ExpectStrategyTakes(c, embedding, *trips, *by_lemmas, c.by_lemmas);
    const Strategy in_step = InStep(embedding, *trips);
    EXPECT_EQ(c.in_step[0], c.dilation);
    ExpectStrategyTakes(c, embedding, *trips, in_step, c.in_step);
  }
}

// Theorem 4.5.6 with three axes spread one after the other. The thesis embeds the odd torus as for
// a mesh, with dilation 54: 80 steps.
TEST(RoutingSets, AnOddTorusInManySteps) {
  const Embedding torus = TaoEmbedding("torus:9x9x9x9x9", "torus:243x243");
  const auto trips = AllTrips(torus);
  ASSERT_TRUE(trips.ok());
  const ThesisRouting thesis = RoutingOfThesis(torus, Dilation(*trips));
  EXPECT_EQ(thesis.vector, (std::vector{0, 0, 1, 2, 3}));
  EXPECT_EQ(thesis.bound, 4 * 27);
  EXPECT_EQ(Steps(*ByLemmas(torus, *trips, thesis.vector), LinkMode::kBothWays),
            27 + 2 * (9 + 3 + 1));
  const Strategy in_step = InStep(torus, *trips);
  EXPECT_EQ(Steps(in_step, LinkMode::kBothWays), 27);
  const std::vector<Trip> drawn = DrawTrips(torus, RandomPermutationSet(torus.guest(), 1), 1);
  EXPECT_EQ(FirstFault(torus, in_step, drawn, LinkMode::kBothWays, SetType::kScatter), "");
  // In one group without waiting for the end, second segments of different length meet: the
  // thesis's groups are needed there.
  const Strategy waiting = ByWaiting(torus, *trips, std::vector(5, 0));
  EXPECT_NE(FirstFault(torus, waiting, drawn, LinkMode::kBothWays, SetType::kScatter), "");
  const ThesisRouting in_mesh =
      RoutingOfThesis(TaoEmbedding("torus:9x9x9x9x9", "mesh:243x243"), 54);
  EXPECT_EQ(in_mesh.bound, 2 * 54);
  EXPECT_EQ(in_mesh.source, "Tao Theorem 4.5.6");
}

// Theorem 4.5.2 promises two steps. The scheme as worded in 4.5.1 takes three: a message of two
// links in line keeps those with a bend waiting before their second.
TEST(RoutingSets, TheWaitingSchemeTakesAThirdStepWithTheFoldWalk) {
  const Embedding ring = TaoEmbedding("ring:15", "mesh:3x5");
  const auto trips = AllTrips(ring);
  const Strategy waiting = ByWaiting(ring, *trips, {0});
  EXPECT_EQ(FirstFault(ring, waiting, *trips, LinkMode::kBothWays, SetType::kPermutation), "");
  const std::vector<Trip> shift =
      DrawTrips(ring, ShiftSet(ring.guest(), Axis{0}, Direction::kPlus), 1);
  EXPECT_EQ(LastMove(MakeTimetable(ring, waiting, shift, LinkMode::kBothWays)), 3);
  EXPECT_EQ(LastMove(MakeTimetable(ring, InStep(ring, *trips), shift, LinkMode::kBothWays)), 2);
}

// Calls visit(set) for every permutation set that is part of `all`, the empty one too.
template <class Visit>
void ForEachPermutationSet(const std::vector<Trip>& all, std::vector<Trip>& set, std::size_t next,
                           Visit visit) {
  if (next == all.size()) return visit(set);
  ForEachPermutationSet(all, set, next + 1, visit);
  const auto may_meet = [&](const Trip& other) {
    return MayMeet(SetType::kPermutation, {all[next].message.from, all[next].message.to},
                   {other.message.from, other.message.to});
  };
  if (!std::ranges::all_of(set, may_meet)) return;
  set.push_back(all[next]);
  ForEachPermutationSet(all, set, next + 1, visit);
  set.pop_back();
}

// Timetables of one mode checked for another fail or hold for all trips at once just as they do set
// by set.
TEST(RoutingSets, AllTripsAtOnceFailWhereverOneSetFails) {
  int sets = 0;
  int failing = 0;
  const std::vector<std::pair<std::string, std::string>> pairs = {{"ring:5", "mesh:5"},
                                                                  {"ring:6", "mesh:2x3"},
                                                                  {"ring:4", "ring:4"},
                                                                  {"mesh:2x3", "mesh:6"},
                                                                  {"ring:9", "mesh:3x3"}};
  for (const auto& [guest, host] : pairs) {
    const Embedding embedding = TaoEmbedding(guest, host);
    const auto trips = AllTrips(embedding);
    const Strategy strategy = InStep(embedding, *trips);
    for (const LinkMode made : kModes) {
      for (const LinkMode checked : kModes) {
        if (guest == "ring:9" && (made != checked || made != LinkMode::kBothWays)) continue;
        bool some_fails = false;
        std::vector<Trip> part;
        ForEachPermutationSet(*trips, part, 0, [&](const std::vector<Trip>& set) {
          const Timetable timetable = MakeTimetable(embedding, strategy, set, made);
          some_fails |= !Verify(embedding, set, timetable, checked, SetType::kScatter).empty();
          ++sets;
        });
        const auto at_once =
            Verify(embedding, *trips, MakeTimetable(embedding, strategy, *trips, made), checked,
                   SetType::kPermutation);
        ASSERT_EQ(at_once.empty(), !some_fails) << guest << " in " << host;
        failing += some_fails ? 1 : 0;
      }
    }
  }
  EXPECT_GT(sets, 10000);
  EXPECT_GT(failing, 5);
  std::cout << sets << " sets sent\n";
}

// A trip of one or two links in two steps: which link it uses when, as numbers of step and link.
using Uses = std::vector<std::size_t>;

// Everything a message may do in two steps, by message; trips of one message follow each other.
std::vector<std::vector<Uses>> ChoicesInTwoSteps(const Embedding& embedding,
                                                 const std::vector<Trip>& trips) {
  const Graph& host = embedding.host();
  std::vector<std::vector<Uses>> choices;
  for (std::size_t t = 0; t < trips.size(); ++t) {
    if (t == 0 || !(trips[t].message == trips[t - 1].message)) choices.emplace_back();
    std::vector<std::size_t> links;
    NodeId at = embedding.HostOf(trips[t].message.from);
    for (const Segment& segment : trips[t].segments) {
      for (int i = 0; i < segment.length; ++i) {
        links.push_back(host.LinkIndex({at, segment.axis, segment.direction}));
        at = *host.Neighbour(at, segment.axis, segment.direction);
      }
    }
    const std::size_t later = host.LinkIndexBound();
    if (links.size() == 2) choices.back().push_back({links[0], later + links[1]});
    if (links.size() == 1)
      choices.back().insert(choices.back().end(), {Uses{links[0]}, Uses{later + links[0]}});
  }
  return choices;
}

// Whether each message can have one of its choices, with none using another's links; the message
// with the fewest choices left chooses first.
bool AllFit(const std::vector<std::vector<Uses>>& choices, std::vector<bool>& chosen,
            std::vector<bool>& used) {
  const auto is_free = [&](const Uses& uses) {
    return std::ranges::none_of(uses, [&](std::size_t use) { return used[use]; });
  };
  std::size_t message = choices.size();
  std::ptrdiff_t fewest = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (chosen[i]) continue;
    const std::ptrdiff_t left = std::ranges::count_if(choices[i], is_free);
    if (message < choices.size() && left >= fewest) continue;
    message = i;
    fewest = left;
  }
  if (message == choices.size()) return true;
  chosen[message] = true;
  for (const Uses& uses : choices[message]) {
    if (!is_free(uses)) continue;
    for (const std::size_t use : uses) used[use] = true;
    if (AllFit(choices, chosen, used)) return true;
    for (const std::size_t use : uses) used[use] = false;
  }
  chosen[message] = false;
  return false;
}

// Corollary 4.5.4 says scatter where its theorem says permutation. Phases do not carry scatter sets
// of odd rings in meshes, but a timetable made for each message alone does, in as few steps.
TEST(RoutingSets, ScatterSetsOfOddRingsFitTwoStepsThoughPhasesDoNotCarryThem) {
  for (const auto& [guest, host] :
       {std::pair{"ring:9", "mesh:3x3"}, {"ring:25", "mesh:5x5"}, {"ring:27", "mesh:3x3x3"}}) {
    const Embedding embedding = TaoEmbedding(guest, host);
    const auto trips = AllTrips(embedding);
    ASSERT_EQ(Dilation(*trips), 2);
    EXPECT_NE(FirstFault(embedding, InStep(embedding, *trips), *trips, LinkMode::kBothWays,
                         SetType::kScatter),
              "")
        << guest;
    const auto choices = ChoicesInTwoSteps(embedding, *trips);
    std::vector<bool> chosen(choices.size(), false);
    std::vector<bool> used(2 * embedding.host().LinkIndexBound(), false);
    EXPECT_TRUE(AllFit(choices, chosen, used)) << guest << " in " << host;
  }
}

}  // namespace
}  // namespace toroid::routing::routing_sets_test
