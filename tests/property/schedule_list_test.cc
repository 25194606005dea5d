// Schedule `list` and the forecast of any schedule, against versions that compare every pair of
// messages cycle by cycle, and against the best of all choices of offer cycles. docs/spec/sets.md,
// SE2 and SE3.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <tuple>

#include "gen/routing/trips.h"
#include "gen/schedule/makers.h"
#include "gen/support/random.h"
#include "tests/property/schedule_testing.h"
#include "tests/support/print.h"

namespace toroid::schedule_list_test {
namespace {

using Pairs = std::vector<GuestPair>;

Embedding Identity(const std::string& shape) {
  const Graph graph = Graph::Parse(shape).value();
  return Embedding::Create(EmbeddingKind::kIdentity, graph, graph, BitOrder::kBlock).value();
}

Pairs AllPairs(const Graph& guest) {
  Pairs pairs;
  for (std::uint32_t from = 0; from < guest.size(); ++from) {
    for (std::uint32_t to = 0; to < guest.size(); ++to) {
      if (from != to) pairs.emplace_back(NodeId{from}, NodeId{to});
    }
  }
  return pairs;
}

// Whether two messages request a link, an ejector or, with `injectors`, an injector in one cycle.
bool Meet(const Schedule& schedule, const Graph& host, const ScheduledMessage& x,
          const ScheduledMessage& y, bool injectors) {
  const auto overlap = [&](Cycle s, Cycle t) { return std::abs(s - t) < schedule.message_flits; };
  const std::vector<Hop> a = host.Route(x.node, x.to);
  const std::vector<Hop> b = host.Route(y.node, y.to);
  const bool one = schedule.ports == Ports::kOne;
  if (injectors && one && x.node == y.node && overlap(x.cycle, y.cycle)) return true;
  const auto arrival = [](const ScheduledMessage& m, const std::vector<Hop>& route) {
    return m.cycle + static_cast<Cycle>(route.size());
  };
  if (one && x.to == y.to && overlap(arrival(x, a), arrival(y, b))) return true;
  for (std::size_t e = 0; e < a.size(); ++e) {
    for (std::size_t f = 0; f < b.size(); ++f) {
      if (a[e] == b[f] && overlap(x.cycle + static_cast<Cycle>(e), y.cycle + static_cast<Cycle>(f)))
        return true;
    }
  }
  return false;
}

// Number of messages that meet another.
std::uint64_t CountMeeting(const Schedule& schedule, const Graph& host, bool injectors) {
  std::uint64_t meeting = 0;
  for (const ScheduledMessage& x : schedule.messages) {
    meeting += std::ranges::any_of(schedule.messages, [&](const ScheduledMessage& y) {
      return &x != &y && Meet(schedule, host, x, y, injectors);
    });
  }
  return meeting;
}

Cycle EndOf(const Schedule& schedule, const Graph& host) {
  Cycle end = 0;
  for (const ScheduledMessage& m : schedule.messages)
    end = std::max(end, m.cycle + host.Distance(m.node, m.to) + schedule.message_flits - 1);
  return end;
}

class List : public testing::TestWithParam<std::tuple<std::string, Ports, int>> {};

TEST_P(List, SendsAllPairsWithoutConflictAndTheCheckFindsEveryChange) {
  const auto& [shape, ports, flits] = GetParam();
  const Embedding embedding = Identity(shape);
  const Graph& host = embedding.host();
  const Pairs pairs = AllPairs(embedding.guest());
  const Schedule schedule = SchedulePairs(ScheduleKind::kList, embedding, pairs, ports, flits);
  EXPECT_EQ(schedule, SchedulePairs(ScheduleKind::kList, embedding, pairs, ports, flits));
  const Verification proof = VerifyPairs(schedule, embedding, pairs);
  EXPECT_EQ(proof.conflicts, 0U) << proof.first_conflict;
  EXPECT_EQ(proof.messages_checked, pairs.size());
  EXPECT_EQ(CountMeeting(schedule, host, true), 0U);
  EXPECT_EQ(schedule.makespan, EndOf(schedule, host));
  EXPECT_EQ(schedule.messages.front().cycle, 0);
  EXPECT_GE(schedule.makespan, LeastMakespanOf(host, schedule));
  EXPECT_LT(schedule.makespan, 2 * LeastMakespanOf(host, schedule));
  EXPECT_TRUE(schedule.claims_conflict_free());

  Schedule altered = schedule;
  int broken = 0;
  for (std::size_t m = 0; m < schedule.messages.size(); ++m) {
    for (Cycle cycle = 0; cycle <= schedule.makespan; cycle += 1 + static_cast<Cycle>(m % 3)) {
      altered.messages[m].cycle = cycle;
      const bool meets = std::ranges::any_of(schedule.messages, [&](const ScheduledMessage& other) {
        return &other != &schedule.messages[m] &&
               Meet(schedule, host, altered.messages[m], other, true);
      });
      EXPECT_EQ(VerifyPairs(altered, embedding, pairs).conflicts > 0, meets)
          << "message " << m << " in cycle " << cycle;
      broken += meets;
    }
    altered.messages[m] = schedule.messages[m];
  }
  EXPECT_GT(broken, 0);
}

INSTANTIATE_TEST_SUITE_P(Hosts, List,
                         testing::Combine(testing::Values("line:4", "ring:5", "ring:6", "mesh:2x3",
                                                          "torus:3x3", "hypercube:3"),
                                          testing::Values(Ports::kOne, Ports::kAll),
                                          testing::Values(1, 3)));

TEST(ListCheck, FindsMessagesThatAreMissingTooManyOrWrong) {
  const Embedding ring = Identity("ring:5");
  const Pairs pairs = AllPairs(ring.guest());
  const Schedule schedule = SchedulePairs(ScheduleKind::kList, ring, pairs, Ports::kOne, 2);
  Schedule missing = schedule;
  missing.messages.pop_back();
  EXPECT_EQ(
      VerifyPairs(missing, ring, pairs).first_conflict.find("a message is missing: from node "),
      0U);
  Schedule twice = schedule;
  twice.messages.push_back(schedule.messages.back());
  twice.messages.back().cycle += 100;
  EXPECT_EQ(VerifyPairs(twice, ring, pairs).first_conflict.find("a message too many: from node "),
            0U);
  EXPECT_EQ(VerifyPairs(twice, ring, pairs).conflicts, 1U);
  EXPECT_EQ(VerifyMeetings(ring.host(), twice, ring).conflicts, 0U);
}

// The least makespan of all offer cycles below `horizon`, by trying them.
Cycle BestOfAll(Schedule schedule, const Graph& host, Cycle horizon, std::size_t m, Cycle best) {
  if (m == schedule.messages.size()) return std::min(best, EndOf(schedule, host));
  for (Cycle cycle = 0; cycle < horizon; ++cycle) {
    schedule.messages[m].cycle = cycle;
    const bool free = std::none_of(schedule.messages.begin(),
                                   schedule.messages.begin() + static_cast<std::ptrdiff_t>(m),
                                   [&](const ScheduledMessage& other) {
                                     return Meet(schedule, host, schedule.messages[m], other, true);
                                   });
    if (free) best = BestOfAll(schedule, host, horizon, m + 1, best);
  }
  return best;
}

TEST(ListBound, IsNeverAboveTheBestOfAllCyclesAndTheListIsAlwaysThere) {
  constexpr int kFlits = 2;
  int sets = 0;
  int bound_is_best = 0;
  int list_is_best = 0;
  for (const char* shape : {"line:4", "ring:4"}) {
    const Embedding embedding = Identity(shape);
    const Graph& host = embedding.host();
    const Pairs all = AllPairs(embedding.guest());
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          for (std::size_t k = 0; k < j; ++k) {
            const Schedule list = SchedulePairs(ScheduleKind::kList, embedding,
                                                {all[i], all[j], all[k]}, ports, kFlits);
            const Cycle best = BestOfAll(list, host, 3 * kFlits + 1, 0, 1000);
            const Cycle least = LeastMakespanOf(host, list);
            ASSERT_LE(least, best) << shape << " " << i << " " << j << " " << k;
            ASSERT_GE(list.makespan, best);
            ++sets;
            bound_is_best += least == best;
            list_is_best += list.makespan == best;
          }
        }
      }
    }
  }
  std::cout << sets << " sets, the bound is best for " << bound_is_best << ", the list for "
            << list_is_best << "\n";
  EXPECT_EQ(sets, 880);
  EXPECT_EQ(bound_is_best, 792);
  EXPECT_EQ(list_is_best, 880);
}

