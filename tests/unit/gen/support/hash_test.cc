#include "gen/support/hash.h"

#include <gtest/gtest.h>

#include <set>

namespace toroid::gen_support_hash_test {
namespace {

// The published value for no bytes, and values of `xxh128sum`.
TEST(Hash, IsXxh3Of128Bits) {
  EXPECT_EQ(HashOf(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(HashOf("toroid"), "96d8993fea1da1287977e680d4d13359");
  EXPECT_EQ(HashOf(std::string(1000, 'x')), "50a1af5a5f2dcf01c0a4877b962cba82");
}

TEST(Hash, TellsApartWhatDiffersInOneBit) {
  std::set<std::string> seen;
  for (int bit = 0; bit < 8 * 64; ++bit) {
    std::string text(64, '\0');
    text[static_cast<std::size_t>(bit) / 8] = static_cast<char>(1 << (bit % 8));
    seen.insert(HashOf(text));
  }
  EXPECT_EQ(seen.size(), 512U);
}

}  // namespace
}  // namespace toroid::gen_support_hash_test
