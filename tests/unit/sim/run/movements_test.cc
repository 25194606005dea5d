// Movements say the same as the log that they were made from, event by event. The events are worked
// out here again, as docs/json.md defines them.
#include "sim/run/movements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "gen/topology/numbering.h"
#include "sim/run/engines.h"

namespace toroid::sim_run_movements_test {
namespace {

// Cycle, node, and the node across the link, or -1 for an entry and -2 for an exit.
using Events = std::multiset<std::tuple<Cycle, std::int64_t, std::int64_t>>;

Events EventsOf(const Plan& plan, const EventLog& log, Cycle until) {
  Events events;
  std::size_t at = 0;
  for (std::size_t cycle = 0; cycle < log.ends.size(); ++cycle) {
    for (; at < log.ends[cycle]; ++at) {
      const WireRecord& record = log.records[at];
      const auto now = static_cast<Cycle>(cycle);
      if (now >= until) continue;
      const bool hop = record.kind == WireRecord::kHop;
      const std::uint32_t node =
          hop ? record.place : record.place / static_cast<std::uint32_t>(plan.local_ports());
      std::int64_t to = record.kind == WireRecord::kInject ? -1 : -2;
      if (hop) to = SendsTo(plan.host(), NodeId{node}, plan.link_ports()[record.port])->value();
      events.insert({now, node, to});
    }
  }
  return events;
}

Events EventsOf(const Plan& plan, const Json& movements) {
  const auto until = movements["until"].get<Cycle>();
  Events events;
  const auto see = [&](Cycle cycle, std::int64_t node, std::int64_t to) {
    if (cycle < until) events.insert({cycle, node, to});
  };
  for (const Json& message : movements["messages"]) {
    const auto route = movements["routes"][message[0].get<std::size_t>()].get<std::vector<int>>();
    for (std::size_t t = 2; t < message.size(); ++t) {
      const Json& train = message[t];
      for (Cycle flit = 0; flit < train[1].get<Cycle>(); ++flit) {
        Cycle cycle = train[0].get<Cycle>() + flit;
        see(cycle++, route.front(), -1);
        const auto stays = [&](std::size_t i) { return i < train.size() && train[i].is_null(); };
        std::size_t i = 2;  // of the wait
        for (; i < route.size() + 1 && !stays(i); ++i) {
          cycle += i < train.size() ? train[i].get<Cycle>() : 0;
          see(cycle, route[i - 2], route[i - 1]);
          cycle += plan.hop_cycles();
        }
        if (stays(i)) continue;
        cycle += plan.interface_latency() - 1 + (i < train.size() ? train[i].get<Cycle>() : 0);
        see(cycle, route.back(), -2);
      }
    }
  }
  return events;
}

Plan PlanOf(const std::string& host, Ports ports, int stages) {
  HardwareOptions hardware;
  hardware.ports = ports;
  hardware.buffered.depth = 2;
  hardware.links.stages = stages;
  if (stages > 0) hardware.buffered.depth = 2 + 2 * stages;
  return Plan::Create(*Graph::Parse(host), std::nullopt, hardware).value();
}

struct Seen {
  EventLog log;
  MovementsReport report;
};

// Runs random traffic for at most `cycles`, in blocks of 3.
Seen RunOn(const Plan& plan, double sink_ready, std::size_t most, Cycle cycles = 100000) {
  ModelRun run(plan,
               MakePatternTraffic(plan, {.rate = 0.9, .packet_flits = 4, .cycles = 60, .seed = 7}),
               {.seed = 7, .sink_ready = sink_ready});
  Movements movements(plan, most);
  Seen seen;
  while (!run.over() && run.bench().now() < cycles) {
    EventLog log;
    log.names = true;
    const Cycle start = run.bench().now();
    run.Run(3, &log);
    movements.See(start, log);
    for (const std::size_t end : log.ends) seen.log.ends.push_back(seen.log.records.size() + end);
    seen.log.records.insert(seen.log.records.end(), log.records.begin(), log.records.end());
  }
  seen.report = movements.Report();
  return seen;
}

TEST(Movements, AreTheEventsOfTheLog) {
  for (const auto& [host, ports, stages] :
       {std::tuple("torus:4x3", Ports::kOne, 0), std::tuple("torus:5x2x2", Ports::kAll, 0),
        std::tuple("mesh:3x4", Ports::kOne, 2), std::tuple("ring:9", Ports::kAll, 1)}) {
    const Plan plan = PlanOf(host, ports, stages);
    const Seen run = RunOn(plan, 0.7, Movements::kMostNumbers);
    EXPECT_TRUE(run.report.whole);
    const Events expected = EventsOf(plan, run.log, run.report.until);
    EXPECT_EQ(expected.size(), run.log.records.size()) << host;
    EXPECT_EQ(EventsOf(plan, ToJson(run.report)), expected) << host;
  }
}

// In a saturated network messages that are created early may enter late.
TEST(Movements, ThatAreTooManyAreCompleteUntilACycle) {
  const Plan plan = PlanOf("torus:4x3", Ports::kOne, 0);
  const Seen whole = RunOn(plan, 0.7, Movements::kMostNumbers);
  const Seen cut = RunOn(plan, 0.7, 1500);
  EXPECT_FALSE(cut.report.whole);
  EXPECT_GT(cut.report.until, 10);
  EXPECT_LT(cut.report.until, whole.report.until);
  EXPECT_LT(cut.report.messages.size(), whole.report.messages.size());
  const Events expected = EventsOf(plan, cut.log, cut.report.until);
  EXPECT_GT(expected.size(), 100U);
  EXPECT_EQ(EventsOf(plan, ToJson(cut.report)), expected);
  for (const auto& message : whole.report.messages) {
    if (message.created >= cut.report.until) continue;
    EXPECT_TRUE(std::ranges::any_of(cut.report.messages, [&](const auto& one) {
      return one.created == message.created &&
             cut.report.routes[one.route] == whole.report.routes[message.route];
    }));
  }
}

// Nothing leaves, so routes are most of what is listed.
TEST(Movements, CountTheirRoutes) {
  const MovementsReport report = RunOn(PlanOf("torus:8x8", Ports::kAll, 0), 0, 1500, 100).report;
  EXPECT_FALSE(report.whole);
  std::size_t numbers = 2 * report.messages.size();
  for (const std::vector<NodeId>& route : report.routes) numbers += route.size();
  EXPECT_GT(numbers, 1000U);
  EXPECT_LE(numbers, 1500U + 2 + 9);  // the last message, and its route
}

TEST(Movements, ShowFlitsThatNeverGetOn) {
  const Plan plan = PlanOf("torus:4x3", Ports::kOne, 0);
  const Seen run = RunOn(plan, 0, Movements::kMostNumbers, 300);
  const Json movements = ToJson(run.report);
  EXPECT_EQ(EventsOf(plan, movements), EventsOf(plan, run.log, run.report.until));
  std::size_t stay = 0;
  for (const Json& message : movements["messages"])
    for (std::size_t t = 2; t < message.size(); ++t) stay += message[t].back().is_null() ? 1U : 0U;
  EXPECT_GT(stay, 20U);
}

// A faulty node that sends a flit the wrong way: the flit stays where it was seen last.
TEST(Movements, EndWhereAFlitLeavesItsRoute) {
  const Plan plan = PlanOf("torus:4x3", Ports::kOne, 0);
  Movements movements(plan);
  EventLog log;
  log.names = true;
  log.named = {{.source = NodeId{0}, .destination = NodeId{1}, .created = 0, .head = true}};
  log.records = {{.place = 0, .kind = WireRecord::kInject},
                 {.place = 0, .port = 0, .kind = WireRecord::kHop, .destination = 1}};
  log.ends = {1, 2};
  movements.See(0, log);
  const MovementsReport report = movements.Report();
  EXPECT_FALSE(report.whole);
  EXPECT_EQ(report.until, 1);
  EXPECT_EQ(ToJson(report)["messages"], Json::parse("[[0, 0, [0, 1, null]]]"));
}

}  // namespace
}  // namespace toroid::sim_run_movements_test
