
#include "sim/packets/in_flight.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "gen/support/random.h"

namespace toroid::sim_bench_under_way_test {
namespace {

// Compared with a list for each destination. Packets come and go in any order, first few and then
// more than fit one line.
TEST(InFlight, HasWhatAListHas) {
  constexpr std::uint32_t kNodes = 5;
  Random random(1);
  InFlight in_flight(kNodes);
  std::vector<std::vector<InFlight::Entry>> expected(kNodes);
  std::size_t longest = 0;
  for (std::uint32_t step = 0; step < 200000; ++step) {
    const auto destination = static_cast<std::uint32_t>(random.Below(kNodes));
    const auto source = static_cast<std::uint32_t>(random.Below(4));
    auto& list = expected[destination];
    const std::size_t limit = step < 100000 ? 4 : 30;
    if (list.size() < limit && random.Below(2) == 0) {
      in_flight.Add(destination, {source, step});
      list.push_back({source, step});
      longest = std::max(longest, list.size());
      continue;
    }
    // The first of the source, or the next one, or one that is not there.
    auto passed = random.Below(3);
    const auto wanted = std::ranges::find_if(list, [&](const InFlight::Entry& entry) {
      return entry.source == source && passed-- == 0;
    });
    const std::uint32_t slot = wanted == list.end() ? PacketTable::kNone : wanted->slot;
    std::vector<std::uint32_t> asked;
    ASSERT_EQ(in_flight.TakeFirst(destination, source,
                                  [&](std::uint32_t candidate) {
                                    asked.push_back(candidate);
                                    return candidate == slot;
                                  }),
              slot)
        << step;
    std::vector<std::uint32_t> before;
    for (const InFlight::Entry& entry : list)
      if (entry.source == source && entry.slot <= slot) before.push_back(entry.slot);
    ASSERT_EQ(asked, before) << step;
    if (wanted != list.end()) list.erase(wanted);
  }
  EXPECT_GT(longest, 20U);
  std::vector<std::uint32_t> listed;
  in_flight.ForEach([&](const InFlight::Entry& entry) { listed.push_back(entry.slot); });
  std::vector<std::uint32_t> all;
  for (const auto& list : expected)
    for (const InFlight::Entry& entry : list) all.push_back(entry.slot);
  EXPECT_EQ(listed, all);
}

}  // namespace
}  // namespace toroid::sim_bench_under_way_test
