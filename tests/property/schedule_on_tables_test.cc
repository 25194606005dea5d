// Schedules over the routes of tables (docs/spec/degraded.md, section 12), beside a second writing:
// each flit is followed link by link and cycle by cycle, in sets of what is taken.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gen/degraded/routing.h"
#include "gen/schedule/makers.h"
#include "gen/schedule/schedule.h"
#include "gen/topology/numbering.h"
#include "tests/property/survivor_testing.h"
#include "tests/support/long_run.h"

namespace toroid::schedule_on_tables_test {
namespace {

using degraded::DegradedHost;
using degraded::RoutingTables;

Embedding Cube(const std::string& guest, const std::string& host, EmbeddingKind kind) {
  return *Embedding::Create(kind, *Graph::Parse(guest), *Graph::Parse(host), BitOrder::kCyclic);
}

bool HoldsGuestsOnSurvivors(const Embedding& guest, const DegradedHost& host) {
  return std::ranges::all_of(guest.forward(), [&](NodeId node) { return host.IsAlive(node); });
}

// Hop by hop, as routers read the tables.
MessageRoutes::Others By(const RoutingTables& tables, const DegradedHost& host) {
  return [&](NodeId from, NodeId to) {
    std::vector<Hop> route;
    for (NodeId at = from; at != to;) {
      const int port = tables.At(at, to).port;
      const LinkPort link = LinkPortsOf(host.host())[static_cast<std::size_t>(port)];
      route.push_back({at, link.axis, DirectionOf(host.host(), at, link)});
      at = *host.Next(at, port);
    }
    return route;
  };
}

// What two flits take in the same cycle, and the cycles in all.
struct Followed {
  int meetings = 0;
  Cycle makespan = 0;
  std::uint64_t most = 0;  // messages over a link, or of a node
};

Followed Follow(const Schedule& schedule, const RoutingTables& tables, const DegradedHost& host) {
  Followed followed;
  std::set<std::tuple<char, std::uint32_t, std::uint32_t, Cycle>> taken;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> messages;
  std::map<std::uint32_t, std::uint64_t> sent;
  const auto take = [&](char what, std::uint32_t from, std::uint32_t to, Cycle at) {
    followed.meetings += taken.insert({what, from, to, at}).second ? 0 : 1;
  };
  Cycle first = schedule.messages.front().cycle, last = 0;
  for (const ScheduledMessage& m : schedule.messages) {
    const bool one = schedule.ports == Ports::kOne;
    for (int flit = 0; flit < schedule.message_flits; ++flit) {
      Cycle now = m.cycle + flit;
      if (one) take('i', m.node.value(), 0, now);
      for (NodeId at = m.node; at != m.to; ++now) {
        const auto next = host.Next(at, tables.At(at, m.to).port);
        EXPECT_TRUE(next.has_value());  // no dead link
        if (!next) return followed;
        take('l', at.value(), next->value(), now);
        if (flit == 0) ++messages[{at.value(), next->value()}];
        at = *next;
      }
      last = std::max(last, now);
      if (one) take('e', m.to.value(), 0, now);
    }
    if (one) ++sent[m.node.value()];
    first = std::min(first, m.cycle);
  }
  followed.makespan = last - first;
  for (const auto& [link, count] : messages) followed.most = std::max(followed.most, count);
  for (const auto& [node, count] : sent) followed.most = std::max(followed.most, count);
  return followed;
}

TEST(ScheduleOnTables, ListHasNoConflictAndTakesTheCyclesItSays) {
  const std::vector<Embedding> guests = {
      Cube("hypercube:4", "torus:4x4", EmbeddingKind::kXor),
      Cube("hypercube:4", "mesh:4x4", EmbeddingKind::kStandard),
      Cube("hypercube:4", "torus:2x8", EmbeddingKind::kXor),
      Cube("hypercube:3", "ring:8", EmbeddingKind::kXor),
      Cube("hypercube:4", "hypercube:4", EmbeddingKind::kIdentity),
      Cube("hypercube:6", "torus:2x2x2x2x2x2", EmbeddingKind::kXor),
      Cube("hypercube:5", "torus:4x4", EmbeddingKind::kXor),
      Cube("hypercube:3", "hypercube:4", EmbeddingKind::kGray),
      Cube("hypercube:6", "torus:8x8", EmbeddingKind::kXor),
  };
  int schedules = 0, longer = 0;
  for (const Embedding& guest : guests) {
    for (std::uint64_t seed = 1; seed <= LongOr<std::uint64_t>(20, 4); ++seed) {
      const auto host = DrawDegraded(guest.host().ToString(), seed);
      if (!host || !HoldsGuestsOnSurvivors(guest, *host)) continue;
      const auto routing = degraded::ComputeTables(*host);
      if (!routing) continue;
      const auto by_tables = By(routing->tables, *host);
      const MessageRoutes routes(guest.host(), by_tables);
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        for (const int flits : {1, 3}) {
          SCOPED_TRACE(guest.host().ToString() + host->Options());
          const Task task{0, guest.guest().axes()};
          const Schedule list =
              *MakeScheduleOn(routes, ScheduleKind::kList, guest, task, ports, flits);
          const Followed followed = Follow(list, routing->tables, *host);
          EXPECT_EQ(followed.meetings, 0);
          EXPECT_EQ(followed.makespan, list.makespan);
          EXPECT_EQ(followed.most, list.lower_bound);
          EXPECT_GE(list.makespan, LeastMakespanOf(routes, list));
          const Verification check = VerifyFlitsOn(routes, list, guest);
          EXPECT_EQ(check.conflicts, 0U) << check.first_conflict;
          EXPECT_EQ(check.messages_checked, list.messages.size() + list.local.size());
          for (const ScheduledMessage& m : list.messages)
            longer += routes.Links(m.node, m.to) > guest.host().Distance(m.node, m.to) ? 1 : 0;
          ++schedules;
        }
      }
    }
  }
  std::cout << schedules << " schedules, " << longer << " messages go round\n";
  EXPECT_GT(schedules, 40);
  EXPECT_GT(longer, 100);
}

// The twin: one message earlier or later, or all at once. The check finds conflicts where the
// second writing does.
TEST(ScheduleOnTables, CheckFindsWhatMeets) {
  const Embedding guest = Cube("hypercube:4", "torus:4x4", EmbeddingKind::kXor);
  const DegradedHost host =
      Without("torus:4x4", {*degraded::ParseDeadLinks("0-1", guest.host()), {}});
  const RoutingTables tables = degraded::ComputeTables(host)->tables;
  const auto by_tables = By(tables, host);
  const MessageRoutes routes(guest.host(), by_tables);
  for (const Ports ports : {Ports::kOne, Ports::kAll}) {
    const Schedule list = *MakeScheduleOn(routes, ScheduleKind::kList, guest, {0, 4}, ports, 2);
    int broken = 0;
    for (std::size_t m = 0; m < list.messages.size(); ++m) {
      for (const Cycle moved : {-1, 1, 3}) {
        Schedule altered = list;
        altered.messages[m].cycle += moved;
        if (altered.messages[m].cycle < 0) continue;
        const bool meets = Follow(altered, tables, host).meetings > 0;
        EXPECT_EQ(VerifyFlitsOn(routes, altered, guest).conflicts > 0, meets);
        broken += meets ? 1 : 0;
      }
    }
    EXPECT_GT(broken, 10);
    const Schedule none = *MakeScheduleOn(routes, ScheduleKind::kNone, guest, {0, 4}, ports, 2);
    EXPECT_GT(VerifyFlitsOn(routes, none, guest).conflicts, 0U);
    EXPECT_GT(VerifyStepsOn(routes, none, guest).conflicts, 0U);
    EXPECT_EQ(none.messages.front().step, 0);
  }
  // routes of dimension order are other ones: the dead link is among them
  const Schedule whole = *MakeSchedule(ScheduleKind::kList, guest, {0, 4}, Ports::kAll, 2);
  EXPECT_GT(VerifyFlitsOn(routes, whole, guest).conflicts, 0U);
}

// With routes of dimension order nothing changes.
TEST(ScheduleOnTables, AreThoseOfAWholeHost) {
  for (const char* host : {"torus:4x4", "mesh:4x4", "torus:2x8"}) {
    const Embedding guest = Cube("hypercube:4", host, EmbeddingKind::kStandard);
    const MessageRoutes::Others same = [&](NodeId from, NodeId to) {
      return guest.host().Route(from, to);
    };
    for (const ScheduleKind kind : {ScheduleKind::kNone, ScheduleKind::kList}) {
      for (const Ports ports : {Ports::kOne, Ports::kAll}) {
        EXPECT_EQ(*MakeScheduleOn({guest.host(), same}, kind, guest, {1, 3}, ports, 2),
                  *MakeSchedule(kind, guest, {1, 3}, ports, 2));
      }
    }
  }
}

TEST(ScheduleOnTables, RefusesWhatIsNoTask) {
  const Embedding guest = Cube("hypercube:4", "torus:4x4", EmbeddingKind::kXor);
  const auto made =
      MakeScheduleOn(guest.host(), ScheduleKind::kList, guest, {2, 3}, Ports::kOne, 1);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.diagnostics().front().field, "--task");
}

}  // namespace
}  // namespace toroid::schedule_on_tables_test
