// Refused packets on the model (docs/spec/router.md R6.4, relay.md L4.3), the outputs of the model
// that are not events, and traffic that is refused.

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/model/routes.h"
#include "sim/traffic/traffic.h"
#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_model_refusal_test {
namespace {

Plan WithGuest(const std::string& guest, const std::string& host, EmbeddingKind kind, Ports ports) {
  const Graph graph = Graph::Parse(host).value();
  const auto embedding =
      Embedding::Create(kind, Graph::Parse(guest).value(), graph, BitOrder::kBlock).value();
  return Plan::Create(graph, embedding, {.ports = ports, .address = Address::kLogical}).value();
}

// Steps once and returns the ports that then report a refused packet.
std::vector<std::uint32_t> ErrorsAfterStep(Model& model) {
  std::vector<HopEvent> hops;
  model.Step(hops);
  EXPECT_TRUE(hops.empty());
  return model.Errors();
}

TEST(RefusedPackets, AreSwallowedAndReportedInTheCycleAfterTheirLastBeat) {
  const Plan plan = PlanOf("mesh:3x3");
  Model model(plan);
  const std::uint32_t self = plan.AddressOf(NodeId{4});
  for (const std::uint32_t address : {self, 0b1101U, 0b0111U}) {
    ASSERT_TRUE(model.InjectReady(4));
    model.Inject(4, {.slot = 0, .index = 0}, address, 0);
    EXPECT_TRUE(ErrorsAfterStep(model).empty());
    EXPECT_TRUE(model.BusyNodes().empty()) << "nothing of it is stored";
    model.Inject(4, {.slot = 0, .index = 1, .tail = true}, plan.AddressOf(NodeId{5}), 0);
    EXPECT_EQ(ErrorsAfterStep(model), std::vector<std::uint32_t>{4});
    EXPECT_EQ(model.BusyNodes(), std::vector<std::uint32_t>{4}) << "the pulse is pending";
    EXPECT_TRUE(ErrorsAfterStep(model).empty());
    EXPECT_TRUE(model.BusyNodes().empty());
  }
}

TEST(RefusedPackets, OthersGoWhereTheirAddressSays) {
  const Plan plan = PlanOf("mesh:3x3");
  Model model(plan);
  model.Inject(4, {.slot = 0, .index = 0, .tail = true}, plan.AddressOf(NodeId{5}), 0);
  std::vector<HopEvent> hops;
  for (int i = 0; i < 3; ++i) model.Step(hops);
  EXPECT_EQ(hops.size(), 1U);
  EXPECT_EQ(model.Ejecting(), std::vector<std::uint32_t>{5});
  EXPECT_TRUE(model.Errors().empty());
}

// Whether the rule refuses, for every address and tid at every local port that can send.
TEST(RefusedPackets, AreThoseThatTheRuleNames) {
  const struct {
    Plan plan;
    std::size_t accepted;
  } cases[] = {{PlanOf("mesh:3x3"), 9 * 8},
               // each pair of nodes by one injector
               {PlanOf("mesh:3x3", {.ports = Ports::kAll}), 9 * 8},
               // 15 guest nodes, an empty node
               {WithGuest("mesh:3x5", "hypercube:4", EmbeddingKind::kGray, Ports::kOne), 15 * 14},
               // 4 guest nodes on each of 9 nodes: every one to all on other nodes
               {WithGuest("torus:6x6", "torus:3x3", EmbeddingKind::kTao, Ports::kOne), 36 * 32}};
  for (const auto& c : cases) {
    const model::Routes routes(c.plan);
    const model::Refusals refusals(c.plan, routes);
    std::size_t accepted = 0;
    for (std::uint32_t local = 0; local < routes.nodes() * routes.locals(); ++local) {
      for (std::uint32_t address = 0; address < 1U << c.plan.address_bits(); ++address) {
        for (std::uint32_t id = 0; id < 1U << c.plan.rank_bits(); ++id) {
          if (c.plan.rank_bits() > 0 && !c.plan.carries_ranks() && id > 0) continue;
          const auto to = refusals.Destination(local, address, id);
          if (!to) continue;
          ++accepted;
          const NodeId from{local / routes.locals()};
          EXPECT_NE(*to, from);
          EXPECT_EQ(c.plan.InjectorOf(from, *to), static_cast<int>(local % routes.locals()));
        }
      }
    }
    EXPECT_EQ(accepted, c.accepted);
  }
}

// Traffic that is asked for refused packets makes packets that the rule refuses, for every reason
// that exists, and does not change the other packets.
TEST(TrafficWithRefusedPackets, IsRefusedWhereItMustBe) {
  const Plan plans[] = {PlanOf("mesh:3x3"),
                        PlanOf("mesh:3x3", {.ports = Ports::kAll}),
                        PlanOf("torus:2x4", {.ports = Ports::kAll}),
                        WithGuest("mesh:3x5", "hypercube:4", EmbeddingKind::kGray, Ports::kOne),
                        WithGuest("ring:6", "hypercube:4", EmbeddingKind::kGray, Ports::kAll),
                        WithGuest("torus:6x6", "torus:3x3", EmbeddingKind::kTao, Ports::kAll)};
  for (const Plan& plan : plans) {
    const model::Routes routes(plan);
    const model::Refusals refusals(plan, routes);
    const auto traffic = MakePatternTraffic(
        plan, {.rate = 0.5, .packet_flits = 2, .cycles = 400, .refused = 0.3, .seed = 9});
    const auto without = MakePatternTraffic(
        plan, {.rate = 0.5, .packet_flits = 2, .cycles = 400, .refused = 1e-12, .seed = 9});
    std::size_t refused = 0;
    std::size_t named = 0;
    for (Cycle now = 0; now < 400; ++now) {
      std::vector<Packet> packets;
      std::vector<Packet> others;
      traffic->Offer(now, packets);
      without->Offer(now, others);
      ASSERT_EQ(packets.size(), others.size());
      for (std::size_t i = 0; i < packets.size(); ++i) {
        const Packet& packet = packets[i];
        const std::uint32_t local =
            packet.source.value() * routes.locals() + std::uint32_t{packet.injector};
        EXPECT_EQ(packet.source, others[i].source);
        if (!packet.misaddressed) {
          EXPECT_EQ(packet.destination, others[i].destination);
          EXPECT_EQ(packet.sequence, others[i].sequence);
          continue;
        }
        EXPECT_FALSE(refusals.Destination(local, packet.address, packet.id)) << packet.address;
        EXPECT_TRUE(routes.locals() == 1 ||
                    routes.Next(packet.source.value(), packet.injector) != model::kNoNode);
        if (!others[i].misaddressed) ++refused;
      }
      named += static_cast<std::size_t>(
          std::ranges::count_if(others, [](const Packet& p) { return !p.misaddressed; }));
    }
    EXPECT_NEAR(static_cast<double>(refused) / static_cast<double>(named), 0.3, 0.06);
  }
}

// ---- levels ----

std::vector<bool> Bits(const std::vector<std::uint64_t>& words, std::size_t from,
                       std::size_t count) {
  std::vector<bool> bits;
  for (std::size_t i = 0; i < count; ++i)
    bits.push_back((words[from + i / 64] >> (i % 64) & 1) != 0);
  return bits;
}

// By hand from R8.2, R6.1 and R5.9: a packet of two flits goes from node 0 to node 1 of a line.
TEST(Levels, AreWhatTheNodesHold) {
  const Plan plan = PlanOf("line:3");
  Model model(plan);
  const auto levels = [&] {
    std::vector<std::uint64_t> words;
    model.AppendLevels(words);
    EXPECT_EQ(words.size(), 4U);
    return words;
  };
  std::vector<HopEvent> hops;
  EXPECT_EQ(levels(), (std::vector<std::uint64_t>{0, 0b111, 0, 0}));
  model.Inject(0, {.slot = 0, .index = 0}, NodeId{1});
  model.Step(hops);  // the head is in the inject queue
  EXPECT_EQ(levels(), (std::vector<std::uint64_t>{0b001, 0b111, 0, 0}));
  model.Inject(0, {.slot = 0, .index = 1, .tail = true}, NodeId{});
  model.Step(hops);  // the head is at node 1, the tail in the queue
  EXPECT_EQ(levels(), (std::vector<std::uint64_t>{0b011, 0b111, 0, 0}));
  std::vector<std::uint64_t> credits;
  model.AppendCredits(credits);
  EXPECT_EQ(credits, std::vector<std::uint64_t>{0});
  model.Step(hops);  // the head is in the eject queue: its buffer gave a credit
  EXPECT_EQ(levels(), (std::vector<std::uint64_t>{0b010, 0b111, 0b010, 0}));
  credits.clear();
  model.AppendCredits(credits);
  const std::size_t input = 2 * (1 * 2 + 0);  // node 1, input axis 0 +, channel 0
  EXPECT_EQ(credits, std::vector<std::uint64_t>{std::uint64_t{1} << input});
}

TEST(Levels, TreadyFallsWhenTheInjectQueueIsFull) {
  const Plan plan = PlanOf("ring:5", {.ports = Ports::kAll});
  Rig rig(plan);
  rig.sink = [](std::uint32_t, Cycle) { return false; };
  for (int i = 0; i < 20; ++i) rig.Send(0, 0, 1);
  rig.RunUntil(30);
  std::vector<std::uint64_t> words;
  rig.model.AppendLevels(words);
  for (std::uint32_t local = 0; local < 10; ++local)
    EXPECT_EQ(Bits(words, 1, 10)[local], rig.model.InjectReady(local)) << local;
  EXPECT_EQ(Bits(words, 1, 10)[0], false);
}

}  // namespace
}  // namespace toroid::sim_model_refusal_test
