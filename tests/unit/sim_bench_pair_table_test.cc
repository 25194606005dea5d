#include <gtest/gtest.h>

#include <map>

#include "gen/support/random.h"
#include "sim/bench/pair_table.h"

namespace toroid {
namespace {

// Against a map: entries come, change and go in any order.
TEST(PairTable, HasWhatAMapHas) {
  Random random(1);
  PairTable table;
  std::map<std::uint64_t, std::uint32_t> expected;
  std::size_t most = 0;
  for (int step = 0; step < 200000; ++step) {
    // Few keys for a while, then many: the table grows and chains of neighbours form.
    const std::uint64_t key = random.Below(step < 100000 ? 40 : 4000) << 32 | random.Below(2);
    PairTable::Pair* found = table.Find(key);
    ASSERT_EQ(found != nullptr, expected.contains(key)) << step;
    if (found) {
      ASSERT_EQ(found->key, key);
      ASSERT_EQ(found->first, expected[key]) << step;
    }
    const auto value = static_cast<std::uint32_t>(random.Next());
    if (random.Below(2) == 0) {
      if (found)
        found->first = value;
      else
        table.Add(key, value);
      expected[key] = value;
    } else if (found) {
      table.Erase(found);
      expected.erase(key);
    }
    most = std::max(most, expected.size());
  }
  EXPECT_GT(most, 1000U);
  std::map<std::uint64_t, std::uint32_t> listed;
  for (const PairTable::Pair& pair : table.pairs())
    if (pair.key != PairTable::kFree) listed[pair.key] = pair.first;
  EXPECT_EQ(listed, expected);
}

}  // namespace
}  // namespace toroid
