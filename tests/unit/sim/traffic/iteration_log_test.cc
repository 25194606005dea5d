// The list of iterations' results: each separately, or, if there are very many, equal ones
// together.
#include "sim/traffic/iteration_log.h"

#include <gtest/gtest.h>

namespace toroid::sim_traffic_iteration_log_test {
namespace {

IterationResult Took(Cycle cycles, std::size_t planned = 0) {
  IterationResult result;
  result.planned = planned;
  result.cycles = cycles;
  return result;
}

TEST(IterationLog, ListsEachIterationByItself) {
  IterationLog log;
  for (const Cycle cycles : {3, 3, 4}) log.Add(Took(cycles));
  EXPECT_EQ(log.size(), 3U);
  EXPECT_FALSE(log.folded());
  ASSERT_EQ(log.entries().size(), 3U);
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(log.entries()[i].number, i + 1);
    EXPECT_EQ(log.entries()[i].times, 1U);
  }
  EXPECT_EQ(log.entries()[2].result, Took(4));
}

TEST(IterationLog, FoldsVeryManyByWhatTheyTook) {
  IterationLog log;
  std::uint64_t longer = 0;
  const std::uint64_t count = IterationLog::kMostListed + 1000;
  log.Add(Took(7));
  for (std::uint64_t i = 1; i < count; ++i) {
    const bool long_one = i % 3 == 0;
    longer += long_one ? 1 : 0;
    log.Add(Took(long_one ? 5 : 4, 1));
  }
  log.Add(Took(4, 2));  // another planned iteration
  EXPECT_EQ(log.size(), count + 1);
  EXPECT_TRUE(log.folded());
  ASSERT_EQ(log.entries().size(), 4U);
  const std::pair<IterationResult, std::pair<std::uint64_t, std::uint64_t>> expected[] = {
      {Took(7), {1, 1}},
      {Took(4, 1), {2, count - 1 - longer}},
      {Took(5, 1), {4, longer}},
      {Took(4, 2), {count + 1, 1}}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(log.entries()[i].result, expected[i].first) << i;
    EXPECT_EQ(log.entries()[i].number, expected[i].second.first) << i;
    EXPECT_EQ(log.entries()[i].times, expected[i].second.second) << i;
  }
}

TEST(IterationLog, StaysAListUpToItsBound) {
  IterationLog log;
  for (std::size_t i = 0; i < IterationLog::kMostListed; ++i) log.Add(Took(1));
  EXPECT_FALSE(log.folded());
  EXPECT_EQ(log.entries().size(), IterationLog::kMostListed);
  log.Add(Took(1));
  EXPECT_TRUE(log.folded());
  ASSERT_EQ(log.entries().size(), 1U);
  EXPECT_EQ(log.entries()[0].times, IterationLog::kMostListed + 1);
}

}  // namespace
}  // namespace toroid::sim_traffic_iteration_log_test
