// Numbers of 64 lanes whose bits are in words: an address, or the bits of a flit beside its
// payload.
#pragma once

#include <cstring>

#include "lanes_transpose.h"
#include "lanes_words.h"

namespace toroid_dut {

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

}  // namespace toroid_dut
