// A set of small numbers as a bitmap, visited in ascending order a word at a time: {3, 70} of 128
// are the words {1<<3, 1<<6}. Threads may change parts of it that share no word at the same time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toroid::model {

class NodeSet {
 public:
  explicit NodeSet(std::size_t bound) : words_((bound + 63) / 64) {}

  // No effect if `i` is a member.
  void Insert(std::uint32_t i) { words_[i >> 6] |= std::uint64_t{1} << (i & 63); }
  bool Has(std::uint32_t i) const { return (words_[i >> 6] >> (i & 63) & 1) != 0; }
  // Takes a condition instead of an `if` around the call, as an unpredictable branch costs more
  // than the computation.
  void EraseIf(bool condition, std::uint32_t i) {
    words_[i >> 6] &= ~(std::uint64_t{condition} << (i & 63));
  }
  std::span<const std::uint64_t> words() const { return words_; }  // bit i % 64 of word i / 64
  // Calls visit(i) for each member, ascending. A visit may change only the member visited.
  template <class Visit>
  void ForEach(Visit visit) const {
    ForEachOfWords(0, words_.size(), visit);
  }
  // Calls visit(i) for the members in some words only.
  template <class Visit>
  void ForEachOfWords(std::size_t begin, std::size_t end, Visit visit) const {
    for (std::size_t w = begin; w < end; ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        visit(
            static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace toroid::model
