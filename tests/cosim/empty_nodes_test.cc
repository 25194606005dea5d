// Networks whose guest leaves host nodes empty (docs/spec/generated.md, G4.2; router specification,
// R6.4). The traffic of the guest nodes is compared event by event on hardware and model, and
// packets injected at an empty node are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "gen/support/random.h"
#include "sim/hardware/hardware.h"
#include "sim/run/compare.h"
#include "sim/run/engines.h"
#include "sim/traffic/traffic.h"
#include "tests/cosim/simulate.h"

namespace toroid::empty_nodes_test {
namespace {

Plan GrayPlan(const std::string& guest, const std::string& host, Ports ports) {
  const Graph cube = Graph::Parse(host).value();
  const Embedding embedding =
      Embedding::Create(EmbeddingKind::kGray, *Graph::Parse(guest), cube, BitOrder::kBlock).value();
  return Plan::Create(cube, embedding,
                      {.flit_width = 16, .ports = ports, .address = Address::kLogical})
      .value();
}

std::unique_ptr<Dut> MakeDut(const Plan& plan) {
  auto hardware = MakeHardware(plan, {});
  if (!hardware) throw std::runtime_error(ToString(hardware.diagnostics().front()));
  return std::move(hardware).value().dut;
}

// In each of the first cycles three of four guest nodes send a packet of two flits to another guest
// node.
class AmongGuestNodes : public Traffic {
 public:
  AmongGuestNodes(const Plan& plan, Cycle cycles) : plan_(plan), cycles_(cycles), random_(7) {}

  void Offer(Cycle now, std::vector<Packet>& packets) override {
    finished_ = now + 1 >= cycles_;
    if (now >= cycles_) return;
    const std::uint32_t guests = plan_.embedding()->guest().size();
    for (std::uint32_t from = 0; from < guests; ++from) {
      if (random_.Below(4) == 0) continue;
      const auto distance = static_cast<std::uint32_t>(1 + random_.Below(guests - 1));
      const NodeId source = plan_.embedding()->HostOf(NodeId{from});
      const NodeId destination = plan_.embedding()->HostOf(NodeId{(from + distance) % guests});
      packets.push_back(
          {.source = source,
           .destination = destination,
           .flits = 2,
           .sequence = sequence_++,
           .injector = static_cast<std::uint16_t>(plan_.InjectorOf(source, destination)),
           .created = now});
    }
  }
  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet&, Cycle, bool) override {}
  bool Exhausted() const override { return finished_; }

