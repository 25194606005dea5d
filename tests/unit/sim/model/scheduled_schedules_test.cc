// Schedules on the model of scheduled routers: those that are free of conflicts run without a fault
// in the cycles of their makespan, and every broken one is reported (docs/spec/scheduled-router.md,
// section 7).
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "gen/support/random.h"
#include "tests/unit/sim/model/scheduled_rig.h"

namespace toroid::sim_model_scheduled_schedules_test {
namespace {

constexpr int kCollision = 0;
constexpr int kSink = 1;
constexpr int kSlot = 3;
constexpr int kArrival = 4;

struct Case {
  std::string host;
  EmbeddingKind embedding;
  int dimensions;
};

std::vector<Case> Cases() {
  return {{"ring:8", EmbeddingKind::kXor, 3},          {"ring:64", EmbeddingKind::kXor, 6},
          {"line:8", EmbeddingKind::kStandard, 3},     {"torus:8x8", EmbeddingKind::kXor, 6},
          {"mesh:8x8", EmbeddingKind::kStandard, 6},   {"torus:4x4x4", EmbeddingKind::kXor, 6},
          {"mesh:4x4x4", EmbeddingKind::kStandard, 6}, {"hypercube:5", EmbeddingKind::kStandard, 5},
          {"mesh:2x8", EmbeddingKind::kStandard, 4}};
}

const std::vector<ScheduleKind> kKinds = {ScheduleKind::kCalmant, ScheduleKind::kOffset,
                                          ScheduleKind::kStream, ScheduleKind::kList};

Embedding EmbeddingOf(const Case& c) {
  return Embedding::Create(c.embedding, *Graph::Parse("hypercube:" + std::to_string(c.dimensions)),
                           *Graph::Parse(c.host), BitOrder::kCyclic)
      .value();
}

// With schedule units and all checks where there are units.
Plan PlanOf(const Embedding& embedding, const Schedule& schedule, int stages = 0) {
  HardwareOptions options{
      .ports = schedule.ports, .router = RouterKind::kScheduled, .links = {.stages = stages}};
  if (schedule.task.count > 0 &&
      UnitCovers(schedule.kind, schedule.ports, schedule.task, embedding)) {
    options.schedule_unit.task = UnitTask{schedule.kind, schedule.task, schedule.message_flits};
    options.schedule_unit.check_arrivals = true;
  }
  return Plan::Create(embedding.host(), embedding, options).value();
}

oracle::Expected ExpectedOf(const Plan& plan, const Schedule& schedule) {
  oracle::Expected expected{.sends = {}, .arrivals = {}, .message_flits = schedule.message_flits};
  if (!plan.schedule_unit()) return expected;
  for (const ScheduledMessage& m : schedule.messages)
    expected.sends.push_back({m.cycle, m.node.value(), m.to.value()});
  expected.arrivals = expected.sends;
  return expected;
}

// Visits every schedule that exists for the full tasks of all cases.
template <class Visit>
void ForEachSchedule(const std::vector<int>& flits, Visit visit) {
  for (const Case& c : Cases()) {
    const Embedding embedding = EmbeddingOf(c);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const ScheduleKind kind : kKinds) {
        for (const int l : flits) {
          const auto schedule = MakeSchedule(kind, embedding, {0, c.dimensions}, ports, l);
          if (!schedule) continue;
          SCOPED_TRACE(c.host + " " + std::string(ToString(kind)) + " ports " +
                       std::string(ToString(ports)) + " L " + std::to_string(l));
          visit(embedding, *schedule);
        }
      }
    }
  }
}

