// Which properties are emitted beside a network; tests/formal/nodes proves them.
#include <gtest/gtest.h>

#include "tests/emitted/emitted.h"

namespace toroid::test {
namespace {

bool HasDelivery(const Network& network) {
  const EmittedFiles files = FilesOf(network);
  const bool has = files.contains("formal/net_delivery_properties.v");
  EXPECT_EQ(files.contains("formal/net_delivery_properties.sby"), has);
  return has;
}

TEST(DeliveryProperties, AreOfRoutersAlone) {
  EXPECT_TRUE(HasDelivery({.host = "ring:3"}));
  EXPECT_TRUE(HasDelivery({.host = "mesh:2x3", .ports = Ports::kAll}));
  // what passes is not what the ports say, or the ports are not those of a router
  EXPECT_FALSE(HasDelivery({.host = "torus:4x4", .embedding = "xor", .guest = "hypercube:4"}));
  EXPECT_FALSE(HasDelivery({.host = "ring:5", .link_stages = 1}));
  EXPECT_FALSE(HasDelivery({.host = "ring:5", .protect = Protection::kParity}));
  EXPECT_FALSE(HasDelivery({.host = "ring:5", .broadcast = true}));
}

}  // namespace
}  // namespace toroid::test
