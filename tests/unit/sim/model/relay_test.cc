// The model's relays, cycle by cycle, by hand from docs/spec/relay.md: torus:9x9x9 in mesh:27x27
// has b = 1 and p = 5. Nodes are written by coordinates.
#include <gtest/gtest.h>

#include "tests/unit/sim/model/rig.h"

namespace toroid::sim_model_relay_test {
namespace {

Plan RelayPlan(const std::string& guest, const std::string& host,
               std::optional<tao::Walk> walk = {}) {
  const auto embedding = Embedding::Create(EmbeddingKind::kTao, Graph::Parse(guest).value(),
                                           Graph::Parse(host).value(), BitOrder::kBlock, walk)
                             .value();
  return Plan::Create(embedding.host(), embedding,
                      {.ports = Ports::kAll, .address = Address::kLogical, .relay = true})
      .value();
}

class ModelRelay : public testing::Test {
 protected:
  static std::uint32_t At(int x, int y) { return static_cast<std::uint32_t>(27 * x + y); }
  // Sends in the next cycle, with the start pulse.
  std::uint32_t SendInASet(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t slot = rig.Send(rig.now, from, to);
    rig.model.Start();
    return slot;
  }
  const Life& LifeOf(std::uint32_t slot) const { return rig.packets[slot].flits[0]; }

  Rig rig{RelayPlan("torus:9x9x9", "mesh:27x27")};
};

TEST_F(ModelRelay, PhasesAreThoseOfTheEmbedding) {
  ASSERT_TRUE(rig.plan.relay());
  EXPECT_EQ(rig.plan.relay()->first, 1);
  EXPECT_EQ(rig.plan.relay()->second, 5);
}

// L1.3, L3.2, L3.3: one link, then the other as the second phase ends.
TEST_F(ModelRelay, AMessageThatBendsHaltsAtTheCorner) {
  const std::uint32_t slot = SendInASet(At(5, 5), At(6, 4));
  rig.Drain();
  EXPECT_EQ(LifeOf(slot).hops, (std::vector<Cycle>{1, 1 + 5 + 3}));
  EXPECT_EQ(LifeOf(slot).route, ExpectedRoute(rig.plan, At(5, 5), At(6, 4)));
  EXPECT_EQ(LifeOf(slot).eject, 1 + 5 + 5);
}

TEST_F(ModelRelay, AMessageInLineHaltsAfterTheFirstPhaseAndIsDueByWhatIsLeft) {
  const std::uint32_t four = SendInASet(At(5, 5), At(5, 9));
  const std::uint32_t six = rig.Send(0, At(20, 7), At(14, 7));
  rig.Drain();
  EXPECT_EQ(LifeOf(four).hops, (std::vector<Cycle>{1, 7, 8, 9}));
  EXPECT_EQ(LifeOf(six).hops, (std::vector<Cycle>{1, 5, 6, 7, 8, 9}));
  EXPECT_EQ(LifeOf(four).eject, 11);
  EXPECT_EQ(LifeOf(six).eject, 11);
}

TEST_F(ModelRelay, ADirectMessageDoesNotWait) {
  const std::uint32_t slot = SendInASet(At(5, 5), At(4, 5));
  rig.Drain();
  EXPECT_EQ(LifeOf(slot).hops, std::vector<Cycle>{1});
  EXPECT_EQ(LifeOf(slot).eject, 3);
}

// L4.4: at rest the count is 0.
TEST_F(ModelRelay, OutsideOfASetAMessageGoesOnAtOnce) {
  const std::uint32_t slot = rig.Send(0, At(5, 5), At(6, 4));
  rig.Drain();
  EXPECT_EQ(LifeOf(slot).hops, (std::vector<Cycle>{1, 5}));
}

// L4.3: the second of two that halt behind one link stays with the ejector until the first has
// left, in cycle 8; taken in cycle 9, sent in 10.
TEST_F(ModelRelay, AMessageThatFindsItsPlaceFullWaitsAndIsNotLost) {
  const std::uint32_t first = SendInASet(At(5, 5), At(6, 4));
  const std::uint32_t second = rig.Send(1, At(5, 5), At(6, 6));
  rig.Drain();
  EXPECT_EQ(LifeOf(first).hops, (std::vector<Cycle>{1, 9}));
  EXPECT_EQ(LifeOf(second).hops, (std::vector<Cycle>{2, 11}));
}

// L4.5: two messages request one injector; port "+" of axis 0 comes before "-".
TEST_F(ModelRelay, TheLowestPortIsReleasedFirstAndTheUserLast) {
  const std::uint32_t by_minus = rig.Send(0, At(7, 5), At(6, 6));
  const std::uint32_t by_plus = rig.Send(0, At(5, 5), At(6, 7));
  const std::uint32_t users = rig.Send(4, At(6, 5), At(6, 6));  // both are due in cycle 4
  rig.Drain();
  EXPECT_EQ(LifeOf(by_plus).hops.at(1), 5);
  EXPECT_EQ(LifeOf(by_minus).hops.at(1), 6);
  EXPECT_EQ(LifeOf(users).inject, 6);
  EXPECT_EQ(LifeOf(users).hops, std::vector<Cycle>{7});
}

// L4.9: three segments, so the message bends once more, without a halt.
TEST(ModelRelayOnThreeAxes, AMessageHaltsOnceAtMost) {
  Rig rig(RelayPlan("ring:27", "mesh:3x3x3", tao::Walk::kFold));
  ASSERT_TRUE(rig.plan.relay());
  ASSERT_EQ(rig.plan.relay()->first, 1);
  const std::uint32_t slot = rig.Send(0, 0, 26);
  rig.Drain();
  const Life& life = rig.packets[slot].flits[0];
  EXPECT_EQ(life.route, ExpectedRoute(rig.plan, 0, 26));
  std::vector<Cycle> hops{1};
  for (Cycle hop = 5; hop < 5 + 5; ++hop) hops.push_back(hop);
  EXPECT_EQ(life.hops, hops);
}

}  // namespace
}  // namespace toroid::sim_model_relay_test