// One run on the model: no fault, everything delivered in Schedule::end() cycles (K = 0), and every
// event equal to the oracle's.
void ExpectFaultless(const Embedding& embedding, const Schedule& schedule, int stages = 0) {
  const Plan plan = PlanOf(embedding, schedule, stages);
  const auto beats = BeatsOf(plan, schedule.messages, schedule.message_flits);
  ScheduledRig rig(plan);
  const auto run = rig.Run(beats);
  EXPECT_TRUE(run.faults.empty());
  EXPECT_TRUE(run.lost.empty());
  EXPECT_EQ(rig.LastEject(), schedule.end());
  EXPECT_EQ(run, oracle::FollowFlits(plan.host(), schedule.ports == Ports::kAll, beats, {},
                                     ExpectedOf(plan, schedule), stages + 1));
  const auto ejects = std::ranges::count(run.events, true, &oracle::FlitEvent::eject);
  EXPECT_EQ(static_cast<std::size_t>(ejects), beats.size());
}

TEST(ScheduledModelRuns, EverySchedule) {
  int schedules = 0;
  int with_units = 0;
  ForEachSchedule({1, 3, 16}, [&](const Embedding& embedding, const Schedule& schedule) {
    ExpectFaultless(embedding, schedule);
    ++schedules;
    with_units += UnitCovers(schedule.kind, schedule.ports, schedule.task, embedding) ? 1 : 0;
  });
  EXPECT_GE(schedules, 130);
  EXPECT_GE(with_units, 60);
}

