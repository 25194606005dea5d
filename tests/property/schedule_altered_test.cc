// A checker that never reports anything proves nothing. Here every message of several schedules is
// moved to every other step; the verdict must be that of a naive checker which compares all pairs
// of messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "tests/property/schedule_testing.h"

namespace toroid::schedule_altered_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

struct Case {
  ScheduleKind kind;
  std::string host;
  EmbeddingKind embedding;
  Task task;
  Ports ports = Ports::kOne;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {ScheduleKind::kCalmant, "line:16", EmbeddingKind::kStandard, {0, 4}},
      {ScheduleKind::kCalmant, "line:32", EmbeddingKind::kStandard, {2, 3}},
      {ScheduleKind::kCalmant, "mesh:4x4", EmbeddingKind::kStandard, {0, 4}},
      {ScheduleKind::kCalmant, "mesh:8x8", EmbeddingKind::kStandard, {2, 3}},
      {ScheduleKind::kCalmant, "mesh:4x4x4", EmbeddingKind::kStandard, {1, 4}},
      {ScheduleKind::kOffset, "line:16", EmbeddingKind::kStandard, {0, 4}},
      {ScheduleKind::kOffset, "mesh:4x4", EmbeddingKind::kStandard, {0, 4}},
      {ScheduleKind::kOffset, "ring:16", EmbeddingKind::kXor, {0, 4}},
      {ScheduleKind::kOffset, "torus:4x4", EmbeddingKind::kXor, {0, 4}},
      {ScheduleKind::kOffset, "torus:8x8", EmbeddingKind::kXor, {2, 4}},
      {ScheduleKind::kCalmant, "mesh:4x4", EmbeddingKind::kStandard, {0, 4}, Ports::kAll},
      {ScheduleKind::kOffset, "torus:8x8", EmbeddingKind::kXor, {0, 4}, Ports::kAll},
      {ScheduleKind::kStream, "torus:4x4", EmbeddingKind::kXor, {0, 4}},
      {ScheduleKind::kStream, "torus:8x8", EmbeddingKind::kXor, {2, 4}},
      {ScheduleKind::kStream, "mesh:4x4", EmbeddingKind::kStandard, {0, 4}},
  };
  return cases;
}

using Routes = std::vector<std::vector<Hop>>;

Routes RoutesOf(const Schedule& schedule, const Graph& host) {
  Routes routes;
  for (const ScheduledMessage& m : schedule.messages) routes.push_back(host.Route(m.node, m.to));
  return routes;
}

// Whether two messages of one step meet on a link, at a sender or at a receiver.
bool MeetInStep(const Schedule& schedule, const Routes& routes, std::size_t a, std::size_t b) {
  const ScheduledMessage& x = schedule.messages[a];
  const ScheduledMessage& y = schedule.messages[b];
  if (x.step != y.step) return false;
  if (schedule.ports == Ports::kOne && (x.node == y.node || x.to == y.to)) return true;
  return std::ranges::any_of(routes[a], [&](const Hop& hop) {
    return std::ranges::find(routes[b], hop) != routes[b].end();
  });
}

// Whether two messages request a link, an injector or an ejector in one cycle.
bool MeetInCycle(const Schedule& schedule, const Routes& routes, std::size_t a, std::size_t b) {
  const ScheduledMessage& x = schedule.messages[a];
  const ScheduledMessage& y = schedule.messages[b];
  const auto overlap = [&](Cycle s, Cycle t) { return std::abs(s - t) < schedule.message_flits; };
  // with all ports an injector and an ejector belong to a link and are busy as it is
  const bool one = schedule.ports == Ports::kOne;
  if (one && x.node == y.node && overlap(x.cycle, y.cycle)) return true;
  const auto length = [&](std::size_t m) { return static_cast<Cycle>(routes[m].size()); };
  if (one && x.to == y.to && overlap(x.cycle + length(a), y.cycle + length(b))) return true;
  for (Cycle e = 0; e < length(a); ++e) {
    for (Cycle f = 0; f < length(b); ++f) {
      const bool same =
          routes[a][static_cast<std::size_t>(e)] == routes[b][static_cast<std::size_t>(f)];
      if (same && overlap(x.cycle + e, y.cycle + f)) return true;
    }
  }
  return false;
}

