// A set of small numbers that is walked in ascending order at a cost that follows its size, not its
// bound: one bit per number, and one bit per word of those that is not zero. {3, 70} of 128: words
// {1<<3, 1<<6}, summary {0b11}.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toroid::model {

class NodeSet {
 public:
  explicit NodeSet(std::size_t bound)
      : words_((bound + 63) / 64), summary_((words_.size() + 63) / 64) {}

  // Nothing changes if it is there.
  void Insert(std::uint32_t i) {
    words_[i >> 6] |= Bit(i);
    summary_[i >> 12] |= Bit(i >> 6);
  }
  // A condition in place of an `if` around the call: what a processor cannot predict is cheaper to
  // compute.
  void EraseIf(bool condition, std::uint32_t i) {
    words_[i >> 6] &= ~(std::uint64_t{condition} << (i & 63));
    if (words_[i >> 6] == 0) summary_[i >> 12] &= ~Bit(i >> 6);
  }
  std::span<const std::uint64_t> words() const { return words_; }  // bit i % 64 of word i / 64
  // Calls visit(i) for each member, ascending. The set must not change meanwhile.
  template <class Visit>
  void ForEach(Visit visit) const {
    for (std::size_t s = 0; s < summary_.size(); ++s) {
      for (std::uint64_t some = summary_[s]; some != 0; some &= some - 1) {
        const std::size_t w = s * 64 + static_cast<std::size_t>(std::countr_zero(some));
        for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
          visit(static_cast<std::uint32_t>(w * 64 +
                                           static_cast<std::size_t>(std::countr_zero(rest))));
        }
      }
    }
  }

 private:
  static constexpr std::uint64_t Bit(std::uint32_t i) { return std::uint64_t{1} << (i & 63); }
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> summary_;
};

}  // namespace toroid::model
