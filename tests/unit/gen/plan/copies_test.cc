// Plans of buffered routers that copy flits (docs/spec/copies.md).
#include <gtest/gtest.h>

#include <optional>

#include "gen/plan/plan.h"

namespace toroid::copies_plan_test {
namespace {

Plan Copying(int root, RouterKind router = RouterKind::kBuffered) {
  HardwareOptions options{.router = router};
  options.in_network = InNetwork::kMulticast;
  options.root = root;
  return Plan::Create(*Graph::Parse("torus:4x4"), std::nullopt, options).value();
}

// BC4.2.
TEST(CopiesPlan, HardwareIsTheSameForEveryRoot) {
  EXPECT_EQ(Copying(0).hardware_hash(), Copying(5).hardware_hash());
  EXPECT_EQ(Copying(5).in_network()->root(), NodeId{5});
  EXPECT_NE(Copying(0, RouterKind::kScheduled).hardware_hash(),
            Copying(5, RouterKind::kScheduled).hardware_hash());
}

// BC1.2.
TEST(CopiesPlan, FlitsHaveOneMoreBit) {
  const Plan plain = Plan::Create(*Graph::Parse("torus:4x4"), std::nullopt, {}).value();
  const Plan copying = Copying(0);
  EXPECT_TRUE(copying.Copies());
  EXPECT_FALSE(plain.Copies());
  EXPECT_FALSE(Copying(0, RouterKind::kScheduled).Copies());
  EXPECT_EQ(copying.carried_bits(), plain.carried_bits() + 1);
  EXPECT_NE(copying.hardware_hash(), plain.hardware_hash());
}

}  // namespace
}  // namespace toroid::copies_plan_test
