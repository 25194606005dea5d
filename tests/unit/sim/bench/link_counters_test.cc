// Expected counters for flits and credits set by hand (docs/spec/counters.md, CN2).
#include "sim/bench/link_counters.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace toroid::sim_bench_link_counters_test {
namespace {

using Bits = std::vector<std::uint64_t>;

Bits Of(std::initializer_list<std::size_t> bits) {
  Bits bitmap(1);
  for (const std::size_t bit : bits) bitmap[0] |= std::uint64_t{1} << bit;
  return bitmap;
}

Plan RingPlan(int stages) {
  return Plan::Create(
             *Graph::Create(Kind::kTorus, {4}), std::nullopt,
             {.buffered = {.depth = 2 * stages + 2}, .links = {.stages = stages, .counters = true}})
      .value();
}

// Ports of ring:4 are + (0) and - (1), so bit 0 is node 0's output +, channel 0, which feeds node
// 1's input + (bit 4).
TEST(LinkCounters, AFlitStallsWhileItWaitsAndAnotherDoesNotLeave) {
  const Plan plan = RingPlan(0);
  LinkCounters counters(plan);
  counters.See(Of({0}), Of({}));                    // comes
  counters.See(Of({1}), Of({}));                    // waits; another comes, on channel 1
  counters.See(Of({0}), Of({}));                    // both wait, and a third comes
  counters.See(Of({}), Of({5}));                    // that of channel 1 leaves
  counters.See(Of({}), Of({}));                     // two wait
  counters.See(Of({}), Of({4}));                    // one leaves
  counters.See(Of({}), Of({4}));                    // and the last
  counters.See(Of({}), Of({}));                     // nothing waits
  const LinkCounts& counts = counters.counts()[2];  // node 1, port 0
  EXPECT_EQ(counts.flits, 3U);
  EXPECT_EQ(counts.stalls, 3U);
  EXPECT_EQ(counts.most[0], 2U);
  EXPECT_EQ(counts.most[1], 1U);
  for (std::size_t i = 0; i < counters.counts().size(); ++i) {
    if (i == 2) continue;
    EXPECT_EQ(counters.counts()[i].flits + counters.counts()[i].stalls, 0U) << i;
  }
}

TEST(LinkCounters, WhatIsInStagesIsInNoBuffer) {
  const Plan plan = RingPlan(2);
  LinkCounters counters(plan);
  counters.See(Of({0}), Of({}));
  counters.See(Of({}), Of({}));  // in the first stage
  counters.See(Of({}), Of({}));  // comes, out of the second
  EXPECT_EQ(counters.counts()[2].flits, 1U);
  EXPECT_EQ(counters.counts()[2].stalls, 0U);
  counters.See(Of({}), Of({4}));
  EXPECT_EQ(counters.counts()[2].stalls, 0U);
  EXPECT_EQ(counters.counts()[2].most[0], 1U);
}

TEST(LinkCounters, OfAMeshsEdgeStayZero) {
  const Plan plan =
      Plan::Create(*Graph::Create(Kind::kMesh, {3}), std::nullopt, {.links = {.counters = true}})
          .value();
  LinkCounters counters(plan);
  counters.See(Of({0}), Of({}));  // node 0 sends + to node 1
  counters.See(Of({}), Of({4}));
  EXPECT_EQ(counters.counts()[2].flits, 1U);
  EXPECT_EQ(counters.counts()[0].flits, 0U);  // nothing leads to node 0 by +
}

}  // namespace
}  // namespace toroid::sim_bench_link_counters_test
