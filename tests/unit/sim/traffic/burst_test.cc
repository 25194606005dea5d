// Bursts (docs/spec/patterns.md, D1.3) against a second implementation of the rule: a chain that is
// on or off, evaluated cycle by cycle, where the traffic draws waiting times.
#include <gtest/gtest.h>

#include <random>

#include "sim/traffic/traffic.h"

namespace toroid::sim_traffic_burst_test {
namespace {

// A node's packets: the cycles in which they were created.
struct Looks {
  double load = 0;  // flits a cycle
  double run = 0;   // packets, each right behind the one before, on average
  double gap = 0;   // cycles between such runs, on average
};

Looks LooksOf(const std::vector<std::vector<Cycle>>& nodes, Cycle cycles, Cycle flits) {
  double packets = 0;
  double runs = 0;
  double gaps = 0;
  for (const auto& created : nodes) {
    packets += static_cast<double>(created.size());
    for (std::size_t i = 1; i < created.size(); ++i) {
      const Cycle pause = created[i] - created[i - 1] - flits;
      EXPECT_GE(pause, 0);  // no faster than an injector
      if (pause == 0) continue;
      ++runs;
      gaps += static_cast<double>(pause);
    }
  }
  const auto count = static_cast<double>(nodes.size());
  return {packets * static_cast<double>(flits) / static_cast<double>(cycles) / count,
          packets / runs, gaps / runs};
}

constexpr std::uint32_t kNodes = 64;

Looks Traffics(double rate, std::uint32_t burst, std::uint32_t flits, Cycle cycles) {
  const Plan plan = Plan::Create(*Graph::Parse("torus:8x8"), std::nullopt, {}).value();
  const auto traffic = MakePatternTraffic(
      plan, {.rate = rate, .packet_flits = flits, .burst = burst, .cycles = cycles, .seed = 5});
  std::vector<std::vector<Cycle>> created(kNodes);
  std::vector<Packet> packets;
  for (Cycle now = 0; now < cycles; ++now) {
    packets.clear();
    traffic->Offer(now, packets);
    for (const Packet& packet : packets) created[packet.source.index()].push_back(now);
  }
  return LooksOf(created, cycles, flits);
}

// One node after another; the chain is warmed up instead of started in its steady state.
Looks Chains(double rate, std::uint32_t burst, std::uint32_t flits, Cycle cycles) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit;
  const double off = burst * flits * (1 - rate) / rate;  // cycles, on average
  std::vector<std::vector<Cycle>> created(kNodes);
  for (auto& node : created) {
    bool on = false;
    Cycle busy = 0;  // cycles left of the current packet
    for (Cycle now = -5000; now < cycles; ++now) {
      if (busy == 0 && !on && unit(random) < 1 / (1 + off)) on = true;
      if (busy == 0 && on) {
        if (now >= 0) node.push_back(now);
        busy = flits;
        if (unit(random) < 1.0 / burst) on = false;
      }
      if (busy > 0) --busy;
    }
  }
  return LooksOf(created, cycles, flits);
}

struct Case {
  double rate;
  std::uint32_t burst;
  std::uint32_t flits;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << "rate " << one.rate << " bursts of " << one.burst << " packets of " << one.flits;
}

class Bursts : public testing::TestWithParam<Case> {};

TEST_P(Bursts, KeepTheLoadAndHaveTheirLength) {
  const auto [rate, burst, flits] = GetParam();
  constexpr Cycle kCycles = 100000;
  const Looks seen = Traffics(rate, burst, flits, kCycles);
  EXPECT_NEAR(seen.load, rate, 0.04 * rate);
  // A gap of 0, of probability 1 / (1 + g), joins two bursts; the others have 1 + g cycles.
  const double gap = burst * flits * (1 - rate) / rate;
  EXPECT_NEAR(seen.run, burst * (1 + gap) / gap, 0.05 * seen.run);
  EXPECT_NEAR(seen.gap, 1 + gap, 0.05 * seen.gap);
}

TEST_P(Bursts, AreThoseOfAChainOfTwoStates) {
  const auto [rate, burst, flits] = GetParam();
  constexpr Cycle kCycles = 100000;
  const Looks seen = Traffics(rate, burst, flits, kCycles);
  const Looks chain = Chains(rate, burst, flits, kCycles);
  EXPECT_NEAR(seen.load, chain.load, 0.06 * chain.load);
  EXPECT_NEAR(seen.run, chain.run, 0.06 * chain.run);
  EXPECT_NEAR(seen.gap, chain.gap, 0.06 * chain.gap);
}

INSTANTIATE_TEST_SUITE_P(All, Bursts,
                         testing::Values(Case{0.1, 8, 1}, Case{0.4, 4, 3}, Case{0.7, 20, 2},
                                         Case{0.05, 1, 4}, Case{0.95, 3, 1}));

// Nodes start in their steady state: a share of rate / flits creates a packet in the first cycle,
// and the load of the first cycles is that of the whole run.
TEST(BurstTraffic, BeginsInTheMidst) {
  const Plan plan = Plan::Create(*Graph::Parse("torus:64x64"), std::nullopt, {}).value();
  const auto traffic = MakePatternTraffic(
      plan, {.rate = 0.4, .packet_flits = 4, .burst = 10, .cycles = 100, .seed = 3});
  std::vector<Packet> packets;
  traffic->Offer(0, packets);
  EXPECT_NEAR(static_cast<double>(packets.size()), 4096 * 0.1, 60);
  for (Cycle now = 1; now < 40; ++now) traffic->Offer(now, packets);
  EXPECT_NEAR(static_cast<double>(packets.size()), 4096 * 0.1 * 40, 0.05 * 4096 * 0.1 * 40);
}

TEST(BurstTraffic, IsOneBurstAtFullRate) {
  const Looks seen = Traffics(1, 3, 2, 1000);
  EXPECT_NEAR(seen.load, 1, 0.01);
}

}  // namespace
}  // namespace toroid::sim_traffic_burst_test
