// Packets that wait at injectors leave in the order in which they came.
#include "sim/packets/injector_queues.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "gen/support/random.h"

namespace toroid::injector_queues_test {
namespace {

TEST(InjectorQueues, AreQueues) {
  constexpr std::uint32_t kLocals = 130;
  PacketTable packets;
  InjectorQueues queues(packets, kLocals);
  std::vector<std::deque<std::uint32_t>> expected(kLocals);
  Random random(1);
  for (int step = 0; step < 3000; ++step) {
    const auto local = static_cast<std::uint32_t>(random.Below(kLocals));
    if (random.Below(2) == 0) {
      expected[local].push_back(packets.Add({}));
      queues.Add(local, expected[local].back());
    } else if (!expected[local].empty()) {
      ASSERT_EQ(queues.First(local), expected[local].front());
      queues.RemoveFirst(local);
      packets.Release(expected[local].front());
      expected[local].pop_front();
    }
    if (step % 100 != 0) continue;
    std::vector<std::uint32_t> waiting, seen;
    for (std::uint32_t i = 0; i < kLocals; ++i)
      if (!expected[i].empty()) waiting.push_back(i);
    queues.ForEachWaiting([&](std::uint32_t at) { seen.push_back(at); });
    EXPECT_EQ(seen, waiting);
  }
}

}  // namespace
}  // namespace toroid::injector_queues_test
