// Runs that need more than the command line offers: traffic made by the test, and access to the
// inside of testbenches.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "gen/check/deadlock.h"
#include "sim/hardware/hardware.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/support/print.h"

namespace toroid::in_process_test {
namespace {

Plan MakePlan(const std::string& host, std::optional<Embedding> embedding = {},
              HardwareOptions hardware = {}) {
  if (embedding) hardware.address = Address::kLogical;
  return Plan::Create(*Graph::Parse(host), std::move(embedding), hardware).value();
}

std::unique_ptr<Dut> MakeDut(const Plan& plan) {
  auto hardware = MakeHardware(plan, {});
  if (!hardware) throw std::runtime_error(ToString(hardware.diagnostics().front()));
  return std::move(hardware).value().dut;
}

// Every ordered pair of nodes, one packet at a time, so that nothing ever blocks it.
class OnePairAtATime : public Traffic {
 public:
  OnePairAtATime(const Plan& plan, std::uint32_t flits) : plan_(plan), flits_(flits) {}
  void Offer(Cycle now, std::vector<Packet>& packets) override {
    if (waiting_ || Exhausted()) return;
    const NodeId source{pair_ / plan_.host().size()};
    const NodeId destination{pair_ % plan_.host().size()};
    packets.push_back(
        {.source = source,
         .destination = destination,
         .flits = flits_,
         .sequence = pair_,
         .injector = static_cast<std::uint16_t>(plan_.InjectorOf(source, destination)),
         .created = now});
    waiting_ = true;
  }
  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet&, Cycle, bool) override {
    waiting_ = false;
    do ++pair_;
    while (pair_ % (plan_.host().size() + 1) == 0);  // a node and itself
  }
  bool Exhausted() const override { return pair_ >= plan_.host().size() * plan_.host().size(); }

 private:
  const Plan& plan_;
  std::uint32_t flits_;
  std::uint32_t pair_ = 1;
  bool waiting_ = false;
};

using HostAndPorts = std::tuple<std::string, Ports>;
class ZeroLoad : public testing::TestWithParam<HostAndPorts> {};

// The scoreboard counts a flit as stalled unless it takes hops + K cycles, where hops is the
// distance in the graph. So without a stall each packet took a shortest route and no extra cycle.
TEST_P(ZeroLoad, LatencyIsDistancePlusTwoForEveryPair) {
  HardwareOptions hardware;
  hardware.ports = std::get<1>(GetParam());
  const Plan plan = MakePlan(std::get<0>(GetParam()), {}, hardware);
  HardwareRun run(plan, std::make_unique<OnePairAtATime>(plan, 3), {}, MakeDut(plan));
  while (!run.over()) run.Run(1000, nullptr);
  const std::uint64_t pairs = std::uint64_t{plan.host().size()} * (plan.host().size() - 1);
  EXPECT_EQ(run.bench().totals().delivered, pairs);
  EXPECT_EQ(run.bench().totals().stalled_flit_cycles, 0);
  EXPECT_FALSE(run.bench().faults().any());
  // Latency runs from the offer to the tail's eject: distance + 2, and 2 more for the third flit.
  EXPECT_EQ(run.bench().totals().latencies.Quantile(0), 1 + 2 + 2);
}

// A virtual channel of a link: node, link port, channel.
using LinkChannel = std::array<std::uint32_t, 3>;
using Dependencies = std::set<std::pair<LinkChannel, LinkChannel>>;

// For each flit, hop by hop, the channel that it held and the one that it took next. Payloads
// identify flits, as no two flits between the same nodes have equal payloads.
Dependencies DependenciesOf(const EventLog& log) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, LinkChannel> held;
  Dependencies found;
  for (const WireRecord& record : log.records) {
    if (record.kind != WireRecord::kHop) continue;
    const LinkChannel taken{record.place, record.port, record.channel};
    const auto [at, first] =
        held.try_emplace({record.source, record.destination, record.payload}, taken);
    if (!first) found.emplace(std::exchange(at->second, taken), taken);
  }
  return found;
}

// The dependencies between hops on one axis, over all lines of the axis.
std::set<LineDependency> OnAxis(const Plan& plan, Axis axis, const Dependencies& all) {
  const auto on_line = [&](const LinkChannel& c) {
    const NodeId node{c[0]};
    const Direction direction = DirectionOf(plan.host(), node, plan.link_ports()[c[1]]);
    return LineChannel{plan.host().CoordinatesOf(node)[axis.index()], direction,
                       static_cast<int>(c[2])};
  };
  std::set<LineDependency> found;
  for (const auto& [held, wanted] : all) {
    if (plan.link_ports()[held[1]].axis == axis && plan.link_ports()[wanted[1]].axis == axis)
      found.insert({on_line(held), on_line(wanted)});
  }
  return found;
}

