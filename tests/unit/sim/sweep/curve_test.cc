// Results of runs: rows, saturation, and missing runs (docs/spec/sweep.md, 4).
#include <gtest/gtest.h>

#include "sim/sweep/sweep.h"
#include "tests/unit/sim/sweep/testing.h"

namespace toroid::sim_sweep_curve_test {
namespace {

Row RowOf(const Measured& run) { return RowsOf(SmallGrid(), {{{0, 0.2, 1}, run}}).front(); }

TEST(Row, HasLoadsOfANodeAndCycle) {
  const Row row = RowOf(RunOf(0.21, 0.2, 6));
  EXPECT_DOUBLE_EQ(row.load, 0.2);
  EXPECT_DOUBLE_EQ(row.offered.mean, 0.21);
  EXPECT_DOUBLE_EQ(row.accepted.mean, 0.2);
  EXPECT_DOUBLE_EQ(row.latency.mean, 6);
  EXPECT_DOUBLE_EQ(*row.latency.half_width, 0);
  EXPECT_EQ(row.packets, 4200U);
}

// Two seeds with means 6 and 8, each without any spread.
TEST(Row, HasTheIntervalOfSeedsWhereThereAreSeveral) {
  const Row row =
      RowsOf(SmallGrid(), {{{0, 0.2, 1}, RunOf(0.2, 0.2, 6)}, {{0, 0.2, 2}, RunOf(0.2, 0.2, 8)}})
          .front();
  EXPECT_EQ(row.seeds, 2U);
  EXPECT_DOUBLE_EQ(row.latency.mean, 7);
  EXPECT_NEAR(*row.latency.half_width, 12.7062, 1e-4);
}

TEST(Saturation, IsAShortfallALatencyOrWhatDidNotArrive) {
  EXPECT_EQ(RowOf(RunOf(0.2, 0.191, 15)).saturated, Saturated::kNo);
  EXPECT_EQ(RowOf(RunOf(0.2, 0.189, 6)).saturated, Saturated::kShortfall);
  EXPECT_EQ(RowOf(RunOf(0.2, 0.2, 16)).saturated, Saturated::kLatency);
  Measured lost = RunOf(0.2, 0.2, 6);
  --lost.batches[1].delivered;
  EXPECT_EQ(RowOf(lost).saturated, Saturated::kUndelivered);
  EXPECT_EQ(RowOf(lost).undelivered, 1U);
}

// Only if the whole of an interval is beyond the limit: each second batch has less.
TEST(Saturation, IsNamedByTheWholeInterval) {
  Measured shaky = RunOf(0.2, 0.2, 6);
  shaky.batches[1].accepted = RunOf(0.2, 0.17, 6).batches[1].accepted;
  EXPECT_LT(RowOf(shaky).accepted.mean, 0.95 * 0.2);
  EXPECT_EQ(RowOf(shaky).saturated, Saturated::kNo);
  Measured late = RunOf(0.2, 0.2, 6);
  late.batches[1].latency *= 6;  // 6 and 36: above 15 on average
  EXPECT_GT(RowOf(late).latency.mean, 15);
  EXPECT_EQ(RowOf(late).saturated, Saturated::kNo);
  // Batches with more offered load accept more: the difference in each counts.
  Measured uneven = RunOf(0.2, 0.18, 6);
  uneven.batches[1] = RunOf(0.4, 0.36, 6).batches[1];
  EXPECT_EQ(RowOf(uneven).saturated, Saturated::kNo);  // two batches that differ by half
  uneven.batches.insert(uneven.batches.end(), 9, uneven.batches[1]);
  EXPECT_EQ(RowOf(uneven).saturated, Saturated::kShortfall);
}

Measured WithPackets(std::uint64_t packets) {
  Measured run = RunOf(0.2, 0.1, 6);
  for (Batch& batch : run.batches) batch.packets = batch.delivered = 0;
  run.batches[0].packets = run.batches[0].delivered = packets;
  return run;
}

TEST(Saturation, NeedsAHundredPackets) {
  EXPECT_EQ(RowOf(WithPackets(0)).saturated, Saturated::kTooFewPackets);
  EXPECT_EQ(RowOf(WithPackets(99)).saturated, Saturated::kTooFewPackets);
  EXPECT_EQ(RowOf(WithPackets(100)).saturated, Saturated::kShortfall);
  // All seeds together; a load that is not judged is neither stable nor saturated.
  const Runs two = {{{0, 0.2, 1}, WithPackets(50)}, {{0, 0.2, 2}, WithPackets(50)}};
  EXPECT_EQ(RowsOf(SmallGrid(), two).front().saturated, Saturated::kShortfall);
  const Runs runs = {{{0, 0.1, 1}, WithPackets(5)}, {{0, 0.2, 1}, RunOf(0.2, 0.2, 6)}};
  const auto found = SaturationsOf(SmallGrid(), RowsOf(SmallGrid(), runs)).front();
  EXPECT_EQ(found.unjudged, 1U);
  EXPECT_EQ(found.stable, 0.2);
  EXPECT_EQ(found.saturated, std::nullopt);
}

// Both networks: stable up to 0.3, and the second nowhere saturated.
Runs RunsOfSmallGrid() {
  Runs runs;
  for (const double load : SmallGrid().loads) {
    runs.emplace(Point{0, load, 1}, RunOf(load, std::min(load, 0.35), 6));
    runs.emplace(Point{1, load, 1}, RunOf(load, load, 6));
  }
  return runs;
}

TEST(Saturation, LiesBetweenTheFirstSaturatedLoadAndTheStableOneBelow) {
  const auto found = SaturationsOf(SmallGrid(), RowsOf(SmallGrid(), RunsOfSmallGrid()));
  EXPECT_EQ(found[0].stable, 0.3);
  EXPECT_EQ(found[0].saturated, 0.4);
  EXPECT_DOUBLE_EQ(found[0].most_accepted, 0.35);
  EXPECT_EQ(found[1].saturated, std::nullopt);
  EXPECT_EQ(found[1].stable, 0.4);
}

// Without a search no run is missing. With one, loads from 0.34 up saturate, and bisection tries
// 0.35, 0.32, 0.33, 0.34.
TEST(Saturation, IsSearchedForByHalves) {
  Runs runs = RunsOfSmallGrid();
  EXPECT_TRUE(MissingOf(SmallGrid(), runs).empty());
  std::vector<double> searched;
  while (true) {
    const auto missing = MissingOf(SmallGrid(0.01), runs);
    if (missing.empty()) break;
    ASSERT_EQ(missing.size(), 1U);
    ASSERT_LT(searched.size(), 10U);
    const Point point = missing.front();
    searched.push_back(point.load);
    runs.emplace(point, RunOf(point.load, point.load < 0.335 ? point.load : 0.2, 6));
  }
  EXPECT_EQ(searched, (std::vector<double>{0.35, 0.32, 0.33, 0.34}));
  const auto found = SaturationsOf(SmallGrid(), RowsOf(SmallGrid(), runs));
  EXPECT_EQ(found[0].stable, 0.33);
  EXPECT_EQ(found[0].saturated, 0.34);
}

TEST(Shard, DealsRunsAndOfASearchNetworks) {
  for (const double resolution : {0.0, 0.01}) {
    const Grid grid = SmallGrid(resolution);
    const auto all = MissingOf(grid, {});
    EXPECT_EQ(all.size(), 8U);
    std::vector<Point> together;
    for (int number = 1; number <= 3; ++number) {
      const auto share = ShareOf(grid, all, {number, 3});
      EXPECT_EQ(share.size(), resolution > 0 ? (number == 3 ? 0U : 4U) : number == 3 ? 2U : 3U);
      together.insert(together.end(), share.begin(), share.end());
    }
    std::ranges::sort(together);
    EXPECT_EQ(together, all);
  }
}

}  // namespace
}  // namespace toroid::sim_sweep_curve_test
