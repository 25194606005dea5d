// The reference model against docs/spec/router.md, with expectations worked by hand from its rules.
#include "sim/model/model.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/print.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_model_test {
namespace {

// first, first + 1, ...
std::vector<Cycle> From(Cycle first, std::size_t count) {
  std::vector<Cycle> cycles(count);
  std::iota(cycles.begin(), cycles.end(), first);
  return cycles;
}

// The senders of the first `count` flits in a list.
std::vector<std::uint32_t> Senders(const Rig& rig, const std::vector<Seen>& seen,
                                   std::size_t count) {
  std::vector<std::uint32_t> senders;
  for (std::size_t i = 0; i < std::min(count, seen.size()); ++i)
    senders.push_back(rig.packets[seen[i].flit.slot].from);
  return senders;
}

// Sends `count` packets of one flit, offered one a cycle.
void Stream(Rig& rig, Cycle start, std::uint32_t from, std::uint32_t to, int count) {
  for (int i = 0; i < count; ++i) rig.Send(start, from, to);
}

// ---- routes, channels, latency ----

class EveryPair : public testing::TestWithParam<std::tuple<std::string, Ports>> {};

TEST_P(EveryPair, TakesTheSpecifiedRouteInHopsPlusTwo) {  // R2, R3.3, R6.8
  const auto& [host, ports] = GetParam();
  Rig rig(PlanOf(host, {.ports = ports, .buffered = {.depth = 2}}));
  const std::uint32_t nodes = rig.plan.host().size();
  std::size_t compared = 0;
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (from == to) continue;
      const auto slot = rig.Send(rig.now, from, to, 3);
      const Cycle start = rig.now;
      ASSERT_NO_FATAL_FAILURE(rig.Drain(100));
      const std::vector<Crossing> route = ExpectedRoute(rig.plan, from, to);
      const auto hops = static_cast<Cycle>(route.size());
      ASSERT_EQ(hops, rig.plan.host().Distance(NodeId{from}, NodeId{to}));
      for (Cycle i = 0; i < 3; ++i) {
        const Life& life = rig.packets[slot].flits[static_cast<std::size_t>(i)];
        ASSERT_EQ(life.route, route) << from << " to " << to;
        ASSERT_EQ(life.inject, start + i);
        ASSERT_EQ(life.hops, From(start + i + 1, route.size()));
        ASSERT_EQ(life.eject, life.inject + hops + rig.plan.interface_latency());
        // R4.5
        const auto port = ports == Ports::kOne ? 0 : static_cast<std::uint32_t>(route.back().port);
        ASSERT_EQ(life.eject_local, to * static_cast<std::uint32_t>(rig.plan.local_ports()) + port);
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, std::size_t{3} * nodes * (nodes - 1));
}

INSTANTIATE_TEST_SUITE_P(Model, EveryPair,
                         testing::Combine(testing::Values("torus:3x5", "torus:2x8", "mesh:4x2x3",
                                                          "hypercube:4", "ring:7", "ring:3",
                                                          "torus:4x6", "torus:8x8", "line:2",
                                                          "torus:3x2x4"),
                                          testing::Values(Ports::kOne, Ports::kAll)));

TEST(Model, BreaksATieByTheParityOfTheEntryCoordinate) {  // R2.3, R3.3
  Rig rig(PlanOf("ring:6"));
  const auto even = rig.Send(0, 0, 3);
  const auto odd = rig.Send(0, 1, 4);
  rig.Drain();
  EXPECT_EQ(rig.packets[even].flits[0].route,
            (std::vector<Crossing>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
  EXPECT_EQ(rig.packets[odd].flits[0].route,
            (std::vector<Crossing>{{1, 1, 0}, {0, 1, 1}, {5, 1, 1}}));
}

TEST(Model, ChangesChannelAtTheWrapLinkAndStartsAnewOnEachAxis) {  // R3.2
  Rig rig(PlanOf("torus:5x7"));
  const auto slot = rig.Send(0, 4 * 7 + 6, 1 * 7 + 1);  // (4,6) to (1,1)
  rig.Drain();
  EXPECT_EQ(rig.packets[slot].flits[0].route,
            (std::vector<Crossing>{{34, 0, 1}, {6, 0, 1}, {13, 2, 1}, {7, 2, 1}}));
  // (2,0) to (0,5): the first axis does not wrap
  const auto back = rig.Send(rig.now, 2 * 7 + 0, 0 * 7 + 5);
  rig.Drain();
  EXPECT_EQ(rig.packets[back].flits[0].route,
            (std::vector<Crossing>{{14, 1, 0}, {7, 1, 0}, {0, 3, 1}, {6, 3, 1}}));
}

TEST(Model, TenAxesWork) {
  for (const Ports ports : {Ports::kOne, Ports::kAll}) {
    Rig rig(PlanOf("torus:3x2x3x2x3x2x2x2x2x2", {.ports = ports, .buffered = {.depth = 2}}));
    const std::uint32_t last = rig.plan.host().size() - 1;
    const auto slot = rig.Send(0, 0, last, 5);
    rig.Drain();
    EXPECT_EQ(rig.packets[slot].flits[4].route, ExpectedRoute(rig.plan, 0, last));
    EXPECT_EQ(rig.packets[slot].flits[4].route.size(), 10U);
  }
}

// ---- buffers and credits ----

TEST(Model, DepthTwoSustainsOneFlitPerCycle) {  // R5.9
  Rig rig(PlanOf("line:4", {.buffered = {.depth = 2}}));
  const auto slot = rig.Send(0, 0, 3, 30);
  rig.Drain();
  EXPECT_EQ(rig.Injects(slot), From(0, 30));
  EXPECT_EQ(rig.Ejects(slot), From(5, 30));
}

// A closed sink on a line of 2, depth 2. The eject queue takes flits 0 and 1 (cycles 2, 3), the
// buffer 2 and 3, the inject queue 4 and 5. From cycle 10 on the sink accepts: flit 2 enters the
// eject queue in 11, its credit is usable in 12, so flit 4 crosses in 12 and there is room in the
// inject queue in 13.
TEST(Model, ACreditIsUsableInTheCycleAfterItsFlitLeft) {  // R4.3, R4.4, R5.8, R5.9
  Rig rig(PlanOf("line:2", {.buffered = {.depth = 2}}));
  rig.sink = [](std::uint32_t, Cycle cycle) { return cycle >= 10; };
  const auto slot = rig.Send(0, 0, 1, 8);
  rig.Drain();
  EXPECT_EQ(rig.Injects(slot), (std::vector<Cycle>{0, 1, 2, 3, 4, 5, 13, 14}));
  EXPECT_EQ(rig.Ejects(slot), From(10, 8));
  std::vector<Cycle> hops;
  for (const Seen& seen : rig.crossed.at({0, 0})) hops.push_back(seen.cycle);
  EXPECT_EQ(hops, (std::vector<Cycle>{1, 2, 3, 4, 12, 13, 14, 15}));
}

TEST(Model, HasPlacesForDepthFlitsAndTwoAtEachEnd) {  // R4.1, R4.3, R4.4
  for (const int depth : {2, 3, 4, 7, 64}) {
    Rig rig(PlanOf("ring:5", {.buffered = {.depth = depth}}));
    rig.sink = [](std::uint32_t, Cycle) { return false; };
    rig.Send(0, 0, 1, 100);
    rig.RunUntil(90);
    EXPECT_EQ(rig.crossed.at({0, 0}).size(), static_cast<std::size_t>(depth + 2));
    EXPECT_EQ(rig.Injects(0)[static_cast<std::size_t>(depth) + 3], depth + 3);
    EXPECT_EQ(rig.Injects(0)[static_cast<std::size_t>(depth) + 4], -1);
    EXPECT_FALSE(rig.model.InjectReady(0));
    EXPECT_FALSE(rig.model.Empty());
  }
}

TEST(Model, AnInjectorExistsOnlyWhereItsLinkDoes) {  // R4.5
  const Model model(PlanOf("line:3", {.ports = Ports::kAll}));
  std::vector<bool> ready;
  for (std::uint32_t local = 0; local < 6; ++local) ready.push_back(model.InjectReady(local));
  EXPECT_EQ(ready, (std::vector<bool>{true, false, true, true, false, true}));
}

// ---- locks ----

// Line of 3. A, three flits from 0, crosses node 1's output in cycles 2, 3, 4; B's head waits there
// from 3 on and follows at once.
TEST(Model, AHeadFollowsAnotherPacketsTailDirectly) {  // R5.2, R5.10
  for (const Arbiter arbiter : {Arbiter::kRoundRobin, Arbiter::kThroughFirst}) {
    Rig rig(PlanOf("line:3", {.buffered = {.arbiter = arbiter}}));
    const auto a = rig.Send(0, 0, 2, 3);
    const auto b = rig.Send(2, 1, 2, 2);
    rig.Drain();
    std::vector<Cycle> cycles;
    std::vector<FlitRef> flits;
    for (const Seen& seen : rig.crossed.at({1, 0})) {
      cycles.push_back(seen.cycle);
      flits.push_back(seen.flit);
    }
    EXPECT_EQ(cycles, From(2, 5));
    EXPECT_EQ(flits, (std::vector<FlitRef>{
                         {a, 0, false}, {a, 1, false}, {a, 2, true}, {b, 0, false}, {b, 1, true}}));
  }
}

// A packet that pauses keeps its output locked: A's tail is offered 10 cycles late, and B waits for
// it.
TEST(Model, ALockOutlastsAGapInThePacket) {  // R5.10
  const Plan plan = PlanOf("line:3");
  Model model(plan);
  std::vector<HopEvent> hops;
  std::vector<std::pair<Cycle, FlitRef>> crossed;
  for (Cycle now = 0; now < 30; ++now) {
    if (now == 0) model.Inject(0, {.slot = 0, .index = 0, .tail = false}, NodeId{2});
    if (now == 1) model.Inject(1, {.slot = 1, .index = 0, .tail = true}, NodeId{2});
    if (now == 10) model.Inject(0, {.slot = 0, .index = 1, .tail = true}, NodeId{});
    for (const std::uint32_t local : model.Ejecting()) model.Accept(local);
    hops.clear();
    model.Step(hops);
    for (const HopEvent& hop : hops) {
      if (hop.node == 1) crossed.emplace_back(now, hop.flit);
    }
  }
  // In cycle 2 both heads contend and the pointer favours position 0; the tail crosses in 12.
  const std::vector<std::pair<Cycle, FlitRef>> expected{
      {2, {0, 0, false}}, {12, {0, 1, true}}, {13, {1, 0, true}}};
  EXPECT_EQ(crossed, expected);
  EXPECT_TRUE(model.Empty());
}

// Node 4 of a 3x3 mesh receives four flits each from 1, I(0,+), and from 7, I(0,-), at the same
// time.
TEST(Model, AnEjectorServesAPacketFromHeadToTail) {  // R4.4, R5.4, R5.10
  Rig rig(PlanOf("mesh:3x3"));
  const auto a = rig.Send(0, 1, 4, 4);
  const auto b = rig.Send(0, 7, 4, 4);
  rig.Drain();
  EXPECT_EQ(rig.Ejects(a), From(3, 4));
  EXPECT_EQ(rig.Ejects(b), From(7, 4));
}

TEST(Model, EjectorsOfAllPortsWorkSideBySide) {  // R4.5
  Rig rig(PlanOf("mesh:3x3", {.ports = Ports::kAll}));
  const auto a = rig.Send(0, 1, 4, 4);
  const auto b = rig.Send(0, 7, 4, 4);
  rig.Drain();
  EXPECT_EQ(rig.Ejects(a), From(3, 4));
  EXPECT_EQ(rig.Ejects(b), From(3, 4));
}

// ---- arbitration, at the output (1,+) of the middle of a 3x3 mesh: position 0 from 3, 1 from 1, 2
// from 7, 3 the injector of 4 ----

TEST(Model, RoundRobinServesThePositionsInTurn) {  // R5.4, R5.5
  Rig rig(PlanOf("mesh:3x3", {.buffered = {.arbiter = Arbiter::kRoundRobin}}));
  for (const std::uint32_t from : {3U, 1U, 7U}) Stream(rig, 0, from, 5, 5);
  Stream(rig, 1, 4, 5, 5);
  rig.Drain();
  EXPECT_EQ(Senders(rig, rig.crossed.at({4, 2}), 12),
            (std::vector<std::uint32_t>{3, 1, 7, 4, 3, 1, 7, 4, 3, 1, 7, 4}));
  EXPECT_EQ(rig.crossed.at({4, 2}).front().cycle, 2);
  EXPECT_EQ(rig.crossed.at({4, 2}).back().cycle, 21);
}

// Only 1 contends in cycle 2, so the pointer is 2 in cycle 3. 7 has nothing, so the injector comes
// next, then 3.
TEST(Model, RoundRobinGoesOnAfterTheLastGranted) {  // R5.5
  Rig rig(PlanOf("mesh:3x3", {.buffered = {.arbiter = Arbiter::kRoundRobin}}));
  Stream(rig, 0, 1, 5, 6);
  Stream(rig, 1, 3, 5, 6);
  Stream(rig, 2, 4, 5, 6);
  rig.Drain();
  EXPECT_EQ(Senders(rig, rig.crossed.at({4, 2}), 8),
            (std::vector<std::uint32_t>{1, 4, 3, 1, 4, 3, 1, 4}));
}

// Only 3 contends in cycle 2, which leaves the pointer at 0, so 3 comes first in cycle 3 too.
TEST(Model, RoundRobinGivesNoTurnToWhatGoesStraightOnAlone) {  // R5.5
  Rig rig(PlanOf("mesh:3x3", {.buffered = {.arbiter = Arbiter::kRoundRobin}}));
  Stream(rig, 0, 3, 5, 6);
  Stream(rig, 1, 1, 5, 6);
  rig.Drain();
  EXPECT_EQ(Senders(rig, rig.crossed.at({4, 2}), 6),
            (std::vector<std::uint32_t>{3, 3, 1, 3, 1, 3}));
}

// R5.4: I(0,+), I(0,-), I(1,+), I(1,-); R5.6: under both arbiters
TEST(Model, AnEjectorServesItsInputsInTurn) {
  for (const Arbiter arbiter : {Arbiter::kRoundRobin, Arbiter::kThroughFirst}) {
    Rig rig(PlanOf("mesh:3x3", {.buffered = {.arbiter = arbiter}}));
    for (const std::uint32_t from : {1U, 7U, 3U, 5U}) Stream(rig, 0, from, 4, 4);
    rig.Drain();
    EXPECT_EQ(Senders(rig, rig.ejected.at(4), 9),
              (std::vector<std::uint32_t>{1, 7, 3, 5, 1, 7, 3, 5, 1}));
    EXPECT_EQ(rig.ejected.at(4).back().cycle, 3 + 15);
  }
}

// 15 through flits go before each other flit; the other positions take turns.
TEST(Model, ThroughFirstYieldsAfterFifteen) {  // R5.6, R5.7
  Rig rig(PlanOf("mesh:3x3", {.buffered = {.arbiter = Arbiter::kThroughFirst}}));
  Stream(rig, 0, 3, 5, 100);
  Stream(rig, 0, 1, 5, 3);
  Stream(rig, 0, 7, 5, 3);
  Stream(rig, 1, 4, 5, 3);
  rig.Drain();
  std::vector<std::uint32_t> expected;
  for (const std::uint32_t other : {1U, 7U, 4U, 1U}) {
    expected.insert(expected.end(), 15, 3);
    expected.push_back(other);
  }
  const auto& crossed = rig.crossed.at({4, 2});
  EXPECT_EQ(Senders(rig, crossed, 64), expected);
  EXPECT_EQ(crossed[63].cycle, 2 + 63);
}

// Ring of 8: packets from 7 (channel 1) and from 0 (channel 0) go by node 1 to 2, whose sink is
// closed until all buffers are full.
TEST(Model, AnInputLinkAlternatesItsChannels) {  // R5.3, R5.11
  Rig rig(PlanOf("ring:8"));
  rig.sink = [](std::uint32_t, Cycle cycle) { return cycle >= 50; };
  Stream(rig, 0, 7, 2, 30);
  Stream(rig, 0, 0, 2, 30);
  rig.Drain();
  const auto& crossed = rig.crossed.at({1, 0});
  std::size_t compared = 0;
  for (std::size_t i = 1; i < crossed.size(); ++i) {
    if (crossed[i - 1].cycle < 52 || compared == 20) continue;
    EXPECT_EQ(crossed[i].cycle, crossed[i - 1].cycle + 1);
    EXPECT_NE(rig.packets[crossed[i].flit.slot].from, rig.packets[crossed[i - 1].flit.slot].from);
    ++compared;
  }
  EXPECT_EQ(compared, 20U);
}

// Ring of 8: packets of four flits from 7 (channel 1) and from 0 (channel 0) go by node 1 to 2 and
// 3, where both may go on in every cycle once their sinks are open.
TEST(Model, AnInputLinkChangesItsChannelBehindAPacket) {  // R5.3, R5.11
  Rig rig(PlanOf("ring:8", {.buffered = {.depth = 8, .arbiter = Arbiter::kRoundRobin}}));
  rig.sink = [](std::uint32_t, Cycle cycle) { return cycle >= 50; };
  for (int i = 0; i < 30; ++i) {
    rig.Send(0, 7, 2, 4);
    rig.Send(0, 0, 3, 4);
  }
  rig.Drain();
  std::vector<std::uint32_t> senders;
  for (const auto& hop : rig.crossed.at({1, 0})) {
    if (hop.cycle >= 55) senders.push_back(rig.packets[hop.flit.slot].from);
  }
  senders.resize(17);  // the last of a packet of 0, and then by fours
  EXPECT_EQ(senders,
            (std::vector<std::uint32_t>{0, 7, 7, 7, 7, 0, 0, 0, 0, 7, 7, 7, 7, 0, 0, 0, 0}));
}

// ---- the watchdog's view ----

// R5.2; the state of ACreditIsUsableInTheCycleAfterItsFlitLeft in cycle 9
TEST(Model, SaysWhyAFlitIsBlocked) {
  using Reason = Model::Blocked::Reason;
  Rig rig(PlanOf("line:2", {.buffered = {.depth = 2}}));
  rig.sink = [](std::uint32_t, Cycle) { return false; };
  const auto slot = rig.Send(0, 0, 1, 8);
  rig.RunUntil(9);
  const auto blocked = rig.model.BlockedFlits();
  ASSERT_EQ(blocked.size(), 2U);
  EXPECT_EQ(std::tuple(blocked[0].node, blocked[0].port, blocked[0].channel, blocked[0].wants_port,
                       blocked[0].wants_channel),
            std::tuple(0U, -1, 0, 0, 0));
  EXPECT_EQ(blocked[0].flit, (FlitRef{slot, 4, false}));
  EXPECT_EQ(blocked[0].reason, Reason::kNoCredit);
  EXPECT_EQ(std::tuple(blocked[1].node, blocked[1].port, blocked[1].channel, blocked[1].wants_port,
                       blocked[1].wants_channel),
            std::tuple(1U, 0, 0, -1, 0));
  EXPECT_EQ(blocked[1].flit, (FlitRef{slot, 2, false}));
  EXPECT_EQ(blocked[1].reason, Reason::kEjectorFull);
}

// the packets of AHeadFollowsAnotherPacketsTailDirectly, B a cycle earlier
TEST(Model, TellsALostArbitrationFromALock) {
  using Reason = Model::Blocked::Reason;
  Rig rig(PlanOf("line:3"));
  rig.Send(0, 0, 2, 3);
  rig.Send(1, 1, 2, 2);
  rig.RunUntil(2);
  auto blocked = rig.model.BlockedFlits();
  ASSERT_EQ(blocked.size(), 1U);
  EXPECT_EQ(blocked[0].port, -1);
  EXPECT_EQ(blocked[0].wants_port, 0);
  EXPECT_EQ(blocked[0].reason, Reason::kLostArbitration);
  rig.RunUntil(3);
  blocked = rig.model.BlockedFlits();
  ASSERT_EQ(blocked.size(), 1U);
  EXPECT_EQ(blocked[0].reason, Reason::kLocked);
  rig.Drain();
  EXPECT_EQ(rig.crossed.at({1, 0}).back().cycle, 6);  // asking changed nothing
  EXPECT_TRUE(rig.model.BlockedFlits().empty());
}

TEST(Model, ANodeNeedsLessThanAKilobyte) {
  EXPECT_LT(Model(PlanOf("torus:8x8")).BytesPerNode(), 1024U);
  EXPECT_LT(Model(PlanOf("mesh:8x8x8")).BytesPerNode(), 1024U);
}

}  // namespace
}  // namespace toroid::sim_model_test