struct Counts {
  int sets = 0;
  int met = 0;  // the list takes the least makespan
  double worst = 1;
};

// Sets of guest neighbours by ten seeds, both ports, messages of 1, 4 and 16 flits.
template <class Draw>
Counts CountLists(Draw draw) {
  Counts counts;
  for (const auto& [guest, host, kind] : {std::tuple{"ring:15", "mesh:3x5", EmbeddingKind::kTao},
                                          {"ring:27", "torus:3x3x3", EmbeddingKind::kTao},
                                          {"mesh:3x3x6", "mesh:6x9", EmbeddingKind::kTao},
                                          {"hypercube:6", "torus:4x16", EmbeddingKind::kTao},
                                          {"mesh:3x5", "hypercube:4", EmbeddingKind::kGray},
                                          {"mesh:7x9", "hypercube:6", EmbeddingKind::kGray},
                                          {"torus:6x10", "hypercube:6", EmbeddingKind::kGray},
                                          {"hypercube:6", "torus:8x8", EmbeddingKind::kXor}}) {
    const Embedding embedding = Embedding::Create(kind, Graph::Parse(guest).value(),
                                                  Graph::Parse(host).value(), BitOrder::kCyclic)
                                    .value();
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Pairs pairs;
      for (const routing::Message& message : draw(embedding.guest(), seed))
        pairs.emplace_back(message.from, message.to);
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        for (const int flits : {1, 4, 16}) {
          const Schedule schedule =
              SchedulePairs(ScheduleKind::kList, embedding, pairs, ports, flits);
          EXPECT_EQ(VerifyPairs(schedule, embedding, pairs).conflicts, 0U);
          const Cycle least = LeastMakespanOf(embedding.host(), schedule);
          ++counts.sets;
          counts.met += schedule.makespan == least;
          counts.worst = std::max(
              counts.worst, static_cast<double>(schedule.makespan) / static_cast<double>(least));
        }
      }
    }
  }
  std::cout << counts.met << " of " << counts.sets << " take the least makespan, the worst "
            << counts.worst << " times that\n";
  return counts;
}

