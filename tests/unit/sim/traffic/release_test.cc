// Which messages may begin when (docs/spec/schedules.md, section 10), without a network.
#include "sim/traffic/release.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>

#include "tests/property/schedule_testing.h"

namespace toroid::sim_traffic_release_test {
namespace {

using namespace schedule_testing;  // NOLINT(google-build-using-namespace)

std::vector<std::uint32_t> NodesOf(const Schedule& schedule) {
  std::vector<std::uint32_t> injectors;
  for (const ScheduledMessage& m : schedule.messages) injectors.push_back(m.node.value());
  return injectors;
}

std::vector<std::size_t> Ready(ReleaseOrder& order) {
  std::vector<std::size_t> messages;
  order.TakeReady(messages);
  return messages;
}

Schedule OfPair() {
  return ScheduleOf(ScheduleKind::kCalmant, EmbeddingOn("line:4", EmbeddingKind::kStandard),
                    {0, 2});
}

TEST(ReleaseOrder, ByOrderOneMessageOfASourceFollowsAnother) {
  const Schedule schedule = OfPair();  // two steps, a message of each node in each
  ReleaseOrder order(Release::kOrder, schedule, NodesOf(schedule));
  EXPECT_EQ(Ready(order), (std::vector<std::size_t>{0, 1, 2, 3}));
  order.Arrived(0);
  EXPECT_TRUE(Ready(order).empty());
  order.Sent(2);
  EXPECT_EQ(Ready(order), (std::vector<std::size_t>{6}));
}

TEST(ReleaseOrder, ByExchangeANodeAlsoWaitsForWhatItReceives) {
  const Schedule schedule = OfPair();
  ReleaseOrder order(Release::kExchange, schedule, NodesOf(schedule));
  EXPECT_EQ(Ready(order).size(), 4U);
  for (const std::size_t m : {0, 1, 2, 3}) order.Sent(m);
  EXPECT_TRUE(Ready(order).empty());
  order.Arrived(0);
  const std::vector<std::size_t> next = Ready(order);
  ASSERT_EQ(next.size(), 1U);
  EXPECT_EQ(schedule.messages[next.front()].node, schedule.messages[0].to);
}

// The first or the last ready message is done next; every message is returned once.
TEST(ReleaseOrder, NeverStopsForGood) {
  std::size_t done = 0;
  for (const bool first : {true, false}) {
    for (const Release release : {Release::kOrder, Release::kExchange}) {
      for (const ScheduleKind kind :
           {ScheduleKind::kCalmant, ScheduleKind::kOffset, ScheduleKind::kStream}) {
        const Schedule schedule =
            ScheduleOf(kind, EmbeddingOn("mesh:4x4", EmbeddingKind::kStandard), {0, 4}, 3);
        ReleaseOrder order(release, schedule, NodesOf(schedule));
        std::deque<std::size_t> in_flight;
        std::set<std::size_t> named;
        do {
          for (const std::size_t m : Ready(order)) {
            EXPECT_TRUE(named.insert(m).second);
            in_flight.push_back(m);
          }
          if (in_flight.empty()) break;
          const std::size_t m = first ? in_flight.front() : in_flight.back();
          first ? in_flight.pop_front() : in_flight.pop_back();
          order.Sent(m);
          order.Arrived(m);
        } while (true);
        EXPECT_EQ(named.size(), schedule.messages.size());
        done += named.size();
      }
    }
  }
  EXPECT_EQ(done, 2U * 2 * 3 * 64);
}

}  // namespace
}  // namespace toroid::sim_traffic_release_test
