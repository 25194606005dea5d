// Who waits for which event: the example of waiters.h.
#include "gen/support/waiters.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace toroid::gen_support_waiters_test {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;  // waiter, event

Waiters Of(const Pairs& pairs) {
  return {2, 3, [&](auto visit) {
            for (const auto& [waiter, event] : pairs) visit(waiter, event);
          }};
}

std::vector<std::uint32_t> FreeAfter(const Waiters& waiters, std::size_t event,
                                     std::vector<std::uint32_t>& left) {
  std::vector<std::uint32_t> free;
  waiters.Happened(event, left, [&](std::uint32_t waiter) { free.push_back(waiter); });
  return free;
}

TEST(Waiters, AreFreeWhenTheLastOfTheirEventsHasHappened) {
  const Waiters waiters = Of({{0, 0}, {0, 2}, {1, 2}});
  EXPECT_EQ(waiters.counts(), (std::vector<std::uint32_t>{2, 1}));
  for (int run = 0; run < 2; ++run) {  // one list serves both
    std::vector<std::uint32_t> left = waiters.counts();
    EXPECT_TRUE(FreeAfter(waiters, 1, left).empty());
    EXPECT_EQ(FreeAfter(waiters, 2, left), (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(FreeAfter(waiters, 0, left), (std::vector<std::uint32_t>{0}));
  }
}

TEST(Waiters, AreToldInTheOrderGiven) {
  const Waiters waiters = Of({{1, 0}, {0, 0}});
  std::vector<std::uint32_t> left = waiters.counts();
  EXPECT_EQ(FreeAfter(waiters, 0, left), (std::vector<std::uint32_t>{1, 0}));
}

TEST(Waiters, MayWaitForAnEventTwice) {
  const Waiters waiters = Of({{0, 1}, {0, 1}});
  std::vector<std::uint32_t> left = waiters.counts();
  EXPECT_EQ(FreeAfter(waiters, 1, left), (std::vector<std::uint32_t>{0}));
}

}  // namespace
}  // namespace toroid::gen_support_waiters_test