TEST(ListOfSets, MostlyTakesTheLeastMakespan) {
  const Counts permutations = CountLists(routing::RandomPermutationSet);
  EXPECT_EQ(permutations.sets, 480);
  EXPECT_EQ(permutations.met, 370);
  EXPECT_LE(permutations.worst, 1.25);
  const Counts scatters = CountLists(routing::RandomScatterSet);
  EXPECT_EQ(scatters.sets, 480);
  EXPECT_EQ(scatters.met, 331);
  EXPECT_LE(scatters.worst, 1.4);
}

TEST(ForecastOfSets, CountsTheMessagesThatMeetWhenInjectorsTakeThemInTurn) {
  int free = 0;
  int met = 0;
  for (const char* shape : {"line:5", "ring:6", "mesh:3x3", "torus:3x4", "hypercube:3"}) {
    const Embedding embedding = Identity(shape);
    const Graph& host = embedding.host();
    const Pairs all = AllPairs(embedding.guest());
    Random random(7);
    for (int n = 0; n < 60; ++n) {
      Pairs pairs;
      for (int i = 0; i < 1 + n / 10; ++i) pairs.push_back(all[random.Below(all.size())]);
      const Ports ports = n % 2 == 0 ? Ports::kOne : Ports::kAll;
      const Schedule offered = SchedulePairs(ScheduleKind::kNone, embedding, pairs, ports, 3);
      Schedule entering = offered;
      for (std::size_t m = 0; m < entering.messages.size(); ++m) {
        ScheduledMessage& message = entering.messages[m];
        const auto same_injector = [&](const ScheduledMessage& other) {
          return other.node == message.node &&
                 (ports == Ports::kOne ||
                  (other.axis == message.axis && other.direction == message.direction));
        };
        message.cycle = 3 * std::count_if(offered.messages.begin(),
                                          offered.messages.begin() + static_cast<std::ptrdiff_t>(m),
                                          same_injector);
      }
      const std::uint64_t meeting = CountMeeting(entering, host, false);
      const ProgramForecast forecast =
          schedule_testing::ForecastOfMessages(embedding.host(), offered);
      EXPECT_EQ(forecast.meeting, meeting) << shape << " " << n;
      EXPECT_EQ(forecast.first_fault.empty(), meeting == 0);
      if (meeting == 0) {
        EXPECT_EQ(forecast.end, EndOf(entering, host));
        EXPECT_LE(forecast.least_end, forecast.end);
      }
      ++(meeting == 0 ? free : met);
    }
  }
  EXPECT_GT(free, 50);
  EXPECT_GT(met, 50);
}

TEST(ListOfTasks, ExistsForAnyEmbeddingAndBitOrder) {
  const Graph cube = Graph::Parse("hypercube:4").value();
  for (const auto& [host, kind] : {std::pair{"torus:4x4", EmbeddingKind::kStandard},
                                   {"mesh:4x4", EmbeddingKind::kTao},
                                   {"hypercube:4", EmbeddingKind::kIdentity},
                                   {"line:16", EmbeddingKind::kByWeight}}) {
    const Embedding embedding =
        Embedding::Create(kind, cube, Graph::Parse(host).value(), BitOrder::kBlock).value();
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      const Schedule schedule =
          MakeSchedule(ScheduleKind::kList, embedding, {0, 4}, ports, 3).value();
      const Verification proof = VerifyFlits(schedule, embedding);
      EXPECT_EQ(proof.conflicts, 0U) << host << ": " << proof.first_conflict;
      EXPECT_EQ(proof.messages_checked, 64U);
      EXPECT_GE(schedule.makespan, LeastMakespanOf(embedding.host(), schedule));
    }
  }
}

}  // namespace
}  // namespace toroid::schedule_list_test