// The RTL has exactly the dependencies that `check` proves free of cycles. The dependencies of all
// routes are those of its graph, and there are no others under load, when packets wait.
TEST_P(ZeroLoad, DependenciesAreThoseThatCheckProvesFreeOfCycles) {
  HardwareOptions hardware;
  hardware.ports = std::get<1>(GetParam());
  const Plan plan = MakePlan(std::get<0>(GetParam()), {}, hardware);
  EventLog log;
  HardwareRun alone(plan, std::make_unique<OnePairAtATime>(plan, 1), {}, MakeDut(plan));
  while (!alone.over()) alone.Run(1000, &log);
  const Dependencies dependencies = DependenciesOf(log);
  EXPECT_EQ(dependencies.size(), AnalyseChannels(plan.host(), {}).dependencies);
  for (int a = 0; a < plan.host().axes(); ++a) {
    const auto line = RoutesOnLine(plan.host(), Axis{a}, {}).dependencies;
    EXPECT_EQ(OnAxis(plan, Axis{a}, dependencies), std::set(line.begin(), line.end())) << a;
  }

  log.clear();
  HardwareRun loaded(plan,
                     MakePatternTraffic(plan, {.rate = 0.9, .packet_flits = 3, .cycles = 300}),
                     {.sink_ready = 0.7}, MakeDut(plan));
  while (!loaded.over()) loaded.Run(1000, &log);
  EXPECT_GT(loaded.bench().totals().stalled_flit_cycles, 0);
  EXPECT_TRUE(std::ranges::includes(dependencies, DependenciesOf(log)));
}

INSTANTIATE_TEST_SUITE_P(Shapes, ZeroLoad,
                         testing::Combine(testing::Values("torus:3x5", "torus:2x8", "torus:7",
                                                          "mesh:4x2x3", "torus:8x8", "hypercube:6"),
                                          testing::Values(Ports::kOne, Ports::kAll)),
                         [](const auto& test) {
                           std::string name = std::get<0>(test.param) + "_" +
                                              std::string(ToString(std::get<1>(test.param)));
                           for (char& c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

// A schedule in which one message is moved into another step.
Sections Altered(const Plan& plan, ScheduleKind kind, Task task, bool alter) {
  Schedule schedule = MakeSchedule(kind, *plan.embedding(), task, Ports::kOne, 6).value();
  if (alter) {
    // The last message of the last step joins the first step, in which its node or its links are
    // busy with another.
    ScheduledMessage moved = schedule.messages.back();
    schedule.messages.pop_back();
    moved.step = 0;
    moved.cycle = 0;
    schedule.messages.insert(schedule.messages.begin(), moved);
  }
  return std::make_shared<const std::vector<Section>>(
      1, Section{ProgramOf(plan, PlacesOf(plan), schedule)});
}

struct Scheduled {
  std::string host;
  EmbeddingKind embedding;
  ScheduleKind schedule;
};
void PrintTo(const Scheduled& s, std::ostream* out) { *out << s.host; }
class AlteredSlot : public testing::TestWithParam<Scheduled> {};

TEST_P(AlteredSlot, ShowsConflictsInTheHardware) {
  const Graph host = *Graph::Parse(GetParam().host);
  const Graph guest = *Graph::Parse("hypercube:4");
  const Plan plan = MakePlan(
      GetParam().host, *Embedding::Create(GetParam().embedding, guest, host, BitOrder::kCyclic));
  const Task task{0, 4};
  HardwareRun altered(plan,
                      MakeProgramTraffic(plan, Altered(plan, GetParam().schedule, task, true), 0),
                      {}, MakeDut(plan));
  while (!altered.over()) altered.Run(1000, nullptr);
  EXPECT_EQ(altered.bench().totals().delivered, 64U);
  EXPECT_GT(altered.bench().totals().conflicts, 0U);

  ModelRun right(plan, MakeProgramTraffic(plan, Altered(plan, GetParam().schedule, task, false), 0),
                 {});
  while (!right.over()) right.Run(1000, nullptr);
  EXPECT_EQ(right.bench().totals().delivered, 64U);
  EXPECT_EQ(right.bench().totals().conflicts, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Schedules, AlteredSlot,
    testing::Values(Scheduled{"line:16", EmbeddingKind::kStandard, ScheduleKind::kCalmant},
                    Scheduled{"mesh:4x4", EmbeddingKind::kStandard, ScheduleKind::kCalmant},
                    Scheduled{"torus:4x4", EmbeddingKind::kXor, ScheduleKind::kOffset}),
    [](const auto& test) {
      std::string name = test.param.host;
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

// The hardware refuses bad packets: it takes in all their beats, drops them, and goes on.
TEST(BadAddresses, AreConsumedAndReportedAndRouteNothing) {
  const Plan plan = MakePlan("mesh:3x3");  // coordinates 3 are outside the shape
  const auto dut = MakeDut(plan);
  const std::vector<std::uint32_t> payload{42};
  const auto address_of_self = plan.AddressOf(NodeId{4});
  int errors = 0;
  std::size_t hops = 0;
  std::vector<std::uint32_t> ejected;
  int cycle = 0;
  const auto step = [&] {
    for (const std::uint32_t local : dut->Errors()) {
      EXPECT_EQ(local, 4U);
      ++errors;
    }
    for (const std::uint32_t local : dut->Ejecting()) {
      ejected.push_back(local);
      dut->Accept(local);
    }
    dut->Step();
    hops += dut->Hops().size();
    ++cycle;
  };
  for (const std::uint32_t address : {address_of_self, 0b1101U, 0b0111U}) {
    for (const bool last : {false, true}) {
      ASSERT_TRUE(dut->Ready(4));
      dut->Inject(4, payload, address, last);
      step();
    }
  }
  for (int i = 0; i < 10; ++i) step();
  EXPECT_EQ(errors, 3);
  EXPECT_EQ(hops, 0U);
  EXPECT_TRUE(ejected.empty());
  dut->Inject(4, payload, plan.AddressOf(NodeId{5}), true);
  for (int i = 0; i < 5; ++i) step();
  EXPECT_EQ(errors, 3);
  EXPECT_EQ(hops, 1U);
  EXPECT_EQ(ejected, std::vector<std::uint32_t>{5});
}

}  // namespace
}  // namespace toroid::in_process_test
