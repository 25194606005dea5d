// Arithmetic on integers as wide as a flit, in 32-bit words, least significant first. The bits
// beyond the flit width are always 0, so that two elements are equal exactly if all their words
// are.
#include "sim/algorithm/elements.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <functional>

#include "gen/support/random.h"

namespace toroid {
namespace {

// Clears the bits of the highest word beyond `bits`.
void CutTo(int bits, Element element) {
  if (bits % 32 != 0) element[element.size() - 1] &= (1U << (bits % 32)) - 1;
}

}  // namespace

Process PartnerAt(const Round& round, Process from, std::uint32_t distance,
                  std::uint32_t processes) {
  return round.shifts ? (from + distance) % processes : from ^ distance;
}

void Copy(ConstElement from, Element to) {
  assert(from.size() == to.size());
  std::ranges::copy(from, to.begin());
}

void FillKeyed(Element element, int bits, std::uint64_t key) {
  Random random(key);
  for (std::uint32_t& word : element) word = static_cast<std::uint32_t>(random.Next() >> 32);
  CutTo(bits, element);
}

namespace {

void AddTo(Element total, ConstElement addend, int bits) {
  std::uint64_t carry = 0;
  for (std::size_t w = 0; w < total.size(); ++w) {
    const std::uint64_t sum = carry + total[w] + addend[w];
    total[w] = static_cast<std::uint32_t>(sum);
    carry = sum >> 32;
  }
  CutTo(bits, total);
}

bool IsBelow(ConstElement a, ConstElement b) {
  std::size_t w = a.size() - 1;
  while (w > 0 && a[w] == b[w]) --w;
  return a[w] < b[w];
}

std::uint32_t FloatSum(std::uint32_t a, std::uint32_t b) {
  return std::bit_cast<std::uint32_t>(std::bit_cast<float>(a) + std::bit_cast<float>(b));
}

}  // namespace

void Combine(WordOperator by, Element total, ConstElement word, int bits) {
  const auto each = [&](auto combine) {
    for (std::size_t w = 0; w < total.size(); ++w) total[w] = combine(total[w], word[w]);
  };
  switch (by) {
    case WordOperator::kSum: return AddTo(total, word, bits);
    case WordOperator::kMin:
      if (IsBelow(word, total)) Copy(word, total);
      return;
    case WordOperator::kMax:
      if (IsBelow(total, word)) Copy(word, total);
      return;
    case WordOperator::kAnd: return each(std::bit_and());
    case WordOperator::kOr: return each(std::bit_or());
    case WordOperator::kFloat32: return each(FloatSum);
  }
}

std::string ElementText(ConstElement element) {
  std::string text = "0x";
  for (std::size_t w = element.size(); w-- > 0;) {
    for (int shift = 28; shift >= 0; shift -= 4)
      text += "0123456789abcdef"[(element[w] >> shift) & 15];
  }
  return text;
}

void Compare(AlgorithmResult& result, Process process, std::uint64_t index, ConstElement expected,
             ConstElement seen) {
  ++result.elements_checked;
  if (std::ranges::equal(expected, seen)) return;
  ++result.wrong;
  if (!result.first_wrong)
    result.first_wrong = {process, index, ElementText(expected), ElementText(seen)};
}

}  // namespace toroid
