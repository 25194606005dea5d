// Outstanding credits of many buffers, and the buffers behind many outputs, as bitmaps.
//
// Counters are updated for all buffers of a few words at once:
// word k of the counts holds bit k of each buffer's count.
//
// Example: 64 buffers of depth 4 take three words. A credit for buffer 5 with two outstanding
// clears bit 5 of the second word and sets bit 5 of the first.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "gen/support/integers.h"

namespace toroid {

class CreditCounts {
 public:
  // All counts are 0 to `depth`, and 0 at first.
  CreditCounts(std::size_t buffers, std::uint32_t depth)
      : buffers_(buffers),
        pairs_((BitmapWords(buffers) + 1) / 2),
        depth_(depth),
        bits_(static_cast<unsigned>(std::bit_width(depth))),
        counts_(pairs_ * bits_) {}

  std::size_t buffers() const { return buffers_; }
  // Length of the bitmaps that Count takes; even.
  std::size_t words() const { return 2 * pairs_; }

  // Buffers with a fault, the first of each kind.
  struct Wrong {
    std::optional<std::size_t> credit;  // a credit without an outstanding flit
    std::optional<std::size_t> flit;    // a flit without room for it
  };
  // Subtracts one for each buffer of `credits`, then adds one for each of `flits`. Faulty ones are
  // not counted.
  Wrong Count(std::span<const std::uint64_t> credits, std::span<const std::uint64_t> flits) {
    Wrong wrong;
    for (std::size_t p = 0; p < pairs_; ++p) {
      Pair less;
      Pair more;
      std::memcpy(&less, &credits[2 * p], sizeof less);
      std::memcpy(&more, &flits[2 * p], sizeof more);
      if (!Any(less | more)) continue;
      const Pair early = Take(&counts_[p * bits_], less);
      const Pair full = Add(&counts_[p * bits_], more);
      if (!Any(early | full)) continue;
      if (!wrong.credit) wrong.credit = FirstOf(early, p);
      if (!wrong.flit) wrong.flit = FirstOf(full, p);
    }
    return wrong;
  }

  bool NoneIsOut() const {
    for (const Pair& pair : counts_)
      if (Any(pair)) return false;
    return true;
  }

  std::uint32_t Of(std::size_t buffer) const {
    std::uint32_t count = 0;
    for (unsigned k = 0; k < bits_; ++k) {
      const std::uint64_t word = counts_[buffer / 128 * bits_ + k][buffer / 64 % 2];
      count |= static_cast<std::uint32_t>(word >> buffer % 64 & 1) << k;
    }
    return count;
  }

 private:
  // Two words.
  using Pair [[gnu::vector_size(16)]] = std::uint64_t;

  static bool Any(Pair pair) { return (pair[0] | pair[1]) != 0; }
  static std::optional<std::size_t> FirstOf(Pair pair, std::size_t p) {
    for (std::size_t w = 0; w < 2; ++w)
      if (pair[w] != 0)
        return (2 * p + w) * 64 + static_cast<std::size_t>(std::countr_zero(pair[w]));
    return std::nullopt;
  }

  // Subtracts one from each count and returns the buffers whose count is 0, which are left alone.
  Pair Take(Pair* counts, Pair buffers) const {
    Pair any{};
    for (unsigned k = 0; k < bits_; ++k) any |= counts[k];
    Pair borrow = buffers & any;
    for (unsigned k = 0; k < bits_; ++k) {
      counts[k] ^= borrow;
      borrow &= counts[k];
    }
    return buffers & ~any;
  }
  // Adds one to each count and returns the buffers whose count is `depth`, which are left alone.
  Pair Add(Pair* counts, Pair buffers) const {
    Pair full = buffers;
    for (unsigned k = 0; k < bits_; ++k) full &= (depth_ >> k & 1) != 0 ? counts[k] : ~counts[k];
    Pair carry = buffers & ~full;
    for (unsigned k = 0; k < bits_; ++k) {
      counts[k] ^= carry;
      carry &= ~counts[k];
    }
    return full;
  }

  std::size_t buffers_;
  std::size_t pairs_;
  std::uint32_t depth_;
  unsigned bits_;             // per count
  std::vector<Pair> counts_;  // by pair of words and bit
};

// Maps a bitmap of router outputs to the bitmap of the input buffers that they fill. Both number
// their bits node * 2 * link ports + 2 * port + channel.
//
// Nodes are numbered row by row, so the distance from an output to its buffer takes few values: on
// a torus one for each direction and one for each wrap-around link. Where many bits are set, all
// with one distance are shifted at once; where few are, they are moved one by one.
class DownstreamBuffers {
 public:
  // `downstream`: the node at the end of each output port, node after node; no link if not below
  // `nodes`.
  DownstreamBuffers(std::span<const std::uint32_t> downstream, std::uint32_t link_ports,
                    std::uint32_t nodes);

  bool HasLink(std::size_t output) const { return first_[output / 2] != kNone; }
  // The buffers that these outputs fill; `count` of the outputs are set. Outputs without a link
  // fill none. The result has an even number of words, may be changed by the caller, and is valid
  // until the next call.
  std::span<std::uint64_t> Of(std::span<const std::uint64_t> outputs, std::uint64_t count);

 private:
  // Two words.
  using Pair [[gnu::vector_size(16)]] = std::uint64_t;

  struct Shift {
    std::ptrdiff_t distance = 0;  // in bits
    std::vector<Pair> buffers;    // bitmap of the buffers at this distance
  };

  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Requires an output that has a link.
  std::size_t BufferOf(std::size_t output) const { return first_[output / 2] + output % 2; }
  void MoveAll(std::span<const std::uint64_t> outputs);

  std::vector<std::uint32_t> first_;  // by output port: its buffer of channel 0, or kNone
  std::vector<Shift> shifts_;
  std::size_t margin_ = 0;             // words before and after the outputs
  std::vector<std::uint64_t> padded_;  // outputs with margins
  std::vector<Pair> buffers_;
};

}  // namespace toroid
