// The model of scheduled routers, rule by rule (docs/spec/scheduled-router.md).
#include <gtest/gtest.h>

#include "sim/model/scheduled_network.h"
#include "tests/unit/sim/model/scheduled_rig.h"

namespace toroid::sim_model_scheduled_test {
namespace {

using oracle::Beat;
using oracle::FlitEvent;
using Faults = std::map<std::pair<std::uint32_t, int>, Cycle>;

constexpr int kCollision = 0;
constexpr int kSink = 1;
constexpr int kRefused = 2;
constexpr int kSlot = 3;
constexpr int kArrival = 4;

std::vector<Beat> Packet(Cycle cycle, std::uint32_t from, std::uint32_t to, std::uint32_t message,
                         std::uint32_t flits = 1) {
  std::vector<Beat> beats;
  for (std::uint32_t j = 0; j < flits; ++j)
    beats.push_back({cycle + j, from, to, message, j, j + 1 == flits});
  return beats;
}

std::vector<Beat> operator+(std::vector<Beat> some, const std::vector<Beat>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

// N5.3: between every two nodes a flit takes the route of R2.1 to R2.3, one link per cycle, and is
// ejected in the cycle of the last link.
TEST(ScheduledModel, TakesAsManyCyclesAsLinks) {
  for (const std::string host : {"ring:5", "ring:8", "torus:4x4", "torus:3x5", "mesh:4x3",
                                 "mesh:2x3x2", "hypercube:3", "torus:2x6"}) {
    for (const Ports ports : {Ports::kOne, Ports::kAll}) {
      const Plan plan = ScheduledPlanOf(host, {.ports = ports});
      for (std::uint32_t from = 0; from < plan.host().size(); ++from) {
        for (std::uint32_t to = 0; to < plan.host().size(); ++to) {
          if (from == to) continue;
          ScheduledRig rig(plan);
          const auto beats = Packet(2, from, to, 0, 3);
          const auto run = rig.Run(beats);
          ASSERT_EQ(run, oracle::FollowFlits(plan.host(), ports == Ports::kAll, beats, {}))
              << host << " " << from << " to " << to;
          ASSERT_EQ(
              run.events.size(),
              3 * (1 + static_cast<std::size_t>(plan.host().Distance(NodeId{from}, NodeId{to}))));
          ASSERT_EQ(rig.LastEject(), 2 + 2 + plan.host().Distance(NodeId{from}, NodeId{to}));
        }
      }
    }
  }
}

// N4.3 on a 4x4 mesh at node (1,1), output axis 1 "+": from (1,0) straight on, from (0,1) and (2,1)
// turning, and its own beat, each there in cycle 1.
TEST(ScheduledModel, OfThoseWhoWantAnOutputOneGetsItAtMost) {
  const Plan plan = ScheduledPlanOf("mesh:4x4");
  const auto node = [&](int x, int y) { return plan.host().NodeAt(std::vector{x, y}).value(); };
  const std::uint32_t at = node(1, 1);
  const auto straight = Packet(0, node(1, 0), node(1, 3), 0);
  const auto plus = Packet(0, node(0, 1), node(1, 2), 1);
  const auto minus = Packet(0, node(2, 1), node(1, 2), 2);
  const auto own = Packet(1, at, node(1, 2), 3);
  using Lost = std::set<std::pair<std::uint32_t, std::uint32_t>>;
  const auto lost_of = [&](const std::vector<Beat>& beats) {
    ScheduledRig rig(plan);
    const auto run = rig.Run(beats);
    EXPECT_EQ(run.faults, (Faults{{{at, kCollision}, 3}}));
    return run.lost;
  };
  EXPECT_EQ(lost_of(own + minus + plus + straight), (Lost{{1, 0}, {2, 0}, {3, 0}}));
  EXPECT_EQ(lost_of(own + straight), (Lost{{3, 0}}));
  EXPECT_EQ(lost_of(own + minus + plus), (Lost{{1, 0}, {2, 0}, {3, 0}})) << "two turn";
  EXPECT_EQ(lost_of(minus + plus), (Lost{{1, 0}, {2, 0}}));
  EXPECT_EQ(lost_of(own + minus), (Lost{{3, 0}}));
}

// The ejector of one port takes a flit that is alone; with all ports each link has its own.
TEST(ScheduledModel, TwoWantTheEjectorOfOnePort) {
  const auto run_with = [](Ports ports) {
    const Plan plan = ScheduledPlanOf("mesh:3x3", {.ports = ports});
    ScheduledRig rig(plan);
    return rig.Run(Packet(0, 5, 4, 0) + Packet(0, 1, 4, 1) + Packet(1, 7, 4, 2));
  };
  const auto one = run_with(Ports::kOne);
  EXPECT_EQ(one.faults, (Faults{{{4, kCollision}, 3}}));
  EXPECT_EQ(one.lost, (std::set<std::pair<std::uint32_t, std::uint32_t>>{{0, 0}, {1, 0}}));
  EXPECT_TRUE(one.events.contains({2, true, 4, 0, 2, 0}));
  const auto all = run_with(Ports::kAll);
  EXPECT_TRUE(all.faults.empty());
  EXPECT_TRUE(all.events.contains({1, true, 4, 3, 0, 0})) << "from (1,2), travelling -";
}

// N5.4.
TEST(ScheduledModel, ASinkThatWaitsLosesTheFlit) {
  const Plan plan = ScheduledPlanOf("ring:8");
  ScheduledRig rig(plan);
  rig.sink = [](std::uint32_t, Cycle cycle) { return cycle != 4; };
  const auto run = rig.Run(Packet(0, 1, 4, 0, 3));
  EXPECT_EQ(run.faults, (Faults{{{4, kSink}, 6}}));
  EXPECT_EQ(run.lost, (std::set<std::pair<std::uint32_t, std::uint32_t>>{{0, 1}}));
  EXPECT_EQ(rig.LastEject(), 5);
}

// N5.2: each beat is judged alone.
TEST(ScheduledModel, RefusesWhatItCannotSend) {
  const Plan plan = ScheduledPlanOf("mesh:3x3", {.ports = Ports::kAll});
  const std::uint32_t local = 4 * 4;  // node (1,1), axis 0 +
  const std::uint32_t own = plan.AddressOf(NodeId{4});
  for (const std::uint32_t address : {own, plan.AddressOf(NodeId{5}), 0xFU}) {
    ScheduledModel model(plan);
    std::vector<HopEvent> hops;
    model.Inject(local, {0, 0, false}, address);
    model.Step(hops);
    EXPECT_EQ(model.FaultsOf(NodeId{4}), 0U);
    EXPECT_EQ(model.BusyNodes(), std::vector<std::uint32_t>{4}) << "a fault happened";
    model.Inject(local, {0, 1, true}, plan.AddressOf(NodeId{7}));
    model.Step(hops);
    EXPECT_EQ(model.FaultsOf(NodeId{4}), 1U << kRefused) << address;
    EXPECT_TRUE(hops.empty());
    model.Step(hops);
    ASSERT_EQ(hops.size(), 1U) << "its second beat goes";
    EXPECT_EQ(hops.front().flit.index, 1U);
  }
}

// N1.3: a task whose messages each move along one axis has no turns.
TEST(ScheduledModel, RefusesTurnsThatTheNetworkLacks) {
  const Embedding embedding = Embedding::Create(EmbeddingKind::kXor, *Graph::Parse("hypercube:4"),
                                                *Graph::Parse("torus:4x4"), BitOrder::kCyclic)
                                  .value();
  HardwareOptions options{.ports = Ports::kOne, .router = RouterKind::kScheduled};
  options.schedule_unit.task = UnitTask{ScheduleKind::kOffset, {0, 4}, 1};
  const Plan plan = Plan::Create(embedding.host(), embedding, options).value();
  const auto faults_of = [&](std::uint32_t to) {
    ScheduledModel model(plan);
    std::vector<HopEvent> hops;
    model.Inject(0, {0, 0, true}, NodeId{to});
    model.Step(hops);
    model.Step(hops);
    return model.FaultsOf(NodeId{0}) & (1U << kRefused);
  };
  EXPECT_EQ(faults_of(4), 0U);
  EXPECT_EQ(faults_of(2), 0U);
  EXPECT_EQ(faults_of(5), 1U << kRefused);
}

// R4.5, N5.1.
TEST(ScheduledModel, PortsOfMissingLinksAreDead) {
  const Plan plan = ScheduledPlanOf("line:3", {.ports = Ports::kAll});
  const ScheduledModel model(plan);
  std::vector<bool> ready;
  for (std::uint32_t local = 0; local < 6; ++local) ready.push_back(model.InjectReady(local));
  EXPECT_EQ(ready, (std::vector<bool>{true, false, true, true, false, true}));
}

// Section 3 by its table, on torus 8x8: (0,0) to (3,6), which is two links "-" on axis 1.
TEST(ScheduledModel, FieldsAreThoseOfTheTable) {
  const Plan plan = ScheduledPlanOf("torus:8x8");
  ScheduledModel model(plan);
  model.Inject(0, {0, 0, true}, plan.host().NodeAt(std::vector{3, 6}));
  std::vector<std::uint64_t> controls;
  std::vector<HopEvent> hops;
  for (int i = 0; i < 7; ++i) {
    model.Step(hops);
    for (const std::uint64_t bits : model.ControlBits()) controls.push_back(bits);
    for (const std::uint32_t local : model.Ejecting()) model.Accept(local);
  }
  // axis 0: ahead, turn to axis 1 -, turn to axis 1 +, left (2), go, minus, left on axis 1 (2)
  // axis 1: ahead, left (2)
  EXPECT_EQ(controls, (std::vector<std::uint64_t>{0b1'0'0'10'1'1'01, 0b1'0'0'01'1'1'01,
                                                  0b0'1'0'00'1'1'01, 0b1'01, 0b0'00}));
}

// ---- section 7 ----

Plan PlanOfRing(int flits, bool check_arrivals = true) {
  const Embedding embedding = Embedding::Create(EmbeddingKind::kXor, *Graph::Parse("hypercube:2"),
                                                *Graph::Parse("ring:4"), BitOrder::kCyclic)
                                  .value();
  HardwareOptions options{.ports = Ports::kOne,
                          .router = RouterKind::kScheduled,
                          .schedule_unit = {.check_arrivals = check_arrivals}};
  options.schedule_unit.task = UnitTask{ScheduleKind::kStream, {1, 1}, flits};
  return Plan::Create(embedding.host(), embedding, options).value();
}

// N7.1, N6.4.
TEST(ScheduledModel, NodesAreBusyWhileTheTimerRuns) {
  const Plan plan = PlanOfRing(1);
  ASSERT_EQ(plan.schedule_unit()->last_count, 1);
  ScheduledModel model(plan);
  std::vector<HopEvent> hops;
  EXPECT_TRUE(model.BusyNodes().empty());
  model.Start();
  EXPECT_TRUE(model.BusyNodes().empty()) << "busy depends on registers alone";
  model.Step(hops);
  EXPECT_EQ(model.BusyNodes().size(), 4U);
  model.Step(hops);
  EXPECT_EQ(model.BusyNodes().size(), 4U) << "faults happened: nothing was sent, nothing came";
  model.Step(hops);
  EXPECT_TRUE(model.BusyNodes().empty());
  for (std::uint32_t n = 0; n < 4; ++n)
    EXPECT_EQ(model.FaultsOf(NodeId{n}), 1U << kSlot | 1U << kArrival);
}

// N7.4, each cause alone, at one injector that has a message of 3 flits due in cycle 2.
TEST(ScheduledModel, BeatsAgainstTheScheduleAreSlotFaults) {
  const Plan plan = PlanOfRing(3, false);
  using Offers = std::vector<std::pair<Cycle, bool>>;  // cycle, tlast
  const auto first_fault = [&](const Offers& offers, std::vector<DueStart> sends) {
    ScheduledModel model(plan, {.sends = std::move(sends), .arrivals = {}});
    std::vector<HopEvent> hops;
    for (Cycle now = 0; now < 12; ++now) {
      if (model.FaultsOf(NodeId{0}) >> kSlot != 0) return now - 2;  // cycle of the event
      if (now == 0) model.Start();
      for (const auto& [cycle, tail] : offers) {
        if (cycle == now) model.Inject(0, {0, 0, tail}, NodeId{1});
      }
      for (const std::uint32_t local : model.Ejecting()) model.Accept(local);
      model.Step(hops);
    }
    return Cycle{-1};
  };
  const std::vector<DueStart> one = {{1, 0}};
  EXPECT_EQ(first_fault({{1, false}, {2, false}, {3, true}}, one), -1);
  EXPECT_EQ(first_fault({{1, false}, {2, false}}, one), 3) << "one is missing";
  EXPECT_EQ(first_fault({{2, false}, {3, false}, {4, true}}, one), 1) << "a cycle late";
  EXPECT_EQ(first_fault({{0, false}, {1, false}, {2, true}}, one), 0) << "a cycle early";
  EXPECT_EQ(first_fault({{1, false}, {2, true}, {3, true}}, one), 2) << "tlast too early";
  EXPECT_EQ(first_fault({{1, false}, {2, false}, {3, false}}, one), 3) << "no tlast";
  EXPECT_EQ(first_fault({{1, false}, {2, false}, {3, true}, {4, true}}, one), 4) << "one too many";
  const Offers five = {{0, false}, {1, false}, {2, false}, {3, true}};
  EXPECT_EQ(first_fault(five, {{0, 0}, {1, 0}}), 1) << "starts while another's beats are due";
  EXPECT_EQ(first_fault({{1, false}, {2, false}, {3, true}}, {{1, 0}, {1, 0}}), 1) << "together";
}

}  // namespace
}  // namespace toroid::sim_model_scheduled_test
