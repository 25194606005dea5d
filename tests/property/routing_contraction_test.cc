// Section 5.4.2 of Tao's thesis by brute force: every guest of at most 64 nodes on every smaller
// host that it contracts onto, every parallelizable set of messages and every choice of routes, in
// all link modes, as in routing_pairs_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <vector>

#include "gen/routing/trips.h"
#include "gen/support/random.h"
#include "tests/oracle/routing.h"
#include "tests/property/routing_testing.h"
#include "tests/property/tao_testing.h"

namespace toroid::routing::routing_contraction_test {
namespace {

using tao::PairText;

struct Counted {
  int pairs = 0;
  int unit = 0;        // with dilation 1
  int overloaded = 0;  // by one message between any two host nodes: Proposition 5.4.1 as printed
};

// Messages over the busiest directed link, one for each pair of host nodes that guest neighbours
// are on, along the router's routes.
int LoadOfDistinctPairs(const Embedding& embedding) {
  const Graph& host = embedding.host();
  std::set<Ends> pairs;
  for (const Message& message : AllMessages(embedding.guest()))
    pairs.insert(EndsOnHost(embedding, message));
  std::vector<int> loads(host.LinkIndexBound(), 0);
  for (const Ends& ends : pairs) {
    for (const Hop& hop : host.Route(ends.from, ends.to)) ++loads[host.LinkIndex(hop)];
  }
  return *std::ranges::max_element(loads);
}

void ExpectEverySetArrives(const Embedding& embedding, const std::vector<Trip>& trips,
                           const Strategy& strategy, int steps) {
  ASSERT_EQ(Steps(strategy, LinkMode::kBothWays), steps);
  ASSERT_EQ(Steps(strategy, LinkMode::kOneWay), 2 * steps);
  ASSERT_LE(Steps(strategy, LinkMode::kOneAxisWay), 2 * embedding.host().axes() * steps);
  for (const LinkMode mode : kModes)
    ASSERT_EQ(FirstFault(embedding, strategy, trips, mode, strategy.holds_for), "");
}

// Proposition 5.4.1 with distinct sources and distinct destinations, and Corollaries 5.4.1 and
// 5.4.2, with distinct pairs of them.
void RouteContraction(const Embedding& embedding, Counted& counted) {
  SCOPED_TRACE(PairText(embedding.guest(), embedding.host()));
  const auto trips = AllTrips(embedding);
  ASSERT_TRUE(trips.ok());
  const int dilation = Dilation(*trips);
  ASSERT_EQ(dilation, embedding.construction()->dilation);
  const Strategy in_step = InStep(embedding, *trips);
  ASSERT_EQ(in_step.holds_for, dilation == 1 ? SetType::kScatter : SetType::kPermutation);
  ExpectEverySetArrives(embedding, *trips, in_step, dilation);
  const ThesisRouting thesis = RoutingOfThesis(embedding, dilation);
  const auto by_lemmas = ByLemmas(embedding, *trips, thesis.vector);
  ASSERT_TRUE(by_lemmas.ok());
  ExpectEverySetArrives(embedding, *trips, *by_lemmas, thesis.bound);
  ++counted.pairs;
  if (dilation == 1) ++counted.unit;
  if (LoadOfDistinctPairs(embedding) > dilation) ++counted.overloaded;
}

Counted RouteContractions(std::uint32_t most) {
  Counted counted;
  tao::ForEachLargerGuest(most, [&](const Graph& guest, const Graph& host) {
    if (testing::Test::HasFatalFailure()) return;
    const auto embedding = Embedding::Create(EmbeddingKind::kTao, guest, host, BitOrder::kBlock);
    if (embedding) RouteContraction(*embedding, counted);
  });
  std::cout << counted.pairs << " pairs, " << counted.unit << " of dilation 1, "
            << counted.overloaded << " with a link loaded more by distinct pairs\n";
  return counted;
}

TEST(RoutingContraction, ParallelizableSetsOfGuestsUpTo24NodesTakeAsManyStepsAsTheDilation) {
  const Counted counted = RouteContractions(24);
  EXPECT_GT(counted.pairs, 1000);
  EXPECT_GT(counted.unit, 100);
  EXPECT_GT(counted.overloaded, 100);
}

TEST(ProofRoutingContraction, ParallelizableSetsTakeAsManyStepsAsTheDilation) {
  const Counted counted = RouteContractions(64);
  EXPECT_EQ(counted.pairs, 33800);
  EXPECT_EQ(counted.unit, 21570);
  EXPECT_EQ(counted.overloaded, 7846);
}

// The 24 messages between the blocks of 2x2x2 of a mesh of 4x4x4 that lie in a line of 8, one for
// each source and destination. They are a permutation set of the guest, and the embedding of the
// blocks has dilation 4.
TEST(RoutingContraction, APermutationSetWithDistinctPairsLoadsALinkMoreThanTheDilation) {
  const Graph guest = Graph::Parse("mesh:4x4x4").value();
  const auto block_of = [&](NodeId node) {
    int block = 0;
    for (int a = 0; a < 3; ++a) block = 2 * block + guest.Coordinate(node, Axis{a}) / 2;
    return NodeId{static_cast<std::uint32_t>(block)};
  };
  std::map<Ends, Message> of_pair;
  std::set<NodeId> sends, receives;
  for (const Message& message : AllMessages(guest)) {
    const Ends ends{block_of(message.from), block_of(message.to)};
    if (ends.from == ends.to || of_pair.contains(ends)) continue;
    if (sends.contains(message.from) || receives.contains(message.to)) continue;
    of_pair[ends] = message;
    sends.insert(message.from);
    receives.insert(message.to);
  }
  EXPECT_EQ(of_pair.size(), 24U);
  std::vector<Message> set;
  std::vector<int> upwards(7, 0);  // over the link from node i to i + 1
  std::uint32_t longest = 0;
  for (const auto& [ends, message] : of_pair) {
    set.push_back(message);
    if (ends.from > ends.to) continue;
    longest = std::max(longest, ends.to.value() - ends.from.value());
    for (std::size_t i = ends.from.index(); i < ends.to.index(); ++i) ++upwards[i];
  }
  EXPECT_TRUE(IsOfType(SetType::kPermutation, guest, set));
  EXPECT_EQ(longest, 4U);
  EXPECT_EQ(*std::ranges::max_element(upwards), 5);
  // our own contraction
  const Embedding ours = TaoEmbedding("mesh:4x4x4", "line:8");
  EXPECT_EQ(ours.construction()->dilation, 2);
  EXPECT_EQ(LoadOfDistinctPairs(ours), 3);
}

// ---- sets that are split and really sent ----

// The least number of subsets, counted here: the most messages that a node sends or receives, or
// that go from one node to another.
std::size_t FewestOf(SetType type, const std::vector<Ends>& messages) {
  std::map<NodeId, std::size_t> sent, received;
  std::map<Ends, std::size_t> between;
  std::size_t permutation = 0;
  std::size_t scatter = 0;
  for (const Ends& ends : messages) {
    permutation = std::max({permutation, ++sent[ends.from], ++received[ends.to]});
    scatter = std::max(scatter, ++between[ends]);
  }
  return type == SetType::kScatter ? scatter : permutation;
}

// Subsets of the messages by the numbers they were given; a message between the same two nodes as
// another, or, in permutation subsets, with one end in common, fails.
std::vector<std::vector<std::size_t>> ExpectSubsets(SetType type,
                                                    const std::vector<Ends>& messages) {
  const std::vector<std::uint32_t> numbers = SplitIntoFewest(type, messages);
  EXPECT_EQ(numbers.size(), messages.size());
  std::vector<std::vector<std::size_t>> subsets(FewestOf(type, messages));
  for (std::size_t m = 0; m < numbers.size(); ++m) {
    EXPECT_LT(numbers[m], subsets.size());
    if (numbers[m] >= subsets.size()) return {};
    for (const std::size_t other : subsets[numbers[m]]) {
      const bool from = messages[m].from == messages[other].from;
      const bool to = messages[m].to == messages[other].to;
      EXPECT_FALSE(type == SetType::kScatter ? from && to : from || to);
    }
    subsets[numbers[m]].push_back(m);
  }
  for (const auto& subset : subsets) EXPECT_FALSE(subset.empty());
  return subsets;
}

TEST(RoutingSplit, DrawnMessagesNeedAsManySubsetsAsTheBusiestNodeOrPair) {
  Random random(20);
  for (int drawn = 0; drawn < 3000; ++drawn) {
    const std::uint64_t nodes = 1 + random.Below(9);
    std::vector<Ends> messages(random.Below(40));
    for (Ends& ends : messages) {
      ends = {NodeId{static_cast<std::uint32_t>(random.Below(nodes))},
              NodeId{static_cast<std::uint32_t>(random.Below(nodes))}};
    }
    for (const SetType type : {SetType::kPermutation, SetType::kScatter})
      ExpectSubsets(type, messages);
    if (testing::Test::HasFailure()) return;
  }
}

// Subset after subset, each in as many steps as the dilation.
TEST(RoutingSplit, SubsetsOfAnyAndOfTheLargestSetArriveInTheStepsOfTheDilation) {
  for (const auto& [guest, host] :
       std::vector<std::pair<std::string, std::string>>{{"mesh:4x4x4", "line:8"},
                                                        {"torus:8x8", "mesh:4x4"},
                                                        {"ring:45", "mesh:3x5"},
                                                        {"hypercube:6", "ring:8"},
                                                        {"torus:9x9x9", "mesh:9x9"},
                                                        {"torus:12x12x3", "mesh:6x6"}}) {
    SCOPED_TRACE(guest + " in " + host);
    const Embedding embedding = TaoEmbedding(guest, host);
    const auto trips = AllTrips(embedding);
    const Strategy strategy = InStep(embedding, *trips);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      std::vector<Message> set = seed == 0   ? AllMessages(embedding.guest())
                                 : seed == 1 ? RandomPermutationSet(embedding.guest(), seed)
                                             : RandomScatterSet(embedding.guest(), seed);
      std::erase_if(set, [&](const Message& message) {
        const Ends ends = EndsOnHost(embedding, message);
        return ends.from == ends.to;
      });
      std::vector<Ends> ends;
      for (const Message& message : set) ends.push_back(EndsOnHost(embedding, message));
      for (const auto& subset : ExpectSubsets(SetType::kPermutation, ends)) {
        std::vector<Message> messages;
        for (const std::size_t m : subset) messages.push_back(set[m]);
        const std::vector<Trip> drawn = DrawTrips(embedding, messages, seed);
        EXPECT_EQ(FirstFault(embedding, strategy, drawn, LinkMode::kBothWays, SetType::kScatter),
                  "");
        EXPECT_EQ(Steps(strategy, LinkMode::kBothWays), Dilation(*trips));
      }
    }
  }
}

}  // namespace
}  // namespace toroid::routing::routing_contraction_test
