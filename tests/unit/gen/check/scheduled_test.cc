// The proof that a schedule has no collision on scheduled routers (scheduled-router.md, N8.2),
// compared with a check that counts every flit.
#include "gen/check/scheduled.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace toroid::gen_check_scheduled_test {
namespace {

Embedding Embedded(const std::string& host, EmbeddingKind kind, int d) {
  return Embedding::Create(kind, Graph::Parse("hypercube:" + std::to_string(d)).value(),
                           Graph::Parse(host).value(), BitOrder::kCyclic)
      .value();
}

std::vector<Finding> Check(const Schedule& schedule, const MessageRoutes& routes) {
  return CheckScheduledRouter(ProgramOfNodes(schedule), routes, schedule.ports,
                              TurnSet::All(routes.host()));
}

bool HoldsWholly(const std::vector<Finding>& findings) {
  return std::ranges::all_of(findings, &Finding::holds);
}

// N5.3 flit by flit: whether two flits are ever in one place.
bool Collides(const Schedule& schedule, const Graph& host, Cycle hop_cycles) {
  std::map<std::tuple<int, std::size_t, Cycle>, int> flits;
  for (const ScheduledMessage& message : schedule.messages) {
    const auto route = host.Route(message.node, message.to);
    const bool one = schedule.ports == Ports::kOne;
    for (Cycle j = 0; j < schedule.message_flits; ++j) {
      Cycle now = message.cycle + j;
      ++flits[{0, one ? message.node.index() : host.LinkIndex(route.front()), now}];
      for (const Hop& hop : route) {
        ++flits[{1, host.LinkIndex(hop), now + 1}];
        now += hop_cycles;
      }
      if (one) ++flits[{2, message.to.index(), now}];
    }
  }
  return std::ranges::any_of(flits, [](const auto& place) { return place.second > 1; });
}

struct Case {
  std::string host;
  EmbeddingKind embedding;
  int dimensions;
};

std::vector<Case> Cases() {
  return {{"ring:8", EmbeddingKind::kXor, 3},       {"line:8", EmbeddingKind::kStandard, 3},
          {"torus:8x8", EmbeddingKind::kXor, 6},    {"mesh:4x4", EmbeddingKind::kStandard, 4},
          {"torus:4x4x4", EmbeddingKind::kXor, 6},  {"hypercube:4", EmbeddingKind::kIdentity, 4},
          {"mesh:2x8", EmbeddingKind::kStandard, 4}};
}

const std::vector<ScheduleKind> kKinds = {ScheduleKind::kNone, ScheduleKind::kCalmant,
                                          ScheduleKind::kOffset, ScheduleKind::kStream,
                                          ScheduleKind::kList};

TEST(ScheduledRouterCheck, HoldsOfEverySchedule) {
  int checked = 0;
  for (const Case& c : Cases()) {
    const Embedding embedding = Embedded(c.host, c.embedding, c.dimensions);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const ScheduleKind kind : kKinds) {
        for (const int flits : {1, 3, 16}) {
          const auto schedule =
              MakeSchedule(kind, embedding, {0, c.dimensions}, ports, flits, {.seconds = 0});
          if (!schedule || kind == ScheduleKind::kNone) continue;
          EXPECT_TRUE(HoldsWholly(Check(*schedule, embedding.host())))
              << c.host << " " << ToString(kind) << " " << flits;
          ++checked;
        }
      }
    }
  }
  EXPECT_GE(checked, 80);
}

