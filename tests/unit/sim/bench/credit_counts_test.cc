#include "sim/bench/credit_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "gen/support/integers.h"
#include "gen/support/random.h"

namespace toroid::sim_bench_credit_counts_test {
namespace {

// Compared with a plain number for each buffer, which wrong credits and flits do not change.
void Compare(std::size_t buffers, std::uint32_t depth) {
  Random random(depth);
  CreditCounts counts(buffers, depth);
  ASSERT_EQ(counts.words() % 2, 0U);
  std::vector<std::uint32_t> expected(buffers);
  std::size_t wrong_credits = 0;
  std::size_t wrong_flits = 0;
  for (int cycle = 0; cycle < 400; ++cycle) {
    std::vector<std::uint64_t> credits(counts.words());
    std::vector<std::uint64_t> flits(counts.words());
    std::optional<std::size_t> early;
    std::optional<std::size_t> full;
    // Mostly flits at first, mostly credits at the end.
    const double share = cycle < 200 ? 0.2 : 0.8;
    for (std::size_t b = 0; b < buffers; ++b) {
      if (Chance(random.Next(), 0.9)) continue;
      if (Chance(random.Next(), share)) {
        Mark(credits.data(), b);
        if (expected[b] > 0)
          --expected[b];
        else if (!early)
          early = b;
      }
      if (Chance(random.Next(), 1 - share)) {
        Mark(flits.data(), b);
        if (expected[b] < depth)
          ++expected[b];
        else if (!full)
          full = b;
      }
    }
    const CreditCounts::Wrong wrong = counts.Count(credits, flits);
    ASSERT_EQ(wrong.credit, early) << cycle;
    ASSERT_EQ(wrong.flit, full) << cycle;
    wrong_credits += early ? 1 : 0;
    wrong_flits += full ? 1 : 0;
    for (std::size_t b = 0; b < buffers; ++b) ASSERT_EQ(counts.Of(b), expected[b]) << cycle;
  }
  EXPECT_GT(wrong_credits, 0U) << depth;
  EXPECT_GT(wrong_flits, 0U) << depth;
}

TEST(CreditCounts, CountsAsNumbersDo) {
  for (const std::uint32_t depth : {2, 3, 4, 8, 15}) Compare(300, depth);
  Compare(1, 2);
  Compare(64, 4);
  Compare(129, 5);
}

}  // namespace
}  // namespace toroid::sim_bench_credit_counts_test
