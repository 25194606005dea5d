// Divides the nodes of a network into blocks, one for each thread. A block is a struct that begins
// with its `range` and holds what happens at these nodes. Blocks share a set of nodes.
//
// Example: 200 nodes are four words of 64, the last one not full; divided among three blocks they
// are nodes 0 to 63, 64 to 127 and 128 to 199.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
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

// A set of small numbers as a bitmap, visited in ascending order a word at a time: {3, 70} of 128
// are the words {1<<3, 1<<6}. Threads may change parts of it that share no word at the same time.
class NodeSet {
 public:
  explicit NodeSet(std::size_t bound) : words_((bound + 63) / 64) {}

  // No effect if `i` is a member.
  void Insert(std::uint32_t i) { words_[i >> 6] |= std::uint64_t{1} << (i & 63); }
  bool Has(std::uint32_t i) const { return (words_[i >> 6] >> (i & 63) & 1) != 0; }
  // Takes a condition instead of an `if` around the call, as an unpredictable branch costs more
  // than the computation.
  void EraseIf(bool condition, std::uint32_t i) {
    words_[i >> 6] &= ~(std::uint64_t{condition} << (i & 63));
  }
  std::span<const std::uint64_t> words() const { return words_; }  // bit i % 64 of word i / 64
  // Calls visit(i) for each member, ascending. A visit may change only the member visited.
  template <class Visit>
  void ForEach(Visit visit) const {
    ForEachOfWords(0, words_.size(), visit);
  }
  // Calls visit(i) for the members in some words only.
  template <class Visit>
  void ForEachOfWords(std::size_t begin, std::size_t end, Visit visit) const {
    for (std::size_t w = begin; w < end; ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        visit(
            static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace toroid::model
