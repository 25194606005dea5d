// Which message a packet is, by its node and sequence number.
#include "sim/traffic/message_numbers.h"

#include <gtest/gtest.h>

namespace toroid::sim_traffic_message_numbers_test {
namespace {

Packet PacketOf(std::uint32_t node, std::uint32_t sequence) {
  Packet packet;
  packet.source = NodeId{node};
  packet.sequence = sequence;
  return packet;
}

TEST(MessageNumbers, AreThoseOfTheNodesPacketsInTurn) {
  MessageNumbers numbers(2);
  EXPECT_EQ(numbers.Add(NodeId{0}, 7), 0U);
  EXPECT_EQ(numbers.Add(NodeId{1}, 5), 0U);
  EXPECT_EQ(numbers.Add(NodeId{0}, 3), 1U);
  EXPECT_EQ(numbers.Of(PacketOf(0, 0)), 7U);
  EXPECT_EQ(numbers.Of(PacketOf(0, 1)), 3U);
  EXPECT_EQ(numbers.Of(PacketOf(1, 0)), 5U);
}

TEST(MessageNumbers, AreNumberedOnAfterTheFirstAreForgotten) {
  MessageNumbers numbers(1);
  numbers.Add(NodeId{0}, 7);
  numbers.Add(NodeId{0}, 8);
  numbers.Forget();
  EXPECT_EQ(numbers.Add(NodeId{0}, 9), 2U);
  EXPECT_EQ(numbers.Of(PacketOf(0, 2)), 9U);
}

}  // namespace
}  // namespace toroid::sim_traffic_message_numbers_test
