// Sections 4.4 to 4.6 of Tao's thesis by brute force: every pair of equal shapes of at most 64
// nodes that has a construction, every set of messages and every choice of ways, in all link modes.
//
// No set is drawn here: a trip's moves are independent of the others, so the moves of all trips
// together contain those of every set, and two moves on one link conflict only if some set has
// both. routing_sets_test.cc tests that argument.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <vector>

#include "tests/oracle/translation.h"
#include "tests/property/routing_testing.h"
#include "tests/property/tao_testing.h"
#include "tests/support/long_run.h"

namespace toroid::routing::routing_pairs_test {
namespace {

using tao::ForEachKind;
using tao::Lengths;
using tao::MostNodesOfPairs;
using tao::PairText;
using tao::SmallShapes;

// Calls visit(embedding, trips) for every pair that embeds.
template <class Visit>
void ForEachEmbedding(Visit visit) {
  for (const auto& [size, shapes] : SmallShapes()) {
    if (size > MostNodesOfPairs()) break;
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const auto embedding =
              Embedding::Create(EmbeddingKind::kTao, guest, host, BitOrder::kBlock);
          if (!embedding) return;
          const auto trips = AllTrips(*embedding);
          ASSERT_TRUE(trips.ok()) << PairText(guest, host);
          visit(*embedding, *trips);
        });
      }
    }
  }
}

void ExpectEverySetArrives(const Embedding& embedding, const Strategy& strategy,
                           const std::vector<Trip>& trips) {
  for (const LinkMode mode : kModes) {
    ASSERT_EQ(FirstFault(embedding, strategy, trips, mode, strategy.holds_for), "")
        << PairText(embedding.guest(), embedding.host()) << " mode " << static_cast<int>(mode) + 1;
  }
}

void ExpectSteps(const Embedding& embedding, const Strategy& strategy, int steps) {
  const int axes = embedding.host().axes();
  ASSERT_EQ(Steps(strategy, LinkMode::kBothWays), steps)
      << PairText(embedding.guest(), embedding.host());
  ASSERT_EQ(Steps(strategy, LinkMode::kOneWay), 2 * steps);
  ASSERT_LE(Steps(strategy, LinkMode::kOneAxisWay), 2 * axes * steps);
}

TEST(RoutingPairs, InStepEverySetTakesAsManyStepsAsTheDilation) {
  int built = 0;
  ForEachEmbedding([&](const Embedding& embedding, const std::vector<Trip>& trips) {
    const Strategy strategy = InStep(embedding, trips);
    ASSERT_EQ(Dilation(trips), embedding.construction()->dilation);
    ExpectSteps(embedding, strategy, Dilation(trips));
    ExpectEverySetArrives(embedding, strategy, trips);
    ++built;
  });
  EXPECT_EQ(built, LongOr(31890, 8718));
  std::cout << built << " pairs routed\n";
}

TEST(RoutingPairs, ByTheLemmasEverySetTakesThePrintedSteps) {
  int built = 0;
  int more = 0;  // than the dilation
  ForEachEmbedding([&](const Embedding& embedding, const std::vector<Trip>& trips) {
    const ThesisRouting thesis = RoutingOfThesis(embedding, Dilation(trips));
    const auto strategy = ByLemmas(embedding, trips, thesis.vector);
    ASSERT_TRUE(strategy.ok()) << PairText(embedding.guest(), embedding.host());
    ExpectSteps(embedding, *strategy, thesis.bound);
    ExpectEverySetArrives(embedding, *strategy, trips);
    ++built;
    more += thesis.bound > Dilation(trips) ? 1 : 0;
  });
  EXPECT_EQ(built, LongOr(31890, 8718));
  EXPECT_GT(more, LongOr(200, 10));
  std::cout << more << " pairs take more steps than the dilation\n";
}

// Shapes of equal lengths and at most 1024 nodes, by number of nodes.
std::map<int, std::vector<Lengths>> SquareShapes() {
  std::map<int, std::vector<Lengths>> by_size;
  for (int length = 2; length <= 1024; ++length) {
    Lengths shape{length};
    for (int size = length; size <= 1024; size *= length) {
      by_size[size].push_back(shape);
      shape.push_back(length);
    }
  }
  return by_size;
}

