// Numbers and bitmaps of 64 lanes whose bits are in words, and the conversion between both: the
// eight bits of a number are eight words, which are read or written in 64 lanes at once.
//
// Eight words are 8 x 8 x 8 bits, indexed by word, byte and bit. A lane's value has another order:
// byte and bit give the lane, and the word gives the value's bit. Two transpositions convert one
// into the other, each in three steps that exchange half of the bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "lanes_words.h"

namespace toroid_dut {

// 64 bytes: eight words, or the values of 64 lanes.
typedef std::uint64_t Eight __attribute__((vector_size(64)));

// Transposes a matrix of bytes, eight by eight.
inline void TransposeBytes(Eight& x) {
  typedef std::int64_t Index __attribute__((vector_size(64)));
  constexpr Index kBy4 = {4, 5, 6, 7, 0, 1, 2, 3};
  constexpr Index kBy2 = {2, 3, 0, 1, 6, 7, 4, 5};
  constexpr Index kBy1 = {1, 0, 3, 2, 5, 4, 7, 6};
  const auto step = [&x](const Index& other, unsigned distance, std::uint64_t low) {
    const unsigned bits = 8 * distance;
    Eight upper{};  // the words that keep their upper parts
    for (unsigned word = 0; word < 8; ++word) upper[word] = (word & distance) != 0 ? ~0ULL : 0;
#if defined(__clang__)
    Eight moved{};
    for (unsigned word = 0; word < 8; ++word) moved[word] = x[word ^ distance];
    (void)other;
#else
    const Eight moved = __builtin_shuffle(x, other);
#endif
    const Eight kept = (upper & ~low) | (~upper & low);
    x = (x & kept) | (((upper & (moved >> bits)) | (~upper & (moved << bits))) & ~kept);
  };
  step(kBy4, 4, 0x00000000ffffffffULL);
  step(kBy2, 2, 0x0000ffff0000ffffULL);
  step(kBy1, 1, 0x00ff00ff00ff00ffULL);
}

// Transposes eight matrices of bits, each a word of eight by eight.
inline void TransposeBits(Eight& x) {
  const auto step = [&x](unsigned bits, std::uint64_t mask) {
    const Eight differing = (x ^ (x >> bits)) & mask;
    x ^= differing ^ (differing << bits);
  };
  step(7, 0x00aa00aa00aa00aaULL);
  step(14, 0x0000cccc0000ccccULL);
  step(28, 0x00000000f0f0f0f0ULL);
}

// Makes byte n of eight words have bit r from bit n of word r.
inline void MakeLanes(Eight& words) {
  TransposeBytes(words);
  TransposeBits(words);
}
// Inverse of MakeLanes.
inline void MakeWords(Eight& lanes) {
  TransposeBits(lanes);
  TransposeBytes(lanes);
}

// Numbers of 64 lanes whose bits are in words: an address, or the bits of a flit beside its
// payload.
template <unsigned kBits>
struct Values {
  static constexpr unsigned kBytes = (kBits + 7) / 8;
  unsigned char bytes[kBytes][64] = {};  // byte b of lane n's number: bytes[b][n]

  // Reads all numbers; `word(bit)` has that bit of each.
  template <class GetWord>
  void Read(GetWord&& word) {
    for (unsigned byte = 0; byte < kBytes; ++byte) {
      Eight words{};
      for (unsigned bit = 0; bit < 8; ++bit)
        if (byte * 8 + bit < kBits) words[bit] = word(byte * 8 + bit);
      MakeLanes(words);
      std::memcpy(bytes[byte], &words, sizeof words);
    }
  }
  // Writes all numbers; `put(bit, word)` takes that bit of each.
  template <class PutWord>
  void Write(PutWord&& put) const {
    for (unsigned byte = 0; byte < kBytes; ++byte) {
      Eight lanes;
      std::memcpy(&lanes, bytes[byte], sizeof lanes);
      MakeWords(lanes);
      for (unsigned bit = 0; bit < 8; ++bit)
        if (byte * 8 + bit < kBits) put(byte * 8 + bit, lanes[bit]);
    }
  }

  Word Get(unsigned lane) const {
    static_assert(kBits <= 64);
    Word number = 0;
    for (unsigned byte = 0; byte < kBytes; ++byte) number |= Word{bytes[byte][lane]} << (8 * byte);
    return number;
  }
  void Set(unsigned lane, Word number) {
    static_assert(kBits <= 64);
    for (unsigned byte = 0; byte < kBytes; ++byte)
      bytes[byte][lane] = static_cast<unsigned char>(number >> (8 * byte));
  }
};

// Bitmaps as the simulator reads them: kBits of each node side by side, node after node. Converts
// one word for each of these bits into bitmap words, 64 nodes at once.
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
