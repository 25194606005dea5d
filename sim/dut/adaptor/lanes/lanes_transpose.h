// Conversion between words of lanes and values of lanes: the eight bits of a number are eight
// words, which are read or written in 64 lanes at once.
//
// Eight words are 8 x 8 x 8 bits, indexed by word, byte and bit. A lane's value has another order:
// byte and bit give the lane, and the word gives the value's bit. Two transpositions convert one
// into the other, each in three steps that exchange half of the bits.
#pragma once

#include <cstdint>

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

}  // namespace toroid_dut
