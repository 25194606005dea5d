// All modules together: error pulses and events after the last delivery, which no packet explains
// (docs/spec/testbench.md, sections 2 and 3). The network is a stand-in that follows a script.
#include "sim/bench/testbench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace toroid::sim_bench_testbench_test {
namespace {

constexpr Cycle kLatency = 3;
constexpr FlitRef kNoFlit{.slot = UINT32_MAX};

// Brings each flit to its destination kLatency cycles after its injection, reports refused packets,
// and makes unexpected events in the given cycles.
struct Script {
  std::map<Cycle, std::uint32_t> eject = {};  // a flit that is no packet's, at this local port
  std::map<Cycle, std::uint32_t> hop = {};    // a flit crosses a link of this node
  std::map<Cycle, std::vector<std::uint32_t>> error = {};  // these report, and no others
  std::map<Cycle, std::uint32_t> busy = {};                // this node is busy, whatever it holds
  Cycle busy_until = 0;                                    // node 1 is
  bool loses = false;                                      // flits never arrive
  bool circles = false;                                    // cross links forever
};

class ToldNetwork : public NetworkIf {
 public:
  explicit ToldNetwork(Script script) : script_(std::move(script)) { BeginCycle(); }

  bool InjectReady(std::uint32_t) const override { return true; }
  void Inject(std::uint32_t local, const Packet& packet, const FlitRef& flit) override {
    if (packet.misaddressed && flit.tail) refused_.push_back(local);
    if (!packet.misaddressed && !script_.loses)
      in_flight_.push_back({now_ + kLatency, packet.destination.value(), flit});
  }
  std::span<const std::uint32_t> Ejecting() const override { return ejecting_; }
  bool KnowsFlits() const override { return true; }
  EjectedBeat BeatAt(std::uint32_t local) const override {
    const auto found = Find(local);
    return {.flit = found == in_flight_.end() ? kNoFlit : found->flit};
  }
  void Accept(std::uint32_t local) override {
    if (const auto found = Find(local); found != in_flight_.end()) in_flight_.erase(found);
  }
  std::span<const std::uint32_t> Errors() const override { return errors_; }
  std::vector<std::uint32_t> BusyNodes() const override {
    std::set<std::uint32_t> nodes;
    for (const Flight& flight : in_flight_) nodes.insert(flight.local);
    if (script_.busy.contains(now_)) nodes.insert(script_.busy.at(now_));
    if (now_ < script_.busy_until || script_.circles) nodes.insert(1);
    return {nodes.begin(), nodes.end()};
  }
  bool AtRest() const override { return BusyNodes().empty(); }
  void Skip(Cycle cycles) override { now_ += cycles; }
  Crossings Step(EventLog* log) override {
    const bool hops = script_.hop.contains(now_) || script_.circles;
    if (hops && log) log->records.push_back({.place = script_.circles ? 0 : script_.hop.at(now_)});
    ++now_;
    BeginCycle();
    return {.all = hops ? 1U : 0U};
  }

 private:
  struct Flight {
    Cycle due;
    std::uint32_t local;
    FlitRef flit;
  };
  std::deque<Flight>::const_iterator Find(std::uint32_t local) const {
    return std::ranges::find_if(in_flight_,
                                [&](const Flight& f) { return f.due <= now_ && f.local == local; });
  }
  void BeginCycle() {
    ejecting_.clear();
    for (const Flight& flight : in_flight_) {
      if (flight.due <= now_) ejecting_.push_back(flight.local);
    }
    if (script_.eject.contains(now_)) ejecting_.push_back(script_.eject.at(now_));
    errors_ = script_.error.contains(now_) ? script_.error.at(now_) : refused_;
    refused_.clear();
  }

  Script script_;
  Cycle now_ = 0;
  std::deque<Flight> in_flight_;
  std::vector<std::uint32_t> ejecting_, errors_, refused_;
};

// Offers its packets in cycle 0.
class AtOnce : public Traffic {
 public:
  explicit AtOnce(std::vector<Packet> packets) : packets_(std::move(packets)) {}
  void Offer(Cycle now, std::vector<Packet>& packets) override {
    last_asked_ = now;
    if (!offered_) packets.insert(packets.end(), packets_.begin(), packets_.end());
    offered_ = true;
  }
  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet&, Cycle, bool) override {}
  bool Exhausted() const override { return offered_; }
  Cycle last_asked() const { return last_asked_; }

 private:
  std::vector<Packet> packets_;
  bool offered_ = false;
  Cycle last_asked_ = -1;
};

Packet To(std::uint32_t node) { return {.source = NodeId{0}, .destination = NodeId{node}}; }
Packet Refused(std::uint32_t node, std::uint32_t flits) {
  return {
      .source = NodeId{node}, .destination = NodeId{node}, .flits = flits, .misaddressed = true};
}