 private:
  const Plan& plan_;
  Cycle cycles_;
  Random random_;
  std::uint32_t sequence_ = 0;
  bool finished_ = false;
};

struct Case {
  const char* guest;
  const char* host;
  Ports ports;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.guest << " in " << c.host; }
class EmptyNodes : public testing::TestWithParam<Case> {};

TEST_P(EmptyNodes, GuestNodesTalkAsOnTheModel) {
  const Plan plan = GrayPlan(GetParam().guest, GetParam().host, GetParam().ports);
  ASSERT_LT(plan.embedding()->guest().size(), plan.host().size());
  HardwareRun hardware(plan, std::make_unique<AmongGuestNodes>(plan, 60),
                       {.seed = 3, .sink_ready = 0.8}, MakeDut(plan));
  ModelRun model(plan, std::make_unique<AmongGuestNodes>(plan, 60), {.seed = 3, .sink_ready = 0.8});
  EventLog seen;
  EventLog expected;
  while (!hardware.over()) hardware.Run(1000, &seen);
  while (!model.over()) model.Run(1000, &expected);
  std::uint64_t compared = 0;
  const auto difference = CompareLogs(plan, 0, expected, seen, compared);
  EXPECT_FALSE(difference) << difference->lines.front();
  EXPECT_GT(compared, 1000U);
  EXPECT_GT(hardware.bench().totals().delivered, 200U);
  EXPECT_EQ(hardware.bench().totals().delivered, hardware.bench().totals().sent);
  EXPECT_FALSE(hardware.bench().faults().any());
}

INSTANTIATE_TEST_SUITE_P(Gray, EmptyNodes,
                         testing::Values(Case{"mesh:3x5", "hypercube:4", Ports::kOne},
                                         Case{"mesh:3x5", "torus:2x2x2x2", Ports::kAll},
                                         Case{"ring:6", "hypercube:4", Ports::kOne},
                                         Case{"mesh:3x4", "hypercube:5", Ports::kAll}),
                         [](const auto& test) {
                           return TestName(std::string(test.param.guest) + "_in_" +
                                           test.param.host);
                         });

// Outcomes of packets injected one after the other at one node of the hardware.
struct Outcomes {
  std::size_t errors = 0;
  std::size_t hops = 0;
  std::size_t ejected = 0;
};

// Two packets of two flits to each of `addresses`, at local port 0 of `node`.
Outcomes Inject(const Plan& plan, Dut& dut, NodeId node,
                const std::vector<std::uint32_t>& addresses) {
  const std::uint32_t local = node.value() * static_cast<std::uint32_t>(plan.local_ports());
  const std::vector<std::uint32_t> payload{42};
  Outcomes outcomes;
  const auto step = [&] {
    for (const std::uint32_t at : dut.Errors()) outcomes.errors += at == local ? 1U : 1000U;
    for (const std::uint32_t at : std::vector(dut.Ejecting().begin(), dut.Ejecting().end())) {
      ++outcomes.ejected;
      dut.Accept(at);
    }
    dut.Step();
    outcomes.hops += dut.Hops().size();
  };
  for (const std::uint32_t address : addresses) {
    for (int beat = 0; beat < 4; ++beat) {
      while (!dut.Ready(local)) step();
      dut.Inject(local, payload, address, beat % 2 == 1);
      step();
    }
  }
  for (int i = 0; i < 20; ++i) step();
  return outcomes;
}

std::vector<std::uint32_t> GuestAddresses(const Plan& plan) {
  std::vector<std::uint32_t> addresses;
  for (const NodeId host : plan.embedding()->forward())
    addresses.push_back(plan.WireAddressOf(host));
  return addresses;
}

TEST(AnEmptyNode, RefusesWhateverIsInjectedAndCountsIt) {
  const Plan plan = GrayPlan("mesh:3x5", "hypercube:4", Ports::kOne);
  const auto dut = MakeDut(plan);
  const std::vector<std::uint32_t> addresses = GuestAddresses(plan);
  std::size_t empty = 0;
  for (std::uint32_t n = 0; n < plan.host().size(); ++n) {
    const bool holds_none = !plan.IsAddressable(NodeId{n});
    empty += holds_none ? 1U : 0U;
    const Outcomes outcomes = Inject(plan, *dut, NodeId{n}, addresses);
    EXPECT_EQ(outcomes.errors, holds_none ? 30U : 2U)
        << n << ": an occupied node refuses its own address only";
    EXPECT_EQ(outcomes.ejected, holds_none ? 0U : 56U) << n;
    EXPECT_EQ(outcomes.hops > 0, !holds_none) << n;
  }
  EXPECT_EQ(empty, 1U);
}

TEST(AnEmptyNode, IsNoAddressOfAnyNode) {
  const Plan plan = GrayPlan("mesh:3x5", "hypercube:4", Ports::kOne);
  const auto dut = MakeDut(plan);
  std::vector<std::uint32_t> others;  // the codes that are no guest node's
  const std::vector<std::uint32_t> addresses = GuestAddresses(plan);
  for (std::uint32_t code = 0; code < 1U << plan.address_bits(); ++code) {
    if (std::ranges::find(addresses, code) == addresses.end()) others.push_back(code);
  }
  ASSERT_EQ(others.size(), 17U);
  const Outcomes outcomes = Inject(plan, *dut, plan.embedding()->HostOf(NodeId{0}), others);
  EXPECT_EQ(outcomes.errors, 34U);
  EXPECT_EQ(outcomes.hops, 0U);
}

}  // namespace
}  // namespace toroid::empty_nodes_test
