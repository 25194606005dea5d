#include "sim/model/blocks.h"

#include <algorithm>

namespace toroid::model {

std::vector<NodeRange> Dealt(std::uint32_t nodes, std::uint32_t most) {
  const std::uint32_t words = (nodes + 63) / 64;
  const std::uint32_t count = std::min(most, words);
  std::vector<NodeRange> dealt;
  for (std::uint32_t b = 0; b < count; ++b) {
    const auto word = [&](std::uint32_t i) {
      return static_cast<std::uint32_t>(std::uint64_t{words} * i / count);
    };
    dealt.push_back({word(b) * 64, std::min(word(b + 1) * 64, nodes)});
  }
  return dealt;
}

std::vector<std::uint32_t> BlockOfWords(const std::vector<NodeRange>& dealt) {
  std::vector<std::uint32_t> block_of_word;
  for (std::uint32_t b = 0; b < dealt.size(); ++b)
    block_of_word.resize((dealt[b].end + 63) / 64, b);
  return block_of_word;
}

}  // namespace toroid::model
