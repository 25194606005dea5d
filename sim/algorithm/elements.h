// Arrays of elements, each as wide as a flit: unsigned integers of 8 to 640 bits in 32-bit words,
// least significant first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/program/operator.h"
#include "gen/support/integers.h"
#include "sim/algorithm/algorithm.h"

namespace toroid {

using Element = std::span<std::uint32_t>;
using ConstElement = std::span<const std::uint32_t>;

class Elements {
 public:
  Elements() = default;
  Elements(std::uint64_t count, int bits)
      : words_(WordsOf(bits)), data_(SizeOf(count, words_), 0) {}
  Element operator[](std::uint64_t i) { return {data_.data() + i * words_, words_}; }
  ConstElement operator[](std::uint64_t i) const { return {data_.data() + i * words_, words_}; }
  std::size_t size() const { return words_ == 0 ? 0 : data_.size() / words_; }

 private:
  std::size_t words_ = 0;
  std::vector<std::uint32_t> data_;
};

void Copy(ConstElement from, Element to);
// Pseudo-random bits that depend on the key alone; the bits beyond `bits` are 0.
void FillKeyed(Element element, int bits, std::uint64_t key);
// total = total BY word, of elements of so many bits (docs/spec/in-network.md, IN7.1).
void Combine(WordOperator by, Element total, ConstElement word, int bits);
// "0x" and all digits of the words.
std::string ElementText(ConstElement element);
// Counts one element of the result, and remembers it if it is the first wrong one.
void Compare(AlgorithmResult& result, Process process, std::uint64_t index, ConstElement expected,
             ConstElement seen);

}  // namespace toroid
