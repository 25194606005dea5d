#include "sim/bench/credit_counts.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

#include "gen/support/integers.h"

namespace toroid {
namespace {

std::uint64_t* WordsOf(auto& pairs) { return reinterpret_cast<std::uint64_t*>(pairs.data()); }

}  // namespace

DownstreamBuffers::DownstreamBuffers(std::span<const std::uint32_t> downstream,
                                     std::uint32_t link_ports, std::uint32_t nodes)
    : first_(downstream.size(), kNone),
      buffers_((BitmapWords(std::size_t{nodes} * link_ports * 2) + 1) / 2) {
  for (std::size_t port = 0; port < downstream.size(); ++port)
    if (downstream[port] < nodes)
      first_[port] =
          (downstream[port] * link_ports + static_cast<std::uint32_t>(port % link_ports)) * 2;
  std::map<std::ptrdiff_t, Shift> shifts;
  std::size_t farthest = 0;
  for (std::size_t output = 0; output < 2 * first_.size(); ++output) {
    if (!HasLink(output)) continue;
    const std::size_t buffer = BufferOf(output);
    const auto distance = static_cast<std::ptrdiff_t>(buffer - output);
    Shift& shift = shifts[distance];
    shift.distance = distance;
    shift.buffers.resize(buffers_.size());
    Mark(WordsOf(shift.buffers), buffer);
    farthest = std::max(farthest, static_cast<std::size_t>(std::abs(distance)));
  }
  for (auto& [distance, shift] : shifts) shifts_.push_back(std::move(shift));
  margin_ = farthest / 64 + 2;
  padded_.resize(2 * buffers_.size() + 2 * margin_);
}

std::span<std::uint64_t> DownstreamBuffers::Of(std::span<const std::uint64_t> outputs,
                                               std::uint64_t count) {
  std::uint64_t* words = WordsOf(buffers_);
  std::ranges::fill(buffers_, Pair{});
  // Moving one bit takes about 16 times as long as shifting a word, as the number of set bits is
  // unpredictable.
  if (16 * count > shifts_.size() * outputs.size()) {
    MoveAll(outputs);
  } else {
    ForEachBit(outputs, [&](std::size_t output) {
      if (HasLink(output)) Mark(words, BufferOf(output));
    });
  }
  return {words, 2 * buffers_.size()};
}

void DownstreamBuffers::MoveAll(std::span<const std::uint64_t> outputs) {
  std::ranges::copy(outputs, padded_.begin() + static_cast<std::ptrdiff_t>(margin_));
  for (const Shift& shift : shifts_) {
    const auto rest = static_cast<unsigned>(shift.distance & 63);
    const std::uint64_t* words =
        padded_.data() + (static_cast<std::ptrdiff_t>(margin_) - (shift.distance >> 6));
    for (std::size_t p = 0; p < buffers_.size(); ++p) {
      Pair here;
      Pair before;
      std::memcpy(&here, words + 2 * p, sizeof here);
      std::memcpy(&before, words + 2 * p - 1, sizeof before);
      buffers_[p] |= (here << rest | before >> 1 >> (63 - rest)) & shift.buffers[p];
    }
  }
}

}  // namespace toroid
