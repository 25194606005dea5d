#include "gen/support/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>

namespace toroid::gen_support_team_test {
namespace {

// Each run adds its number to a cell of each part: the sums would reveal a part left out, done
// twice, or still running when the next run begins.
TEST(Team, EveryPartIsDoneOnceInEachRun) {
  for (const int parts : {1, 2, 3, 4, 7}) {
    Team team(parts);
    ASSERT_EQ(team.parts(), parts);
    std::vector<int> sums(static_cast<std::size_t>(parts));
    constexpr int kRuns = 500;
    for (int run = 1; run <= kRuns; ++run) {
      team.Run([&](int part) { sums[static_cast<std::size_t>(part)] += run; });
      ASSERT_EQ(std::accumulate(sums.begin(), sums.end(), 0), parts * run * (run + 1) / 2);
    }
    EXPECT_EQ(sums, std::vector<int>(sums.size(), kRuns * (kRuns + 1) / 2));
  }
}

// Each part waits until all have begun.
TEST(Team, PartsAreDoneAtTheSameTime) {
  Team team(4);
  std::atomic<int> begun = 0;
  team.Run([&](int) {
    ++begun;
    while (begun < 4) std::this_thread::yield();
  });
  EXPECT_EQ(begun, 4);
}

// The other parts are done, and so is the next run.
TEST(Team, WhatAPartThrowsReachesTheCaller) {
  for (const int parts : {1, 4}) {
    Team team(parts);
    std::atomic<int> done = 0;
    const auto work = [&](int part) {
      if (part == parts - 1) throw std::runtime_error("thrown");
      ++done;
    };
    for (int run = 1; run <= 3; ++run) {
      EXPECT_THROW(team.Run(work), std::runtime_error);
      EXPECT_EQ(done, run * (parts - 1));
    }
    team.Run([&](int) { ++done; });
    EXPECT_EQ(done, 3 * (parts - 1) + parts);
  }
}

}  // namespace
}  // namespace toroid::gen_support_team_test
