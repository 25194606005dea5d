// Integer arithmetic that C++ leaves out, and bitmaps.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <span>
#include <type_traits>

namespace toroid {

// The quotient, rounded up. Requires value >= 0 and by > 0.
template <std::integral Value, std::integral By>
constexpr std::common_type_t<Value, By> CeilDiv(Value value, By by) {
  return (value + by - 1) / by;
}

// The remainder in 0..by-1, of negative values too. Requires by > 0.
constexpr int FloorMod(int value, int by) { return ((value % by) + by) % by; }

// Requires value >= 0.
constexpr bool IsPowerOfTwo(int value) { return std::has_single_bit(static_cast<unsigned>(value)); }

// ---- sizes of what is kept in memory, where std::size_t may have 32 bits ----

// A number of things as a size. Throws std::bad_alloc if no memory can hold so many.
template <std::unsigned_integral Count>
constexpr std::size_t SizeOf(Count count) {
  if (count > std::numeric_limits<std::size_t>::max()) throw std::bad_alloc();
  return static_cast<std::size_t>(count);
}
// The product of counts as a size. Throws std::bad_alloc if no memory can hold so many.
template <std::unsigned_integral... Counts>
constexpr std::size_t SizeOf(Counts... counts) {
  std::size_t product = 1;
  for (const std::size_t count : {SizeOf(counts)...})
    if (__builtin_mul_overflow(product, count, &product)) throw std::bad_alloc();
  return product;
}

// ---- bitmaps: bit i % 64 of word i / 64 ----

// Words that hold `bits` bits.
constexpr std::size_t BitmapWords(std::size_t bits) { return (bits + 63) / 64; }

constexpr bool Holds(std::span<const std::uint64_t> bitmap, std::size_t i) {
  return (bitmap[i / 64] >> (i % 64) & 1) != 0;
}

// Sets bit i of a bitmap that begins at `bits`.
constexpr void Mark(std::uint64_t* bits, std::size_t i) {
  bits[i / 64] |= std::uint64_t{1} << (i % 64);
}
constexpr void Unmark(std::uint64_t* bits, std::size_t i) {
  bits[i / 64] &= ~(std::uint64_t{1} << (i % 64));
}

// A word of the bitmap that repeats each bit of this one `times` times, 1 to 63. Requires that the
// word holds some of them.
constexpr std::uint64_t RepeatedBits(std::span<const std::uint64_t> bitmap, std::uint32_t times,
                                     std::size_t word) {
  const std::uint64_t all = (std::uint64_t{1} << times) - 1;
  std::size_t i = word * 64 / times;
  // repetitions of the first bit in earlier words
  const auto missing = static_cast<std::uint32_t>(word * 64 - i * times);
  std::uint64_t bits = (Holds(bitmap, i) ? all : 0) >> missing;
  for (std::uint32_t begin = times - missing; begin < 64; begin += times)
    bits |= (Holds(bitmap, ++i) ? all : 0) << begin;
  return bits;
}

// visit(i) for each bit that is set, ascending. It may change bits of the word that i is in.
template <class Visit>
constexpr void ForEachBit(std::span<const std::uint64_t> bitmap, Visit visit) {
  for (std::size_t w = 0; w < bitmap.size(); ++w) {
    for (std::uint64_t bits = bitmap[w]; bits != 0; bits &= bits - 1)
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
  }
}

}  // namespace toroid
