// Maps a bitmap of router outputs to the bitmap of the input buffers that they fill. Both number
// their bits node * 2 * link ports + 2 * port + channel.
//
// Nodes are numbered row by row, so the distance from an output to its buffer takes few values: on
// a torus one for each direction and one for each wrap-around link. Where many bits are set, all
// with one distance are shifted at once; where few are, they are moved one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toroid {

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