TEST(RoutingPairs, SquareShapesTakeTheStepsOfTheTableAndInStepTheDilation) {
  int built = 0;
  for (const auto& [size, shapes] : SquareShapes()) {
    if (size <= 64 || size > LongOr(1024, 256)) continue;
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        if (from.size() == to.size()) continue;
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const auto embedding =
              Embedding::Create(EmbeddingKind::kTao, guest, host, BitOrder::kBlock);
          ASSERT_TRUE(embedding.ok()) << PairText(guest, host);
          const auto trips = AllTrips(*embedding);
          const int dilation = Dilation(*trips);
          const Strategy in_step = InStep(*embedding, *trips);
          const ThesisRouting thesis = RoutingOfThesis(*embedding, dilation);
          const auto by_lemmas = ByLemmas(*embedding, *trips, thesis.vector);
          ASSERT_EQ(Steps(in_step, LinkMode::kBothWays), dilation) << PairText(guest, host);
          ASSERT_EQ(Steps(*by_lemmas, LinkMode::kBothWays), thesis.bound) << PairText(guest, host);
          for (const Strategy& strategy : {in_step, *by_lemmas}) {
            ASSERT_EQ(
                FirstFault(*embedding, strategy, *trips, LinkMode::kBothWays, strategy.holds_for),
                "")
                << PairText(guest, host);
          }
          ++built;
        });
      }
    }
  }
  EXPECT_GT(built, LongOr(100, 30));
  std::cout << built << " square pairs routed\n";
}

// Scatter sets need unit dilation: longer ways meet, whenever they go by phases.
TEST(RoutingPairs, ScatterSetsMeetWhereverTheDilationIsMoreThanOne) {
  int meet = 0;
  int free = 0;
  ForEachEmbedding([&](const Embedding& embedding, const std::vector<Trip>& trips) {
    const Strategy strategy = InStep(embedding, trips);
    ASSERT_EQ(strategy.holds_for, Dilation(trips) == 1 ? SetType::kScatter : SetType::kPermutation);
    if (embedding.guest().size() > 36) return;
    const bool fault =
        !FirstFault(embedding, strategy, trips, LinkMode::kBothWays, SetType::kScatter).empty();
    ASSERT_EQ(fault, Dilation(trips) > 1) << PairText(embedding.guest(), embedding.host());
    ++(fault ? meet : free);
  });
  EXPECT_GT(meet, LongOr(1000, 500));
  EXPECT_GT(free, LongOr(1000, 500));
}

TEST(RoutingPairs, ComputedAndExchangedTablesAreEqualWhereverTheDilationIsOne) {
  int equal = 0;
  int strangers = 0;  // pairs whose host has links that no guest edge uses
  ForEachEmbedding([&](const Embedding& embedding, const std::vector<Trip>& trips) {
    if (Dilation(trips) > 1) return;
    const TranslationTables computed = ComputedTables(embedding);
    const int axes = embedding.host().axes();
    for (const LinkMode mode : kModes) {
      const auto exchanged = ExchangeTables(embedding, mode);
      ASSERT_EQ(exchanged->tables, computed) << PairText(embedding.guest(), embedding.host());
      ASSERT_EQ(exchanged->steps, mode == LinkMode::kBothWays ? 1
                                  : mode == LinkMode::kOneWay ? 2
                                                              : 2 * axes);
      if (embedding.guest().size() > 16) break;
    }
    ++equal;
    strangers += AllMessages(embedding.host()).size() > trips.size() ? 1 : 0;
  });
  EXPECT_GT(equal, LongOr(10000, 1000));
  EXPECT_GT(strangers, LongOr(1000, 100));
  std::cout << equal << " pairs, " << strangers << " with links that no guest edge uses\n";
}

}  // namespace
}  // namespace toroid::routing::routing_pairs_test
