// Blocks of guest nodes that share a cube node: the sides worth trying.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/support/progress.h"

namespace toroid::gray {

// Blocks of sides[i] guest nodes along axis i, ceil(length / sides[i]) of them.
struct BlockSides {
  std::uint64_t load = 1;  // the product of the sides, which is the load factor
  std::vector<int> sides;
};

// All blocks of a mesh or torus with at most 2^dimensions blocks, no heavier than the best on Gray
// codes, by ascending load. Only the smallest of the sides with equally many blocks along an axis
// is tried, and on a torus, if it and their number are odd, the next one too. Axes of equal length
// get ascending sides, because other orders cost the same. Ticks for each choice.
std::vector<BlockSides> AllBlocks(const std::vector<int>& lengths, bool torus, int dimensions,
                                  Stage& stage);

// The least product of ceil(l_i / 2^n_i) with n_1 + n_2 + ... at most `dimensions`: the load factor
// of Corollary 4. On a torus each odd one that would make an odd ring of blocks is one more: such
// rings have no dilation one, but blocks of even sides that go out and back do (Y6.8).
std::uint64_t LeastGrayLoad(const std::vector<int>& lengths, bool torus, int dimensions);

}  // namespace toroid::gray
