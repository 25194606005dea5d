// Divides the nodes of a network into blocks, one for each thread. A block is a struct that begins
// with its `range` and holds what happens at these nodes.
//
// Example: 200 nodes are four words of 64, the last one not full; divided among three blocks they
// are nodes 0 to 63, 64 to 127 and 128 to 199.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace toroid::model {

// Nodes `begin` to `end` - 1. `begin` is a multiple of 64, so that neither a word of a NodeSet, for
// any number of bits per node, nor a row of nodes (rows.h) belongs to two blocks.
struct NodeRange {
  std::uint32_t begin;
  std::uint32_t end;

  bool Has(std::uint32_t node) const { return node - begin < end - begin; }
};

// At most `most` blocks, whose sizes differ by at most a word.
template <class Block>
std::vector<Block> Dealt(std::uint32_t nodes, std::uint32_t most) {
  const std::uint32_t words = (nodes + 63) / 64;
  const std::uint32_t count = std::min(most, words);
  std::vector<Block> blocks;
  for (std::uint32_t b = 0; b < count; ++b) {
    const auto node = [&](std::uint32_t i) {
      return std::min(static_cast<std::uint32_t>(std::uint64_t{words} * i / count) * 64, nodes);
    };
    blocks.push_back({NodeRange{node(b), node(b + 1)}});
  }
  return blocks;
}

// By word of 64 nodes: the block that has it.
template <class Block>
std::vector<std::uint32_t> BlockOfWords(const std::vector<Block>& blocks) {
  std::vector<std::uint32_t> block_of_word;
  for (std::uint32_t b = 0; b < blocks.size(); ++b)
    block_of_word.resize((blocks[b].range.end + 63) / 64, b);
  return block_of_word;
}

}  // namespace toroid::model
