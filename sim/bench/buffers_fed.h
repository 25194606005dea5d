// Which input buffer each output of the routers fills: from a bitmap of outputs to one of buffers.
// Both number their bits node * 2 * link ports + 2 * port + channel.
//
// As nodes are numbered row by row, all outputs have their buffers a few distances away: on a torus
// one for each direction, and one for the links that wrap. So where many bits are set, all that go
// the same way are moved at once; where few are, one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toroid {

class BuffersFed {
 public:
  // `downstream`: by output port, node after node, the node that it leads to; none if not below
  // `nodes`.
  BuffersFed(std::span<const std::uint32_t> downstream, std::uint32_t link_ports,
             std::uint32_t nodes);

  bool HasLink(std::size_t output) const { return first_[output / 2] != kNone; }
  // The buffers that these outputs fill, of which `count` are set; those without a link fill none.
  // An even number of words, for the caller to change, until the next call.
  std::span<std::uint64_t> Of(std::span<const std::uint64_t> outputs, std::uint64_t count);

 private:
  // Two words.
  using Pair [[gnu::vector_size(16)]] = std::uint64_t;

  struct Shift {
    std::ptrdiff_t distance = 0;  // in bits
    std::vector<Pair> buffers;    // bitmap of those that are filled from so far away
  };

  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Of one that has a link.
  std::size_t BufferOf(std::size_t output) const { return first_[output / 2] + output % 2; }
  void MoveAll(std::span<const std::uint64_t> outputs);

  std::vector<std::uint32_t> first_;  // by output port: its buffer of channel 0, or kNone
  std::vector<Shift> shifts_;
  std::size_t margin_ = 0;             // words before and after the outputs
  std::vector<std::uint64_t> padded_;  // outputs with margins
  std::vector<Pair> buffers_;
};

}  // namespace toroid
