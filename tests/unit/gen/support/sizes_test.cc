#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>

#include "gen/support/integers.h"

namespace toroid::gen_support_sizes_test {
namespace {

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

TEST(SizeOf, IsTheProductOfCounts) {
  EXPECT_EQ(SizeOf(std::uint64_t{12}), 12U);
  EXPECT_EQ(SizeOf(3U, std::uint64_t{5}, std::size_t{7}), 105U);
  EXPECT_EQ(SizeOf(kMost, 1U), kMost);
  EXPECT_EQ(SizeOf(0U, kMost), 0U);
}

TEST(SizeOf, ThrowsWhereNoMemoryCanHoldSoMany) {
  EXPECT_THROW(SizeOf(kMost, 2U), std::bad_alloc);
  EXPECT_THROW(SizeOf(std::size_t{1} << (std::numeric_limits<std::size_t>::digits - 1), 1U, 2U),
               std::bad_alloc);
}

}  // namespace
}  // namespace toroid::gen_support_sizes_test
