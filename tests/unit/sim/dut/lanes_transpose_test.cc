
#include <gtest/gtest.h>

#include <cstring>

#include "gen/support/random.h"
#include "sim/dut/adaptor/lanes/lanes_values.h"

namespace toroid_dut::sim_dut_lanes_transpose_test {
namespace {

TEST(LanesTranspose, BitsOfWordsAreBitsOfLanes) {
  toroid::Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    std::uint64_t words[8];
    for (std::uint64_t& word : words) word = random.Next();
    Eight x;
    std::memcpy(&x, words, sizeof x);
    MakeLanes(x);
    unsigned char bytes[64];
    std::memcpy(bytes, &x, sizeof bytes);
    for (unsigned lane = 0; lane < 64; ++lane)
      for (unsigned word = 0; word < 8; ++word)
        ASSERT_EQ(bytes[lane] >> word & 1, words[word] >> lane & 1) << lane << ' ' << word;
    MakeWords(x);
    ASSERT_EQ(std::memcmp(&x, words, sizeof x), 0);
  }
}

}  // namespace
}  // namespace toroid_dut::sim_dut_lanes_transpose_test