class TestbenchTest : public testing::Test {
 protected:
  void Run(Script script, std::vector<Packet> packets, Cycle watchdog = 100) {
    auto traffic = std::make_unique<AtOnce>(std::move(packets));
    traffic_ = traffic.get();
    bench_.emplace(plan_, std::make_unique<ToldNetwork>(std::move(script)), std::move(traffic),
                   table_, TestbenchOptions{.watchdog = watchdog});
    while (!bench_->done() && !bench_->stuck()) bench_->Run(7, nullptr);
  }
  std::string Violation() const {
    const auto lines = bench_->Violations();
    EXPECT_EQ(lines.size(), 1U);
    return lines.empty() ? "" : lines.front();
  }

  Plan plan_ = Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {}).value();
  PacketTable table_;
  std::optional<Testbench> bench_;
  const AtOnce* traffic_ = nullptr;
};

// Offers a packet in a later cycle and announces that cycle.
class Later : public Traffic {
 public:
  explicit Later(Cycle due) : due_(due) {}
  void Offer(Cycle now, std::vector<Packet>& packets) override {
    if (now != due_) return;
    packets.push_back({.source = NodeId{0}, .destination = NodeId{1}, .created = now});
    offered_ = true;
  }
  void Injected(const Packet&, Cycle) override {}
  void Delivered(const Packet&, Cycle, bool) override {}
  bool Exhausted() const override { return offered_; }
  Cycle NextOffer() const override { return offered_ ? 0 : due_; }

 private:
  Cycle due_;
  bool offered_ = false;
};

// Nothing is skipped where a node is busy, where a packet is in flight, or at the end.
TEST_F(TestbenchTest, SkipsWhatNothingHappensIn) {
  constexpr Cycle kDue = 1'000'000'000'000;
  PacketTable table;
  Testbench bench(plan_, std::make_unique<ToldNetwork>(Script{.busy_until = 6}),
                  std::make_unique<Later>(kDue), table, {.watchdog = 100});
  bench.Run(5, nullptr);
  EXPECT_EQ(bench.RestsUntil(), 5);
  bench.Run(2, nullptr);
  EXPECT_EQ(bench.RestsUntil(), kDue);
  bench.SkipTo(kDue);
  EXPECT_EQ(bench.now(), kDue);
  EXPECT_FALSE(bench.stuck());
  bench.Run(1, nullptr);
  EXPECT_EQ(bench.RestsUntil(), bench.now());
  while (!bench.done() && !bench.stuck()) bench.Run(7, nullptr);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.Violations().empty());
  EXPECT_EQ(bench.totals().last_eject, kDue + kLatency);
  EXPECT_EQ(bench.totals().latencies.max(), kLatency);
  EXPECT_EQ(bench.RestsUntil(), bench.now());
}

// ---- after the last delivery, which is in cycle 3 ----

// Each testbench has its own kernel, so one may end while the other continues.
TEST_F(TestbenchTest, AProcessMayHaveSeveral) {
  PacketTable table;
  Testbench other(plan_, std::make_unique<ToldNetwork>(Script{}),
                  std::make_unique<AtOnce>(std::vector<Packet>{To(2)}), table, {});
  other.Run(3, nullptr);
  Run({}, {To(1)});
  EXPECT_TRUE(bench_->done());
  EXPECT_EQ(other.now(), 3);
  EXPECT_EQ(other.totals().delivered, 0U);
  bench_.reset();
  other.Run(1, nullptr);
  EXPECT_EQ(other.now(), 4);
  EXPECT_EQ(other.totals().delivered, 1U);
}

TEST_F(TestbenchTest, WatchesFor64CyclesAfterTheLastDelivery) {
  Run({}, {To(1)});
  EXPECT_TRUE(bench_->done());
  EXPECT_TRUE(bench_->Violations().empty());
  EXPECT_EQ(bench_->totals().last_eject, 3);
  EXPECT_EQ(bench_->now(), 4 + 64);
  EXPECT_EQ(traffic_->last_asked(), 3) << "the traffic is asked no more";
}

TEST_F(TestbenchTest, WatchesFor64CyclesAfterTheLastNodeWasBusy) {
  Run({.busy_until = 50}, {To(1)});
  EXPECT_TRUE(bench_->done());
  EXPECT_TRUE(bench_->Violations().empty());
  EXPECT_EQ(bench_->now(), 50 + 64);
}

TEST_F(TestbenchTest, AFlitThatLeavesAfterTheLastDeliveryIsAViolation) {
  for (const Cycle late : {4, 19, 66}) {
    table_ = {};
    Run({.eject = {{late, 2}}}, {To(1)});
    EXPECT_TRUE(bench_->done());
    EXPECT_EQ(Violation(),
              "1 flits crossed a link or left the network after the last delivery, the first in "
              "cycle " +
                  std::to_string(late) + " at node (2) ejector 0");
  }
}

