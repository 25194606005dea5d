
#include <gtest/gtest.h>

#include <vector>

#include "gen/support/integers.h"
#include "gen/support/random.h"

namespace toroid::gen_support_bitmap_test {
namespace {

// Compared with handling one bit after the other.
TEST(Bitmap, BitsAreRepeated) {
  Random random(1);
  for (const std::size_t bits : {1, 15, 33, 63, 64, 65, 200}) {
    std::vector<std::uint64_t> bitmap(BitmapWords(bits));
    for (std::size_t i = 0; i < bits; ++i)
      if (random.Below(2) == 0) Mark(bitmap.data(), i);
    for (const std::uint32_t times : {1, 2, 4, 8, 12, 20, 40, 63}) {
      std::vector<std::uint64_t> expected(BitmapWords(bits * times));
      for (std::size_t i = 0; i < bits * times; ++i)
        if (Holds(bitmap, i / times)) Mark(expected.data(), i);
      for (std::size_t word = 0; word < expected.size(); ++word)
        ASSERT_EQ(RepeatedBits(bitmap, times, word), expected[word])
            << bits << " bits, " << times << " times, word " << word;
    }
  }
}

}  // namespace
}  // namespace toroid::gen_support_bitmap_test
