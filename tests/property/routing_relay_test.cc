// The relay's rules on the step model, by brute force: halts, phases and places of
// docs/spec/relay.md for every pair of equal shapes of at most 64 nodes that has a construction,
// and for larger ones.
//
// The oracle moves messages along Graph::Route, the network's router, node by node, and asks the
// segments of no trip.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <vector>

#include "gen/routing/strategy.h"
#include "tests/oracle/routing.h"
#include "tests/property/routing_testing.h"
#include "tests/property/tao_testing.h"
#include "tests/support/long_run.h"

namespace toroid::routing::routing_relay_test {
namespace {

using tao::ForEachKind;
using tao::Lengths;
using tao::MostNodesOfPairs;
using tao::PairText;
using tao::SmallShapes;

// A message's way by the router, cut where it halts.
struct Cut {
  std::vector<Hop> route;
  std::size_t halt;  // links before it; route.size() if it does not halt
};

Cut CutOf(const Graph& host, NodeId from, NodeId to, int first) {
  Cut cut{.route = host.Route(from, to), .halt = 0};
  while (cut.halt < cut.route.size() && cut.halt < static_cast<std::size_t>(first) &&
         cut.route[cut.halt].axis == cut.route[0].axis) {
    ++cut.halt;
  }
  return cut;
}

// Up to the halt as early, behind it as late as the phases allow.
Timetable RelayTimetable(const Embedding& embedding, const std::vector<Trip>& trips,
                         const Relaying& relaying) {
  Timetable timetable(static_cast<std::size_t>(relaying.first + relaying.second));
  for (std::uint32_t t = 0; t < trips.size(); ++t) {
    const Message& message = trips[t].message;
    const Cut cut = CutOf(embedding.host(), embedding.HostOf(message.from),
                          embedding.HostOf(message.to), relaying.first);
    for (std::size_t i = 0; i < cut.route.size(); ++i) {
      const std::size_t step = i < cut.halt ? i : timetable.size() - cut.route.size() + i;
      timetable[step].push_back({t, cut.route[i]});
    }
  }
  return timetable;
}

// The most messages of one permutation set that halt at a node and have come by one link: the
// largest matching of sources and destinations, by augmenting paths.
int Matching(const std::vector<Message>& messages) {
  std::map<NodeId, std::vector<NodeId>> to;
  for (const Message& message : messages) to[message.from].push_back(message.to);
  std::map<NodeId, NodeId> sender;  // of each matched destination
  int matched = 0;
  for (const auto& [from, unused] : to) {
    std::map<NodeId, bool> seen;
    const std::function<bool(NodeId)> place = [&](NodeId source) {
      for (const NodeId goal : to[source]) {
        if (std::exchange(seen[goal], true)) continue;
        if (!sender.contains(goal) || place(sender[goal])) {
          sender[goal] = source;
          return true;
        }
      }
      return false;
    };
    if (place(from)) ++matched;
  }
  return matched;
}

int MostAtOneLink(const Embedding& embedding, const std::vector<Trip>& trips, int first) {
  std::map<std::size_t, std::vector<Message>> halting;  // by the link they have come
  for (const Trip& trip : trips) {
    const Message& message = trip.message;
    const Cut cut = CutOf(embedding.host(), embedding.HostOf(message.from),
                          embedding.HostOf(message.to), first);
    if (cut.halt < cut.route.size())
      halting[embedding.host().LinkIndex(cut.route[cut.halt - 1])].push_back(message);
  }
  int most = 0;
  for (const auto& [link, messages] : halting) most = std::max(most, Matching(messages));
  return most;
}

// Checks everything, and reports the findings.
void ExpectRelayHolds(const Embedding& embedding, const std::vector<Trip>& trips,
                      Relaying& relaying) {
  relaying = RelayingOf(embedding, trips);
  const std::string text = PairText(embedding.guest(), embedding.host());
  ASSERT_GE(relaying.first + relaying.second, Dilation(trips)) << text;
  const Timetable timetable = RelayTimetable(embedding, trips, relaying);
  ASSERT_EQ(LastMove(timetable), static_cast<int>(timetable.size())) << text;
  const auto violations =
      Verify(embedding, trips, timetable, LinkMode::kBothWays, SetType::kPermutation, 1);
  ASSERT_TRUE(violations.empty()) << text << ": step " << violations[0].step << ": "
                                  << violations[0].what;
  ASSERT_EQ(MostAtOneLink(embedding, trips, relaying.first), relaying.places) << text;
}

TEST(RoutingRelay, ByTheRoutersRoutesEverySetTakesTheDilationAndOnePlaceALinkIsEnough) {
  int built = 0;
  int halting = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    if (size > MostNodesOfPairs()) break;
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          const auto embedding =
              Embedding::Create(EmbeddingKind::kTao, guest, host, BitOrder::kBlock);
          if (!embedding) return;
          const auto trips = RoutedTrips(*embedding);
          ASSERT_TRUE(trips.ok());
          Relaying relaying;
          ExpectRelayHolds(*embedding, *trips, relaying);
          ASSERT_EQ(relaying.first + relaying.second, embedding->construction()->dilation)
              << PairText(guest, host);
          ASSERT_EQ(relaying.places, relaying.second > 0 ? 1 : 0) << PairText(guest, host);
          ++built;
          halting += relaying.places;
        });
      }
    }
  }
  EXPECT_EQ(built, LongOr(31890, 8718));
  EXPECT_EQ(halting, LongOr(321, 90));
  std::cout << built << " pairs, in " << halting << " of them messages halt\n";
}

// Forced walks bend into segments of unequal lengths: no two messages meet there either, but the
// phases may last longer than the dilation.
TEST(RoutingRelay, UnderAForcedWalkNoTwoMeetEither) {
  int built = 0;
  int longer = 0;
  for (const auto& [size, shapes] : SmallShapes()) {
    if (size > MostNodesOfPairs()) break;
    for (const Lengths& from : shapes) {
      for (const Lengths& to : shapes) {
        ForEachKind(from, to, [&](const Graph& guest, const Graph& host) {
          for (const tao::Walk walk : {tao::Walk::kLine, tao::Walk::kFold, tao::Walk::kRing}) {
            const auto embedding =
                Embedding::Create(EmbeddingKind::kTao, guest, host, BitOrder::kBlock, walk);
            const auto trips =
                embedding ? RoutedTrips(*embedding) : Result<std::vector<Trip>>(Diagnostic{});
            if (!trips) continue;
            Relaying relaying;
            ExpectRelayHolds(*embedding, *trips, relaying);
            ++built;
            longer += relaying.first + relaying.second > Dilation(*trips) ? 1 : 0;
            ASSERT_LE(relaying.places, 1) << PairText(guest, host);
          }
        });
      }
    }
  }
  EXPECT_EQ(built, LongOr(58122, 15994));
  EXPECT_EQ(longer, LongOr(158, 24));
  std::cout << built << " embeddings, of which " << longer
            << " take more steps than the dilation\n";
}

TEST(RoutingRelay, ATorusWithBendsOfThreeLengthsNeedsThreePlaces) {
  const Embedding torus = TaoEmbedding("torus:9x9x9x9x9", "torus:243x243");
  const auto trips = RoutedTrips(torus);
  ASSERT_TRUE(trips.ok());
  EXPECT_EQ(RelayingOf(torus, *trips), (Relaying{.first = 9, .second = 18, .places = 3}));
}

}  // namespace
}  // namespace toroid::routing::routing_relay_test
