// A wire of TOROID_LANES nodes in one word: bit n is the wire in node n. More than 64 lanes are a
// vector of 64-bit parts, which the compiler maps to the machine's vector registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace toroid_dut {

using Word = std::uint64_t;
constexpr unsigned kLanes = TOROID_LANES;
constexpr unsigned kWords = kLanes / 64;  // 64-bit parts of a V

#if TOROID_LANES == 64
using V = Word;
constexpr V kNone = 0;
constexpr V kAll = ~Word{0};
inline bool Any(V v) { return v != 0; }
#else
typedef Word V __attribute__((vector_size(TOROID_LANES / 8)));
typedef Word UnalignedV __attribute__((vector_size(TOROID_LANES / 8), aligned(8)));
constexpr V kNone = {};
constexpr V kAll = ~V{};
inline bool Any(const V& v) {
  Word any = 0;
  for (unsigned w = 0; w < kWords; ++w) any |= v[w];
  return any != 0;
}
#endif

// `a` in the lanes of `select`, else `b`.
inline V Pick(const V& select, const V& a, const V& b) { return (select & a) | (~select & b); }

// The 64-bit parts of words in memory; parts of neighbouring V follow each other.
inline Word* Parts(V* words) { return reinterpret_cast<Word*>(words); }
inline const Word* Parts(const V* words) { return reinterpret_cast<const Word*>(words); }

// Reads one lane by number; slow, for rare use.
inline bool GetLane(const V* word, unsigned lane) {
  return (Parts(word)[lane / 64] >> (lane % 64)) & 1;
}
inline void SetLane(V* word, unsigned lane, bool value) {
  const Word bit = Word{1} << (lane % 64);
  Word& part = Parts(word)[lane / 64];
  part = value ? part | bit : part & ~bit;
}

}  // namespace toroid_dut