// Moves every message by one cycle and by L cycles, earlier and later: the check agrees with the
// count.
TEST(ScheduledRouterCheck, AgreesWithACountOfEveryFlit) {
  int collided = 0;
  int free = 0;
  for (const Case& c : Cases()) {
    const Embedding embedding = Embedded(c.host, c.embedding, c.dimensions);
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      for (const ScheduleKind kind : kKinds) {
        const auto made = MakeSchedule(kind, embedding, {0, c.dimensions}, ports, 3);
        if (!made) continue;
        for (std::size_t m = 0; m < made->messages.size(); m += 7) {
          for (const Cycle shift : {-3, -1, 1, 3}) {
            Schedule schedule = *made;
            schedule.messages[m].cycle += shift;
            const Cycle hop_cycles = 1 + static_cast<Cycle>(m % 2);  // of 2 many meet
            const bool collides = Collides(schedule, embedding.host(), hop_cycles);
            (collides ? collided : free) += 1;
            const MessageRoutes routes(embedding.host(), nullptr, hop_cycles);
            ASSERT_EQ(Check(schedule, routes).front().holds, !collides)
                << c.host << " " << ToString(kind) << " message " << m << " by " << shift;
          }
        }
      }
    }
  }
  EXPECT_GT(collided, 100);
  EXPECT_GT(free, 100);
}

TEST(ScheduledRouterCheck, NamesTheFirstCollision) {
  const Embedding embedding = Embedded("line:4", EmbeddingKind::kStandard, 2);
  const auto schedule =
      MakeSchedule(ScheduleKind::kNone, embedding, {0, 2}, Ports::kOne, 1).value();
  const auto findings = Check(schedule, embedding.host());
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_FALSE(findings[0].holds);
  EXPECT_EQ(findings[0].counterexample,
            "in cycle 0 the injector of node (0) has the message from node (0) to (2) and the "
            "message from node (0) to (1)");
  EXPECT_TRUE(findings[1].holds);
  EXPECT_TRUE(findings[2].holds);
}

TEST(ScheduledRouterCheck, NamesTheLinkOfACollisionWithItsDirection) {
  const Embedding embedding = Embedded("line:4", EmbeddingKind::kStandard, 2);
  const auto schedule =
      MakeSchedule(ScheduleKind::kNone, embedding, {0, 2}, Ports::kAll, 1).value();
  // the two messages to an end of the line, which reach its link in the same cycle
  const auto collision = [&](NodeId end, NodeId beside) {
    Schedule late = schedule;
    std::erase_if(late.messages,
                  [&](const ScheduledMessage& message) { return message.to != end; });
    EXPECT_EQ(late.messages.size(), 2U);
    for (ScheduledMessage& message : late.messages) message.cycle = message.node == beside ? 1 : 0;
    return Check(late, embedding.host())[0].counterexample;
  };
  EXPECT_EQ(
      collision(NodeId{0}, NodeId{1}),
      "in cycle 2 the output of the link axis 0 - from node (1) has the message from node (2) "
      "to (0) and the message from node (1) to (0)");
  EXPECT_EQ(
      collision(NodeId{3}, NodeId{2}),
      "in cycle 2 the output of the link axis 0 + from node (2) has the message from node (2) "
      "to (3) and the message from node (1) to (3)");
}

TEST(ScheduledRouterCheck, NamesATurnThatIsMissing) {
  const Graph host = Graph::Parse("torus:4x4").value();
  const Embedding same =
      Embedding::Create(EmbeddingKind::kIdentity, host, host, BitOrder::kBlock).value();
  const Schedule schedule = SchedulePairs(
      ScheduleKind::kList, same, {{NodeId{0}, NodeId{5}}, {NodeId{1}, NodeId{2}}}, Ports::kOne, 2);
  EXPECT_TRUE(HoldsWholly(Check(schedule, host)));
  const TurnSet none = TurnSet::Of(host, {});
  const auto findings = CheckScheduledRouter(ProgramOfNodes(schedule), host, schedule.ports, none);
  EXPECT_TRUE(findings[0].holds);
  EXPECT_FALSE(findings[1].holds);
  EXPECT_EQ(findings[1].counterexample,
            "the message from node (0,0) to (1,1) turns at node (1,0) from axis 0 + to axis 1 +");
  EXPECT_EQ(findings[1].items_checked, 1U);
}

}  // namespace
}  // namespace toroid::gen_check_scheduled_test
