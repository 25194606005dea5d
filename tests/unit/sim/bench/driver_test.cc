// The driver alone, between stand-ins (docs/spec/testbench.md, section 6).
#include "sim/bench/driver.h"

#include <gtest/gtest.h>

#include "tests/unit/sim/bench/rig.h"

namespace toroid::sim_bench_driver_test {
namespace {

using bench_rig::Calls;

Packet From(std::uint32_t node, std::uint32_t flits = 1) {
  return {.source = NodeId{node}, .destination = NodeId{(node + 1) % 4}, .flits = flits};
}

class DriverTest : public testing::Test {
 protected:
  void Build(std::vector<Packet> packets, double sink_ready = 1) {
    auto traffic = std::make_unique<bench_rig::FakeTraffic>(calls_, std::move(packets));
    traffic_ = traffic.get();
    driver_ =
        std::make_unique<Driver>("driver", plan_, std::move(traffic), packets_, 1, sink_ready);
    driver_->clock(clock_);
    driver_->network(network_);
    driver_->scoreboard(scoreboard_);
    driver_->monitor(monitor_);
  }
  // The calls of one cycle.
  Calls Cycle() {
    calls_.clear();
    bench_rig::Notify(clock_.edge);
    ++clock_.cycle;
    return calls_;
  }
  // A packet in flight whose only flit arrives there.
  void Arrives(std::uint32_t local) {
    network_.ejecting.push_back(local);
    scoreboard_.flits[local] = {packets_.Add(From(0)), 0, true};
  }

  Plan plan_ = bench_rig::SmallPlan();
  PacketTable packets_;
  Calls calls_;
  Kernel kernel_;
  bench_rig::FakeClock clock_;
  bench_rig::FakeNetwork network_{calls_};
  bench_rig::FakeMonitor monitor_{calls_};
  bench_rig::FakeScoreboard scoreboard_;
  std::unique_ptr<Driver> driver_;
  bench_rig::FakeTraffic* traffic_ = nullptr;
};

TEST_F(DriverTest, TakesThenOffersThenInjects) {
  Build({From(2)});
  Arrives(1);
  EXPECT_EQ(Cycle(), (Calls{"accept 1", "ejected 1", "told of late delivery", "offer",
                            "told of injection at 2", "inject 2 tail", "injected 2"}));
  EXPECT_EQ(packets_.live(), 1U) << "the delivered packet is released";
}

TEST_F(DriverTest, SaysWhetherAnythingMoved) {
  Build({From(2)});
  network_.not_ready = 2;
  Cycle();
  EXPECT_FALSE(driver_->moved());
  network_.not_ready = UINT32_MAX;
  Cycle();
  EXPECT_TRUE(driver_->moved());
  Cycle();
  EXPECT_FALSE(driver_->moved());
  Arrives(1);
  Cycle();
  EXPECT_TRUE(driver_->moved());
}

TEST_F(DriverTest, TellsOfFlitsOnlyWhenTheyAreRecorded) {
  Build({From(2)});
  monitor_.recording = false;
  Arrives(1);
  EXPECT_EQ(Cycle(), (Calls{"accept 1", "told of late delivery", "offer", "told of injection at 2",
                            "inject 2 tail"}));
}

TEST_F(DriverTest, ASinkThatIsNotReadyLetsTheBeatWait) {
  Build({From(2)}, 0);
  Arrives(1);
  EXPECT_EQ(Cycle().front(), "withhold 1");
  EXPECT_EQ(scoreboard_.withheld, 1);
  EXPECT_EQ(packets_.live(), 2U);
}

TEST_F(DriverTest, ABeatThatIsNoPacketsIsStray) {
  Build({From(2)});
  network_.ejecting = {3};
  const Calls calls = Cycle();
  EXPECT_EQ(calls[0], "accept 3");
  EXPECT_EQ(calls[1], "stray 3");
}

TEST_F(DriverTest, PacketsOfAnInjectorGoOneAfterAnother) {
  Build({From(2, 2), From(2), From(0)});
  EXPECT_EQ(Cycle(), (Calls{"offer", "told of injection at 0", "inject 0 tail", "injected 0",
                            "told of injection at 2", "inject 2", "injected 2"}));
  EXPECT_EQ(Cycle(), (Calls{"offer", "inject 2 tail", "injected 2"}));
  EXPECT_EQ(Cycle(), (Calls{"offer", "told of injection at 2", "inject 2 tail", "injected 2"}));
  EXPECT_EQ(Cycle(), Calls{"offer"});
}

TEST_F(DriverTest, AnInjectorThatIsNotReadyIsWaitedFor) {
  Build({From(2)});
  network_.not_ready = 2;
  EXPECT_EQ(Cycle(), Calls{"offer"});
  network_.not_ready = UINT32_MAX;
  EXPECT_EQ(Cycle().back(), "injected 2");
}

TEST_F(DriverTest, APacketThatMustBeRefusedEndsAtItsInjector) {
  Packet packet = From(2, 2);
  packet.misaddressed = true;
  Build({packet});
  EXPECT_EQ(Cycle(), (Calls{"offer", "inject 2", "injected 2"}));
  EXPECT_EQ(Cycle(), (Calls{"offer", "inject 2 tail", "injected 2", "refused 2"}));
  EXPECT_EQ(packets_.live(), 0U);
  EXPECT_FALSE(driver_->waits());
}

TEST_F(DriverTest, AskedNothingMoreItOnlyTakesAndEverySinkIsReady) {
  Build({}, 0);
  network_.ejecting = {1};
  EXPECT_EQ(Cycle(), (Calls{"accept 1", "stray 1"}));
  EXPECT_TRUE(driver_->finished());
}

TEST_F(DriverTest, RelaysStartWithTheirSet) {
  Build({From(2)});
  traffic_->starts = true;
  const Calls calls = Cycle();
  EXPECT_EQ(calls[0], "offer");
  EXPECT_EQ(calls[1], "start");
}

TEST_F(DriverTest, TellsTheTrafficWhatCrossesLinks) {
  Build({From(2)});
  driver_->Crossed({.all = 2, .relayed = 1});
  EXPECT_EQ(calls_, (Calls{"told of crossing", "told of relayed"}));
  calls_.clear();
  driver_->Crossed({.all = 2, .relayed = 2});
  EXPECT_EQ(calls_, Calls{"told of relayed"});
}

}  // namespace
}  // namespace toroid::sim_bench_driver_test