// N2.5: over links with stages, with what units then expect.
TEST(ScheduledModelRuns, EveryScheduleOverLinksWithStages) {
  int schedules = 0;
  int with_units = 0;
  for (const Case& c : Cases()) {
    const Embedding embedding = EmbeddingOf(c);
    if (embedding.host().size() > 32) continue;
    for (const int stages : {1, 2, 3, 8}) {
      const MessageRoutes routes(embedding.host(), nullptr, stages + 1);
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        for (const ScheduleKind kind :
             {ScheduleKind::kCalmant, ScheduleKind::kOffset, ScheduleKind::kList}) {
          const auto schedule =
              MakeScheduleOn(routes, kind, embedding, {0, c.dimensions}, ports, 3);
          if (!schedule) continue;
          SCOPED_TRACE(c.host + " " + std::string(ToString(kind)) + " " + std::to_string(stages) +
                       " stages");
          ExpectFaultless(embedding, *schedule, stages);
          ++schedules;
          with_units += UnitCovers(kind, ports, schedule->task, embedding) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GE(schedules, 60);
  EXPECT_GE(with_units, 40);
}

// Any messages, placed one by one: they turn, and some meet at their destinations.
TEST(ScheduledModelRuns, ListsOfRandomMessages) {
  Random random(5);
  for (const std::string host : {"mesh:3x5", "torus:3x5", "mesh:2x8", "torus:4x5x3"}) {
    const Graph graph = *Graph::Parse(host);
    const Embedding same =
        Embedding::Create(EmbeddingKind::kIdentity, graph, graph, BitOrder::kBlock).value();
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const int flits : {1, 3, 16}) {
        std::vector<GuestPair> pairs;
        while (pairs.size() < 60) {
          const NodeId from{static_cast<std::uint32_t>(random.Below(graph.size()))};
          const NodeId to{static_cast<std::uint32_t>(random.Below(graph.size()))};
          if (from != to) pairs.emplace_back(from, to);
        }
        SCOPED_TRACE(host + " " + std::string(ToString(ports)) + " " + std::to_string(flits));
        for (const int stages : {0, 1, 3})
          ExpectFaultless(same,
                          SchedulePairsOn({graph, nullptr, stages + 1}, ScheduleKind::kList, same,
                                          pairs, ports, flits),
                          stages);
      }
    }
  }
}

// S8.8: makespans with K = 0.
TEST(ScheduledModelRuns, FullTasksTakeTheTabledCycles) {
  const std::vector<std::pair<Case, Cycle>> tabled = {
      {{"ring:64", EmbeddingKind::kXor, 6}, 446},
      {{"torus:8x8", EmbeddingKind::kXor, 6}, 50},
      {{"torus:8x8x8", EmbeddingKind::kXor, 9}, 50}};
  for (const auto& [c, cycles] : tabled) {
    const Embedding embedding = EmbeddingOf(c);
    const Schedule schedule =
        MakeSchedule(ScheduleKind::kStream, embedding, {0, c.dimensions}, Ports::kAll, 16).value();
    const Plan plan = PlanOf(embedding, schedule);
    ScheduledRig rig(plan);
    const auto run = rig.Run(BeatsOf(plan, schedule.messages, 16));
    EXPECT_TRUE(run.faults.empty()) << c.host;
    EXPECT_EQ(rig.LastEject(), cycles) << c.host;
  }
}

// A start pulse that travels: each node begins later by its distance from node 0, so messages meet.
TEST(ScheduledModelRuns, StartsSkewedByDistanceCollide) {
  int collided = 0;
  int schedules = 0;
  ForEachSchedule({3}, [&](const Embedding& embedding, const Schedule& schedule) {
    if (embedding.host().size() > 16 && schedule.kind == ScheduleKind::kList) return;
    Schedule skewed = schedule;
    for (ScheduledMessage& m : skewed.messages)
      m.cycle += embedding.host().Distance(NodeId{0}, m.node);
    const Plan plan = PlanOf(embedding, schedule);
    const auto beats = BeatsOf(plan, skewed.messages, schedule.message_flits);
    ScheduledRig rig(plan);
    const auto run = rig.Run(beats);
    EXPECT_EQ(run, oracle::FollowFlits(plan.host(), schedule.ports == Ports::kAll, beats, {},
                                       ExpectedOf(plan, schedule)));
    const bool collides = std::ranges::any_of(
        run.faults, [](const auto& fault) { return fault.first.second == kCollision; });
    collided += collides ? 1 : 0;
    ++schedules;
    if (plan.schedule_unit()) {
      for (std::uint32_t n = 1; n < plan.host().size(); ++n)
        EXPECT_TRUE(run.faults.contains({n, kSlot})) << n;
    }
  });
  RecordProperty("schedules", schedules);
  RecordProperty("collided", collided);
  EXPECT_GT(collided, schedules / 2);
}

// N7.7: a message that leaves a cycle late is a slot fault of its sender and an arrival fault of
// its receiver, always; collisions alone would miss many.
TEST(ScheduledModelRuns, AMessageACycleLateIsAlwaysReported) {
  int late = 0;
  int missed_by_collisions = 0;
  ForEachSchedule({1, 3}, [&](const Embedding& embedding, const Schedule& schedule) {
    const Plan plan = PlanOf(embedding, schedule);
    if (!plan.schedule_unit()) return;
    const std::size_t stride = schedule.messages.size() > 100 ? 11 : 1;
    for (std::size_t m = 0; m < schedule.messages.size(); m += stride) {
      std::vector<ScheduledMessage> messages = schedule.messages;
      ++messages[m].cycle;
      const auto beats = BeatsOf(plan, messages, schedule.message_flits);
      ScheduledRig rig(plan);
      const auto run = rig.Run(beats);
      ASSERT_TRUE(run.faults.contains({messages[m].node.value(), kSlot})) << m;
      ASSERT_TRUE(run.faults.contains({messages[m].to.value(), kArrival})) << m;
      if (m % 3 == 0) {
        ASSERT_EQ(run, oracle::FollowFlits(plan.host(), schedule.ports == Ports::kAll, beats, {},
                                           ExpectedOf(plan, schedule)));
      }
      ++late;
      missed_by_collisions += run.lost.empty() ? 1 : 0;
    }
  });
  RecordProperty("late", late);
  RecordProperty("missed_by_collisions", missed_by_collisions);
  EXPECT_GT(late, 1000);
  EXPECT_GT(missed_by_collisions, late / 4);
}

// A cycle to which the message can move while its injector is free; none if there is no other.
std::optional<Cycle> OtherCycle(const Plan& plan, const Schedule& schedule, std::size_t m) {
  const auto injector = [&](const ScheduledMessage& message) {
    return std::pair(message.node, plan.InjectorOf(message.node, message.to));
  };
  const ScheduledMessage& moved = schedule.messages[m];
  for (Cycle cycle = 0; cycle <= plan.schedule_unit()->last_count; ++cycle) {
    const bool free = std::ranges::none_of(schedule.messages, [&](const ScheduledMessage& other) {
      return injector(other) == injector(moved) && &other != &moved &&
             std::abs(other.cycle - cycle) < schedule.message_flits;
    });
    if (free && cycle != moved.cycle) return cycle;
  }
  return std::nullopt;
}

// N7.7: a sender that follows its own wrong unit commits no slot fault; the receiver sees it.
TEST(ScheduledModelRuns, AWrongUnitIsSeenByTheReceiver) {
  int wrong = 0;
  ForEachSchedule({1, 3}, [&](const Embedding& embedding, const Schedule& schedule) {
    const Plan plan = PlanOf(embedding, schedule);
    if (!plan.schedule_unit()) return;
    for (std::size_t m = 0; m < schedule.messages.size(); m += 1 + schedule.messages.size() / 17) {
      const std::optional<Cycle> cycle = OtherCycle(plan, schedule, m);
      if (!cycle) continue;
      Schedule altered = schedule;
      altered.messages[m].cycle = *cycle;
      ScheduleTimes times = TimesOf(plan);
      const ScheduledMessage& message = schedule.messages[m];
      const auto local = message.node.value() * static_cast<std::uint32_t>(plan.local_ports()) +
                         static_cast<std::uint32_t>(plan.InjectorOf(message.node, message.to));
      const auto place = std::ranges::find(times.sends, DueStart{message.cycle, local});
      ASSERT_NE(place, times.sends.end());
      place->cycle = *cycle;
      std::ranges::sort(times.sends);
      ScheduledRig rig(plan, times);
      const auto beats = BeatsOf(plan, altered.messages, schedule.message_flits);
      const auto run = rig.Run(beats);
      ASSERT_TRUE(run.faults.contains({message.to.value(), kArrival})) << m;
      for (std::uint32_t n = 0; n < plan.host().size(); ++n)
        ASSERT_FALSE(run.faults.contains({n, kSlot})) << m;
      oracle::Expected expected = ExpectedOf(plan, schedule);
      expected.sends[m].cycle = *cycle;
      ASSERT_EQ(run, oracle::FollowFlits(plan.host(), schedule.ports == Ports::kAll, beats, {},
                                         expected));
      ++wrong;
    }
  });
  RecordProperty("wrong", wrong);
  EXPECT_GT(wrong, 100);
}

// N5.4 under load: sinks that are sometimes not ready lose exactly the flits that the oracle says,
// and arrivals are unaffected.
TEST(ScheduledModelRuns, SinksThatWaitLoseFlitsAndNoOthers) {
  ForEachSchedule({3}, [&](const Embedding& embedding, const Schedule& schedule) {
    const Plan plan = PlanOf(embedding, schedule);
    const auto beats = BeatsOf(plan, schedule.messages, schedule.message_flits);
    const auto ready = [](std::uint32_t node, Cycle cycle) { return (node + 3 * cycle) % 7 != 0; };
    ScheduledRig rig(plan);
    rig.sink = ready;
    const auto run = rig.Run(beats);
    EXPECT_FALSE(run.lost.empty());
    for (const auto& [place, cycle] : run.faults) EXPECT_EQ(place.second, kSink);
    EXPECT_EQ(run, oracle::FollowFlits(plan.host(), schedule.ports == Ports::kAll, beats, ready,
                                       ExpectedOf(plan, schedule)));
  });
}

}  // namespace
}  // namespace toroid::sim_model_scheduled_schedules_test
