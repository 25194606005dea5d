// Blocks of guest nodes that share a cube node: which sides are worth trying.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/support/progress.h"

namespace toroid::gray {

// Blocks of sides[i] guest nodes along axis i; as many along it as ceil(length / sides[i]).
struct BlockSides {
  std::uint64_t load = 1;  // the product of the sides, which is the load factor
  std::vector<int> sides;
};

// All blocks of a mesh or torus of which there are at most 2^dimensions, no heavier than the best
// on Gray codes, by ascending load. Of sides that make equally many blocks along an axis only the
// smallest is tried, and on a torus, if it is odd and so is their number, the next one too; axes of
// one length get ascending sides, as other orders cost the same. Ticks for each choice.
std::vector<BlockSides> AllBlocks(const std::vector<int>& lengths, bool torus, int dimensions,
                                  Stage& stage);

// The least product of ceil(l_i / 2^n_i) with n_1 + n_2 + ... at most `dimensions`: the load factor
// of Corollary 4. Of a torus each that is odd, and that would make an odd ring of blocks, is one
// more: such rings have no dilation one, but blocks of even sides that go out and back do (Y6.8).
std::uint64_t LeastGrayLoad(const std::vector<int>& lengths, bool torus, int dimensions);

}  // namespace toroid::gray
