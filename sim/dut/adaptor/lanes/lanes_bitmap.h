// Bitmaps as the simulator reads them: kBits of each node side by side, node after node. Converts
// one word for each of these bits into bitmap words, 64 nodes at once.
#pragma once

#include <algorithm>
#include <vector>

#include "lanes_values.h"
#include "lanes_words.h"

namespace toroid_dut {

template <unsigned kBits>
class NodeBitmap {
 public:
  // Requires a multiple of 64 nodes.
  explicit NodeBitmap(std::size_t nodes) : bits_(nodes / 64 * kBits), words_(bits_.size()) {}

  const Word* data() const { return bits_.data(); }

  // Stores the nodes from 64 * part on: `word(bit)` has that bit of all 64.
  template <class GetWord>
  void Put(std::size_t part, GetWord&& word) {
    Word now[kBits];
    for (unsigned bit = 0; bit < kBits; ++bit) now[bit] = word(bit);
    if constexpr (kBits == 1) {
      bits_[part] = now[0];
      return;
    }
    Word* before = &words_[part * kBits];
    if (std::equal(now, now + kBits, before)) return;
    std::copy_n(now, kBits, before);
    Values<kBits> values;
    values.Read([&](unsigned bit) { return now[bit]; });
    Pack(values, &bits_[part * kBits]);
  }

 private:
  static void Pack(const Values<kBits>& values, Word* out) {
    if constexpr (kBits == 8) {
      std::memcpy(out, values.bytes[0], 64);
      return;
    }
    std::fill_n(out, kBits, 0);
    for (unsigned lane = 0; lane < 64; ++lane) {
      const unsigned first = lane * kBits;
      const Word value = values.Get(lane);
      out[first / 64] |= value << (first % 64);
      if (first % 64 + kBits > 64) out[first / 64 + 1] |= value >> (64 - first % 64);
    }
  }

  std::vector<Word> bits_;
  std::vector<Word> words_;  // last value of each word
};

}  // namespace toroid_dut
