// The report of the first difference between two logs.
#include "sim/run/compare.h"

#include <gtest/gtest.h>

#include "tests/unit/sim/bench/rig.h"

namespace toroid::sim_run_compare_test {
namespace {

// A log of `cycles` cycles with one inject a cycle, of payloads 0, 1, 2, ...
EventLog LogOf(const Plan& plan, std::uint32_t cycles) {
  EventLog log;
  for (std::uint32_t c = 0; c < cycles; ++c) {
    WireRecord record{};
    record.kind = WireRecord::kInject;
    record.payload = c;
    log.records.push_back(record);
    log.ends.push_back(log.records.size());
  }
  log.levels.assign(cycles * Levels(plan).words(), 0);
  return log;
}

TEST(CompareLogs, ShowsTheEventsAroundTheFirstDifferenceOnBothSides) {
  const Plan plan = bench_rig::SmallPlan();
  const EventLog expected = LogOf(plan, 20);
  EventLog seen = expected;
  seen.records[7].payload = 99;
  std::uint64_t compared = 0;
  const auto difference = CompareLogs(plan, 100, expected, seen, compared);
  ASSERT_TRUE(difference);
  EXPECT_EQ(compared, 7U);
  EXPECT_EQ(difference->cycle, 107);
  EXPECT_EQ(difference->lines[0], "model and hardware differ in cycle 107");
  ASSERT_EQ(difference->expected.size(), 9U);  // four before, itself, four after
  ASSERT_EQ(difference->seen.size(), 9U);
  EXPECT_EQ(difference->expected.front().find("cycle 103  "), 0U) << difference->expected.front();
  EXPECT_EQ(difference->expected.front(), difference->seen.front());
  EXPECT_NE(difference->expected[4], difference->seen[4]);
  EXPECT_NE(difference->seen[4].find("payload 99"), std::string::npos) << difference->seen[4];
  EXPECT_EQ(difference->expected.back(), difference->seen.back());
}

TEST(CompareLogs, ShowsWhatThereIsNearTheEnds) {
  const Plan plan = bench_rig::SmallPlan();
  std::uint64_t compared = 0;
  const auto difference = CompareLogs(plan, 0, LogOf(plan, 2), LogOf(plan, 3), compared);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->expected.size(), 2U);
  EXPECT_EQ(difference->seen.size(), 3U);
}

// docs/spec/copies.md, BC1.2.
TEST(CompareLogs, SaysWhichHopIsCopied) {
  const Plan plan =
      Plan::Create(*Graph::Parse("ring:4"), std::nullopt, {.in_network = InNetwork::kMulticast})
          .value();
  EventLog expected = LogOf(plan, 1);
  expected.records[0] = {.kind = WireRecord::kHop, .payload = 5, .added = kOfTree};
  EventLog seen = expected;
  seen.records[0].added = 0;
  std::uint64_t compared = 0;
  const auto difference = CompareLogs(plan, 0, expected, seen, compared);
  ASSERT_TRUE(difference);
  EXPECT_TRUE(difference->expected[0].ends_with("payload 5, copied")) << difference->expected[0];
  EXPECT_TRUE(difference->seen[0].ends_with("payload 5")) << difference->seen[0];
}

TEST(CompareLogs, FindsNothingInEqualLogs) {
  const Plan plan = bench_rig::SmallPlan();
  std::uint64_t compared = 0;
  EXPECT_FALSE(CompareLogs(plan, 0, LogOf(plan, 5), LogOf(plan, 5), compared));
  EXPECT_EQ(compared, 5U);
}

}  // namespace
}  // namespace toroid::sim_run_compare_test
