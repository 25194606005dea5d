// The nodes of a network dealt to blocks, for a thread each.
//
// Example: 200 nodes are four words of 64, the last one not full; dealt to three, they are the
// nodes 0 to 63, 64 to 127 and 128 to 199.
#pragma once

#include <cstdint>
#include <vector>

namespace toroid::model {

// Nodes `begin` to `end` - 1. `begin` is a multiple of 64, so no word of a NodeSet belongs to two
// blocks, whatever number of its bits a node has.
struct NodeRange {
  std::uint32_t begin;
  std::uint32_t end;

  bool Has(std::uint32_t node) const { return node - begin < end - begin; }
};

// At most so many, which differ by a word at most.
std::vector<NodeRange> Dealt(std::uint32_t nodes, std::uint32_t most);

// By word of 64 nodes: which of these has it.
std::vector<std::uint32_t> BlockOfWords(const std::vector<NodeRange>& dealt);

}  // namespace toroid::model
