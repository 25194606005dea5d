// The properties emitted beside a network; tests/formal/nodes proves them.
#include <gtest/gtest.h>

#include "tests/emitted/emitted.h"

namespace toroid::test::properties_test {
namespace {

bool HasDelivery(const Network& network) {
  const EmittedFiles files = FilesOf(network);
  const bool has = files.contains("formal/net_delivery_properties.v");
  for (const char* other :
       {"delivery_properties.sby", "liveness_properties.v", "liveness_properties.sby"})
    EXPECT_EQ(files.contains(std::string("formal/net_") + other), has) << other;
  return has;
}

// Empty if there are none.
std::string Liveness(const Network& network) {
  const EmittedFiles files = FilesOf(network);
  const auto found = files.find("formal/net_liveness_properties.v");
  EXPECT_EQ(files.contains("formal/net_liveness_properties.sby"), found != files.end());
  return found == files.end() ? "" : found->second;
}

TEST(DeliveryProperties, AreOfRoutersAlone) {
  EXPECT_TRUE(HasDelivery({.host = "ring:3"}));
  EXPECT_TRUE(HasDelivery({.host = "mesh:2x3", .ports = Ports::kAll}));
  // the passing flits differ from the ports, or the ports are not a router's
  EXPECT_FALSE(HasDelivery({.host = "torus:4x4", .embedding = "xor", .guest = "hypercube:4"}));
  EXPECT_FALSE(HasDelivery({.host = "ring:5", .link_stages = 1}));
  EXPECT_FALSE(HasDelivery({.host = "ring:5", .protect = Protection::kParity}));
  EXPECT_FALSE(HasDelivery({.host = "ring:5", .broadcast = true}));
  EXPECT_FALSE(HasDelivery({.host = "ring:5", .barrier = true}));
}

TEST(LivenessProperties, AreOfRingsAndOfNetworksWithoutWrapLinks) {
  EXPECT_NE(Liveness({.host = "ring:3"}), "");
  EXPECT_NE(Liveness({.host = "mesh:2x3", .ports = Ports::kAll}), "");
  EXPECT_NE(Liveness({.host = "hypercube:4"}), "");
  EXPECT_EQ(Liveness({.host = "torus:3x3"}), "");
  EXPECT_EQ(Liveness({.host = "ring:5", .link_stages = 1}), "");
}

// Bounds for each queue and each output that its flits may request, on a ring: two buffers of a
// link go straight on or end here; the injector goes either way.
TEST(LivenessProperties, BoundEachPairOfQueueAndOutput) {
  const std::string text = Liveness({.host = "ring:7", .arbiter = Arbiter::kRoundRobin});
  int packets = 0;
  for (std::size_t at = text.find("assert (packets_"); at != std::string::npos;
       at = text.find("assert (packets_", at + 1))
    ++packets;
  EXPECT_EQ(packets, 2 * 2 * 2 + 2);
}

}  // namespace
}  // namespace toroid::test::properties_test
