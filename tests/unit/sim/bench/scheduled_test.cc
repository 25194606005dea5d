// A testbench with the model of scheduled routers: a schedule is delivered in the cycles of its
// makespan, and one whose messages meet fails with the faults that nodes report
// (docs/spec/testbench.md, V1.5).
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/bench/event_log.h"
#include "sim/bench/networks.h"
#include "sim/bench/testbench.h"

namespace toroid::sim_bench_scheduled_test {
namespace {

struct Ran {
  bool done = false;
  Cycle last_eject = 0;
  std::uint64_t delivered = 0;
  std::uint64_t conflicts = 0;
  std::vector<std::string> violations;
  EventLog log;
};

Embedding TorusEmbedding() {
  return Embedding::Create(EmbeddingKind::kXor, *Graph::Parse("hypercube:4"),
                           *Graph::Parse("torus:4x4"), BitOrder::kCyclic)
      .value();
}

Plan PlanFor(const Embedding& embedding, bool units) {
  HardwareOptions options{.ports = Ports::kOne, .router = RouterKind::kScheduled};
  if (units) {
    options.schedule_unit.task = UnitTask{ScheduleKind::kOffset, {0, 4}, 3};
    options.schedule_unit.check_arrivals = true;
  }
  return Plan::Create(embedding.host(), embedding, options).value();
}

Ran RunOn(const Plan& plan, const Schedule& schedule) {
  PacketTable table;
  auto sections = std::make_shared<const std::vector<Section>>(
      1, Section{ProgramOf(plan, PlacesOf(plan), schedule)});
  Testbench bench(plan, MakeModelNetwork(plan, table, 1),
                  MakeProgramTraffic(plan, std::move(sections), 0), table, {.watchdog = 50});
  Ran ran;
  while (!bench.done() && !bench.stuck()) bench.Run(100, &ran.log);
  ran.done = bench.done();
  ran.last_eject = bench.totals().last_eject;
  ran.delivered = bench.totals().delivered;
  ran.conflicts = bench.totals().conflicts;
  ran.violations = bench.Violations();
  return ran;
}

Schedule Offset() {
  return MakeSchedule(ScheduleKind::kOffset, TorusEmbedding(), {0, 4}, Ports::kOne, 3).value();
}

TEST(ScheduledModelNetwork, DeliversAScheduleInTheCyclesOfItsMakespan) {
  const Embedding embedding = TorusEmbedding();
  for (const bool units : {false, true}) {
    const Plan plan = PlanFor(embedding, units);
    const Ran ran = RunOn(plan, Offset());
    EXPECT_TRUE(ran.done);
    EXPECT_EQ(ran.delivered, 64U);
    EXPECT_EQ(ran.conflicts, 0U);
    EXPECT_EQ(ran.last_eject, Offset().end());
    EXPECT_TRUE(ran.violations.empty()) << ran.violations.front();
    EXPECT_EQ(ran.log.levels.size(), ran.log.ends.size() * Levels(plan).words());
  }
}

// N5.3. Slots of packets are used again in the very cycle in which a tail is ejected.
TEST(ScheduledModelNetwork, ShowsOnTheLastLinkWhatIsEjected) {
  const Ran ran = RunOn(PlanFor(TorusEmbedding(), false), Offset());
  std::size_t start = 0;
  std::size_t ejected = 0;
  for (const std::size_t end : ran.log.ends) {
    const std::span records(ran.log.records.begin() + static_cast<std::ptrdiff_t>(start),
                            end - start);
    for (const WireRecord& record : records) {
      if (record.kind != WireRecord::kEject) continue;
      ++ejected;
      EXPECT_TRUE(std::ranges::any_of(records,
                                      [&](const WireRecord& hop) {
                                        return hop.kind == WireRecord::kHop &&
                                               hop.source == record.source &&
                                               hop.payload == record.payload &&
                                               hop.head_tail == record.head_tail;
                                      }))
          << "source " << record.source;
    }
    start = end;
  }
  EXPECT_EQ(ejected, 192U);
}

TEST(ScheduledModelNetwork, TellsFaultsAndLosses) {
  const Embedding embedding = TorusEmbedding();
  Schedule schedule = Offset();
  ++schedule.messages.front().cycle;
  std::ranges::stable_sort(schedule.messages, {}, &ScheduledMessage::cycle);
  const Ran late = RunOn(PlanFor(embedding, true), schedule);
  ASSERT_FALSE(late.violations.empty());
  EXPECT_NE(late.violations.front().find(": fault slot in cycle 0"), std::string::npos)
      << late.violations.front();

  // Two neighbours of each node (x,x) send it a message at once.
  const Graph torus = *Graph::Parse("torus:4x4");
  const Embedding same =
      Embedding::Create(EmbeddingKind::kIdentity, torus, torus, BitOrder::kBlock).value();
  std::vector<GuestPair> pairs;
  for (int x = 0; x < 4; ++x) {
    const int next = (x + 1) % 4;
    for (const std::vector<int>& from : {std::vector{next, x}, std::vector{x, next}})
      pairs.emplace_back(torus.NodeAt(from), torus.NodeAt(std::vector{x, x}));
  }
  const Ran ran =
      RunOn(PlanFor(same, false), SchedulePairs(ScheduleKind::kNone, same, pairs, Ports::kOne, 3));
  EXPECT_FALSE(ran.done) << "flits are lost";
  EXPECT_EQ(ran.delivered, 0U);
  ASSERT_EQ(ran.violations.size(), 5U);
  EXPECT_EQ(ran.violations.front(),
            "node (0,0): fault collision in cycle 1; flit 0 of the packet from (1,0) to (0,0) is "
            "lost");
  EXPECT_EQ(ran.violations.back(), "24 flits were lost");
}

TEST(ScheduledModelNetwork, LevelsHaveNames) {
  const Plan plan = PlanFor(TorusEmbedding(), true);
  const Levels levels(plan);
  ASSERT_EQ(levels.words(), 1U + 1 + 1 + 2);
  EXPECT_EQ(levels.Text(0, 5), "busy of node (1,1)");
  EXPECT_EQ(levels.Text(2, 5), "m_axis_tvalid of ejector 0 of node (1,1)");
  EXPECT_EQ(levels.Text(3, 5 * 5 + 3), "fault slot of node (1,1)");
  EXPECT_EQ(levels.Text(4, 1), "fault collision of node (3,1)");
}

}  // namespace
}  // namespace toroid::sim_bench_scheduled_test
