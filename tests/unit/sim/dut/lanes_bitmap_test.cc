#include <gtest/gtest.h>

#define TOROID_LANES 64
#include "gen/support/random.h"
#include "sim/dut/adaptor/lanes/lanes_values.h"

namespace toroid_dut::sim_dut_lanes_bitmap_test {
namespace {

// Words stored for 64 nodes at once are read node by node, here with kBits of each.
template <unsigned kBits>
void ExpectBitsOfEachNode() {
  constexpr std::size_t kNodes = 192;
  toroid::Random random(kBits);
  NodeBitmap<kBits> bitmap(kNodes);
  std::vector<Word> words(kNodes / 64 * kBits);
  for (int round = 0; round < 4; ++round) {
    // One part does not change, like nodes in which nothing happens.
    for (std::size_t i = 0; i < words.size(); ++i)
      if (round == 0 || i / kBits != 1) words[i] = round == 3 ? 0 : random.Next();
    for (std::size_t part = 0; part < kNodes / 64; ++part)
      bitmap.Put(part, [&](unsigned bit) { return words[part * kBits + bit]; });
    for (std::size_t node = 0; node < kNodes; ++node)
      for (unsigned bit = 0; bit < kBits; ++bit) {
        const std::size_t at = node * kBits + bit;
        ASSERT_EQ(bitmap.data()[at / 64] >> at % 64 & 1,
                  words[node / 64 * kBits + bit] >> node % 64 & 1)
            << kBits << " bits, node " << node << ", bit " << bit;
      }
  }
}

TEST(LanesBitmap, HasTheBitsOfEachNodeSideBySide) {
  ExpectBitsOfEachNode<1>();
  ExpectBitsOfEachNode<3>();
  ExpectBitsOfEachNode<4>();
  ExpectBitsOfEachNode<8>();
  ExpectBitsOfEachNode<12>();
  ExpectBitsOfEachNode<40>();
}

}  // namespace
}  // namespace toroid_dut::sim_dut_lanes_bitmap_test