template <class Meet>
bool AnyPairMeets(const Schedule& schedule, const Routes& routes, Meet meet) {
  for (std::size_t a = 0; a < schedule.messages.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (meet(schedule, routes, a, b)) return true;
    }
  }
  return false;
}

// The cycles in which the steps start, and one after the last in which everything has arrived.
std::vector<Cycle> StartsAndEnd(const Schedule& schedule) {
  std::vector<Cycle> starts;
  for (const ScheduledMessage& m : schedule.messages) {  // by cycle, so by step
    if (m.step == static_cast<int>(starts.size())) starts.push_back(m.cycle);
  }
  starts.push_back(schedule.makespan + 1);
  return starts;
}

struct Tally {
  int altered = 0;
  int caught = 0;
  int naive = 0;
};

// Moves each message to each other step, and to one step after the last.
template <class Verify, class Meet>
Tally AlterAll(const Case& one, int message_flits, Verify verify, Meet meet) {
  const Embedding embedding = EmbeddingOn(one.host, one.embedding);
  const Schedule schedule = ScheduleOf(one.kind, embedding, one.task, message_flits, one.ports);
  const std::vector<Cycle> starts = StartsAndEnd(schedule);
  const Routes routes = RoutesOf(schedule, embedding.host());
  EXPECT_EQ(verify(schedule, embedding, Progress{}).conflicts, 0U);
  EXPECT_FALSE(AnyPairMeets(schedule, routes, meet));
  EXPECT_GT(starts.size(), 2U);
  Tally tally;
  Schedule altered = schedule;
  for (std::size_t m = 0; m < schedule.messages.size(); ++m) {
    for (int step = 0; step < static_cast<int>(starts.size()); ++step) {
      if (step == schedule.messages[m].step) continue;
      altered.messages[m].step = step;
      altered.messages[m].cycle = starts[static_cast<std::size_t>(step)];
      const Verification verdict = verify(altered, embedding, Progress{});
      const bool broken = AnyPairMeets(altered, routes, meet);
      EXPECT_EQ(verdict.conflicts > 0, broken)
          << one.host << " message " << m << " step " << step << ": " << verdict.first_conflict;
      EXPECT_EQ(verdict.first_conflict.empty(), verdict.conflicts == 0);
      ++tally.altered;
      tally.caught += verdict.conflicts > 0;
      tally.naive += broken;
    }
    altered.messages[m] = schedule.messages[m];
  }
  return tally;
}

const auto Steps = [](const auto&... with) { return VerifySteps(with...); };
const auto Flits = [](const auto&... with) { return VerifyFlits(with...); };

TEST(ScheduleAltered, StepCheckAgreesWithThePairwiseCheckerOnEveryAlteration) {
  int altered = 0;
  for (const Case& one : Cases()) {
    const Tally tally = AlterAll(one, 1, Steps, MeetInStep);
    EXPECT_EQ(tally.caught, tally.naive) << one.host;
    EXPECT_GT(tally.caught, 0) << one.host;
    EXPECT_LT(tally.caught, tally.altered) << one.host;  // a step after the last is free
    altered += tally.altered;
  }
  std::cout << altered << " altered schedules compared\n";
  EXPECT_GT(altered, 1000);
}

TEST(ScheduleAltered, FlitCheckAgreesWithThePairwiseCheckerOnEveryAlteration) {
  int altered = 0;
  for (const int flits : {1, 5}) {
    for (const Case& one : Cases()) {
      const Tally tally = AlterAll(one, flits, Flits, MeetInCycle);
      EXPECT_EQ(tally.caught, tally.naive) << one.host;
      EXPECT_GT(tally.caught, 0) << one.host;
      EXPECT_LT(tally.caught, tally.altered) << one.host;
      altered += tally.altered;
    }
  }
  std::cout << altered << " altered schedules compared\n";
  EXPECT_GT(altered, 1000);
}

}  // namespace
}  // namespace toroid::schedule_altered_test
