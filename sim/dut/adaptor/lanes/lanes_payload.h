// Payloads, which steer nothing. A wire does not have a word for each payload bit but the payloads
// of all lanes side by side. Payloads are moved only in the lanes where they matter; a Payload that
// holds several lanes moves them together.
#pragma once

#include <bit>
#include <type_traits>

#include "lanes_words.h"

namespace toroid_dut {

constexpr unsigned kPayloadWords = (kPayloadBits + 31) / 32;
// Bytes of a lane: 4, 8, and then powers of two up to 64. A Payload has as many lanes as fit into
// 64 bytes, but only one lane if a lane has more than 8 bytes.
constexpr unsigned kLaneBytes =
    kPayloadBits <= 32 ? 4 : std::bit_ceil((kPayloadBits + 63) / 64 * 8U);
constexpr unsigned kPayloadLanes = kLaneBytes > 8 ? 1 : 64 / kLaneBytes;
constexpr unsigned kChunks = kLanes / kPayloadLanes;

using PayloadPart = std::conditional_t<kLaneBytes == 4, std::uint32_t, Word>;
template <class Part, unsigned kBytes>
struct VectorOf {
  typedef Part Type __attribute__((vector_size(kBytes)));
};
using Payload = VectorOf<PayloadPart, kPayloadLanes * kLaneBytes>::Type;
using PayloadArray = Payload[kChunks];

constexpr Payload kNoPayload = {};
constexpr Payload kAllPayload = ~kNoPayload;

// The bits of a word that belong to the lanes of a chunk.
inline Word ChunkBits(const V* word, unsigned chunk) {
  if constexpr (kPayloadLanes == 64) return Parts(word)[chunk];
  const unsigned lane = chunk * kPayloadLanes;
  return (Parts(word)[lane / 64] >> (lane % 64)) & ((Word{1} << kPayloadLanes) - 1);
}

// Spreads each lane's bit over all bits of its payload.
inline Payload SpreadBits(Word bits) {
  if constexpr (kPayloadLanes == 1) return kNoPayload - static_cast<PayloadPart>(bits & 1);
  Payload own{};  // the bit of each lane
  for (unsigned lane = 0; lane < kPayloadLanes; ++lane) own[lane] = PayloadPart{1} << lane;
  return reinterpret_cast<Payload>((own & static_cast<PayloadPart>(bits)) == own);
}
inline Payload Spread(const V& word, unsigned chunk) { return SpreadBits(ChunkBits(&word, chunk)); }
inline Payload Pick(const Payload& select, const Payload& a, const Payload& b) {
  return (select & a) | (~select & b);
}

// Whether one machine instruction moves the lanes of a Payload under a mask. Moving none then costs
// less than an unpredictable test whether there are any.
#if defined(__AVX512F__)
constexpr bool kMasked = kPayloadLanes > 1;
#else
constexpr bool kMasked = false;
#endif

// Calls `move(chunk, lanes)` for each chunk in which some lane has its bit in `when`, and possibly
// for others.
template <class F>
inline void ForPayloads(const V& when, F&& move) {
  for (unsigned w = 0; w < kWords; ++w) {
    Word bits = Parts(&when)[w];
    if constexpr (kPayloadLanes == 1) {
      for (; bits != 0; bits &= bits - 1)
        move(w * 64 + static_cast<unsigned>(std::countr_zero(bits)), kAllPayload);
    } else {
      constexpr Word kMask = (Word{1} << kPayloadLanes) - 1;
      constexpr unsigned kOfWord = 64 / kPayloadLanes;
      for (unsigned c = 0; c < kOfWord && bits != 0; ++c) {
        const Word own = bits >> (c * kPayloadLanes) & kMask;
        if (kMasked || own != 0) move(w * kOfWord + c, SpreadBits(own));
      }
    }
  }
}

// The payload of one lane.
inline unsigned char* LanePayload(Payload* payloads, unsigned lane) {
  return reinterpret_cast<unsigned char*>(payloads) + static_cast<std::size_t>(lane) * kLaneBytes;
}
inline const unsigned char* LanePayload(const Payload* payloads, unsigned lane) {
  return reinterpret_cast<const unsigned char*>(payloads) +
         static_cast<std::size_t>(lane) * kLaneBytes;
}
inline void CopyLane(Payload* to, const Payload* from, unsigned lane) {
  std::memcpy(LanePayload(to, lane), LanePayload(from, lane), kLaneBytes);
}

// Calls `visit(lane)` for each lane that is set.
template <class F>
inline void ForLanes(const V& lanes, F&& visit) {
  for (unsigned w = 0; w < kWords; ++w)
    for (Word bits = Parts(&lanes)[w]; bits != 0; bits &= bits - 1)
      visit(w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
}

// A memory of kSize words with kColumns columns of control and an optional payload. Reads are
// repeated only where the address has changed or a word was written.
template <unsigned kSize, unsigned kAddressBits, unsigned kColumns, bool kHasPayload>
struct Queue {
  V places[kSize][kColumns > 0 ? kColumns : 1] = {};
  V word[kColumns > 0 ? kColumns : 1] = {};  // last value read
  V address[kAddressBits] = {};              // last address
  V written = kAll;                          // lanes written since
  PayloadArray payloads[kHasPayload ? kSize : 1] = {};
  PayloadArray answer = {};

  // For each place, the lanes whose address is that place.
  static void Match(const V* at, V* match) {
    match[0] = kAll;
    for (unsigned bit = 0; bit < kAddressBits; ++bit) {
      for (unsigned place = 0; place < (1U << bit); ++place) {
        const unsigned upper = place + (1U << bit);
        if (upper < kSize) match[upper] = match[place] & at[bit];
        match[place] &= ~at[bit];
      }
    }
  }

  // Returns false if the value is unchanged. Lanes have their own addresses, so a read visits every
  // place and takes from each the lanes that address it.
  bool Read(const V (&at)[kAddressBits]) {
    V changed = written;
    for (unsigned bit = 0; bit < kAddressBits; ++bit) {
      changed |= address[bit] ^ at[bit];
      address[bit] = at[bit];
    }
    if (!Any(changed)) return false;
    written = kNone;
    V match[kSize];
    Match(at, match);
    for (V& bits : word) bits = kNone;
    for (unsigned place = 0; place < kSize; ++place) {
      for (unsigned column = 0; column < kColumns; ++column)
        word[column] |= match[place] & places[place][column];
      if constexpr (kHasPayload)
        ForLanes(match[place] & changed,
                 [&](unsigned lane) { CopyLane(answer, payloads[place], lane); });
    }
    return true;
  }

  // Writes in the lanes of `enable`.
  void Write(const V& enable, const V (&at)[kAddressBits],
             const V (&data)[kColumns > 0 ? kColumns : 1], const Payload* payload) {
    if (!Any(enable)) return;
    written |= enable;
    V match[kSize];
    Match(at, match);
    for (unsigned place = 0; place < kSize; ++place) {
      const V here = match[place] & enable;
      if (!Any(here)) continue;
      for (unsigned column = 0; column < kColumns; ++column)
        places[place][column] = Pick(here, data[column], places[place][column]);
      if constexpr (kHasPayload)
        ForLanes(here, [&](unsigned lane) { CopyLane(payloads[place], payload, lane); });
    }
  }
};

// The place of a block's link outputs: its words of all rows, and the payloads of all links.
struct Place {
  V* out;
  std::size_t stride;  // distance between rows
  Payload* payload;
  std::size_t payload_stride;
};

}  // namespace toroid_dut
