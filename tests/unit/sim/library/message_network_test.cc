// Messages on hardware that is wrong: what comes out without having been sent ends the network, and
// so does a packet of another length. (What right hardware does is seen in tests/library.)
#include "sim/library/message_network.h"

#include <gtest/gtest.h>

#include "gen/support/integers.h"

namespace toroid::message_network_test {
namespace {

// A network without links: stream 1 offers a beat in cycle 3, whatever was sent.
class WrongEngine : public PlatformEngine {
 public:
  WrongEngine(std::uint32_t source, bool last) : source_(source), last_(last) {}
  bool Ready(std::uint32_t) const override { return true; }
  void Inject(std::uint32_t, const Beat&) override {}
  bool Offers(std::uint32_t stream) const override { return stream == 1 && now_ == 3; }
  std::span<const std::uint32_t> Offering() const override {
    return std::span(kStreams).first(now_ == 3 ? 1 : 0);
  }
  Beat Offered(std::uint32_t) const override { return {nullptr, source_, 0, last_}; }
  void Accept(std::uint32_t) override {}
  bool Error(std::uint32_t) const override { return false; }
  std::size_t Step() override {
    ++now_;
    return 0;
  }
  Diagnostics Reset() override { return {}; }

 private:
  static constexpr std::uint32_t kStreams[] = {1};
  std::uint32_t source_;
  bool last_;
  int now_ = 0;
};

// How a message of a number of flits from node 0 to node 1 ends if the beat is this one.
std::string EndOf(std::uint32_t source, bool last, std::uint32_t flits) {
  const Plan plan = Plan::Create(Graph::Parse("ring:4").value(), std::nullopt, {}).value();
  int delivered = 0;
  MessageNetwork network(plan, MessagesOnStreams(plan, std::make_unique<WrongEngine>(source, last)),
                         [&](const MessageNetwork::Message&) { ++delivered; });
  EXPECT_TRUE(network.Inject({.destination = 1, .flits = flits}).empty());
  const auto stop = network.Advance(10);
  EXPECT_EQ(stop.ok(), delivered == 1);
  return stop ? "delivered" : ToString(stop.diagnostics().front());
}

TEST(MessageNetwork, EndsWhereTheHardwareIsWrong) {
  const std::string wrong =
      "toroid: error: hardware: stream 1: offers a flit that was not sent to it, in cycle 3; "
      "hardware that `toroid simulate` has passed";
  EXPECT_EQ(EndOf(0, true, 1), "delivered");
  EXPECT_EQ(EndOf(2, true, 1), wrong);    // from another node
  EXPECT_EQ(EndOf(900, true, 1), wrong);  // from no node
  EXPECT_EQ(EndOf(0, false, 1), wrong);   // too long
  EXPECT_EQ(EndOf(0, true, 2), wrong);    // too short
}

}  // namespace
}  // namespace toroid::message_network_test