TEST_F(TestbenchTest, AFlitThatCrossesALinkAfterTheLastDeliveryIsAViolation) {
  Run({.hop = {{20, 3}, {30, 1}}}, {To(1)});
  EXPECT_EQ(
      Violation(),
      "2 flits crossed a link or left the network after the last delivery, the first in cycle "
      "20 at node (3) output axis 0 + channel 0");
}

TEST_F(TestbenchTest, AnErrorPulseAfterTheLastDeliveryIsAViolation) {
  Run({.error = {{40, {3}}}}, {To(1)});
  EXPECT_EQ(Violation(),
            "error is high in cycle 40 at node (3) injector 0, which has refused no packet; in all "
            "1 error pulses were seen, and 0 were due");
}

TEST_F(TestbenchTest, ANodeThatStaysBusyIsNotWaitedForLongerThanTheWatchdog) {
  Run({.busy_until = 1000}, {To(1)}, 100);
  EXPECT_TRUE(bench_->done());
  EXPECT_EQ(bench_->now(), 4 + 100 + 64 + 1);
  EXPECT_EQ(Violation(), "still busy in cycle 168, though everything was delivered: node (1)");
}

TEST_F(TestbenchTest, ANodeThatIsBusyAgainIsAViolation) {
  Run({.busy = {{30, 2}}}, {To(1)});
  EXPECT_EQ(Violation(),
            "node (2) is busy in cycle 30, though everything was delivered and no node was busy "
            "before");
}

// ---- error pulses; a packet of two flits that must be refused ends in cycle 1 ----

TEST_F(TestbenchTest, RefusedPacketsAreCountedAndNotSent) {
  Run({}, {Refused(0, 2), To(1), Refused(2, 1)});
  EXPECT_TRUE(bench_->done());
  EXPECT_TRUE(bench_->Violations().empty());
  EXPECT_EQ(bench_->watch().refused(), 2U);
  EXPECT_EQ(bench_->watch().refused_expected(), 2U);
  EXPECT_EQ(bench_->totals().sent, 1U);
  EXPECT_EQ(bench_->totals().delivered, 1U);
}

TEST_F(TestbenchTest, AMissingErrorPulseIsAViolation) {
  Run({.error = {{2, {}}}}, {Refused(0, 2), To(1)});
  EXPECT_EQ(Violation(),
            "error is low in cycle 2 at node (0) injector 0, which has just refused a packet; in "
            "all 0 error pulses were seen, and 1 were due");
}

TEST_F(TestbenchTest, AnErrorPulseACycleLateOrElsewhereIsAViolation) {
  Run({.error = {{2, {}}, {3, {0}}}}, {Refused(0, 2)});
  EXPECT_EQ(bench_->watch().refused(), bench_->watch().refused_expected());
  EXPECT_NE(Violation().find("error is low in cycle 2"), std::string::npos);
  table_ = {};
  Run({.error = {{2, {1}}}}, {Refused(0, 2)});
  EXPECT_EQ(bench_->watch().refused(), bench_->watch().refused_expected());
  EXPECT_NE(Violation().find("error is low in cycle 2 at node (0)"), std::string::npos);
}

TEST_F(TestbenchTest, AnErrorPulseTooManyIsAViolation) {
  Run({.error = {{1, {3}}}}, {To(1)});
  EXPECT_NE(Violation().find("error is high in cycle 1 at node (3) injector 0"), std::string::npos);
}

// ---- a run without an end ----

TEST_F(TestbenchTest, PacketsThatAreLostAreNamedAsSuch) {
  Run({.loses = true}, {To(1), To(2)});
  EXPECT_TRUE(bench_->stuck());
  const auto lines = bench_->Diagnosis();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0],
            "packets that have not arrived, though no node holds anything any more: 2 (cycle 102)");
  EXPECT_EQ(lines[1], "packet from (0) to (1): of 1 flit 1 entered and 0 arrived");
}

TEST_F(TestbenchTest, PacketsThatAreKeptHaveNotMoved) {
  Run({.busy_until = 1000, .loses = true}, {To(1)});
  EXPECT_TRUE(bench_->stuck());
  ASSERT_FALSE(bench_->Diagnosis().empty());
  EXPECT_EQ(bench_->Diagnosis()[0].find("nothing has moved for 100 cycles, 1 packet is"), 0U)
      << bench_->Diagnosis()[0];
}

// Sixteen times the watchdog and the longest route, which is 2.
TEST_F(TestbenchTest, FlitsThatGoInCirclesAreGivenUp) {
  Run({.loses = true, .circles = true}, {To(1)}, 100);
  EXPECT_TRUE(bench_->stuck());
  EXPECT_EQ(bench_->now(), 16 * (100 + 2) + 1);
  EXPECT_EQ(bench_->Diagnosis().front(),
            "flits move, but none has entered or arrived for 1632 cycles; 1 packet is in flight "
            "(cycle 1633)");
}

}  // namespace
}  // namespace toroid::sim_bench_testbench_test
