// Numbers of 64 nodes side by side, a byte each, so that one instruction compares or chooses for as
// many nodes as a vector register has bytes. A property of nodes is a mask: all bits 1 or 0, as
// with the processor's own comparisons.
//
// Example: pointers of 64 arbiters and a Row of zeros; `Equal(pointers, zeros)` has 255 for each
// arbiter whose pointer is 0.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace toroid::model {

// `a` if `so`, else `b`: computed instead of a jump. Routes and winners are unpredictable, and a
// mispredicted jump costs more than computing both sides.
constexpr std::uint32_t Pick(bool so, std::uint32_t a, std::uint32_t b) {
  return b ^ ((a ^ b) & (0U - std::uint32_t{so}));
}

// A small number. Unlike unsigned char, char8_t may not alias other types, so the compiler knows
// that a store leaves all other values unchanged.
using Byte = char8_t;

inline constexpr std::uint32_t kRow = 64;  // as many as a word has bits

// Split into quarters, which compilers map directly to vector instructions.
class Row {
 public:
  using Quarter [[gnu::vector_size(16)]] = std::uint8_t;

  Row() = default;
  explicit Row(std::uint32_t value) {
    for (Quarter& quarter : quarters_) quarter = Quarter{} + static_cast<std::uint8_t>(value);
  }
  static Row Load(const Byte* bytes) {
    Row row;
    std::memcpy(row.quarters_, bytes, kRow);
    return row;
  }
  void Store(Byte* bytes) const { std::memcpy(bytes, quarters_, kRow); }

  friend Row operator|(Row a, const Row& b) {
    return a.With(b, [](Quarter x, Quarter y) { return x | y; });
  }
  friend Row operator&(Row a, const Row& b) {
    return a.With(b, [](Quarter x, Quarter y) { return x & y; });
  }
  friend Row operator+(Row a, const Row& b) {
    return a.With(b, [](Quarter x, Quarter y) { return x + y; });
  }
  friend Row operator-(Row a, const Row& b) {
    return a.With(b, [](Quarter x, Quarter y) { return x - y; });
  }
  friend Row operator~(Row a) {
    return a.With(a, [](Quarter x, Quarter) { return ~x; });
  }
  friend Row Equal(Row a, const Row& b) {
    return a.With(b, [](Quarter x, Quarter y) { return (Quarter)(x == y); });
  }
  // Requires numbers below 128.
  friend Row Less(Row a, const Row& b) {
    using Signed [[gnu::vector_size(16)]] = std::int8_t;
    return a.With(b, [](Quarter x, Quarter y) { return (Quarter)((Signed)x < (Signed)y); });
  }
  friend Row Greatest(Row a, const Row& b) {
    return a.With(b, [](Quarter x, Quarter y) { return x > y ? x : y; });
  }
  friend Row Either(const Row& mask, const Row& a, const Row& b) {
    return (mask & a) | (~mask & b);
  }
  // Bits of a mask: bit i for node i.
  friend std::uint64_t Bits(const Row& mask) {
    std::uint64_t bits = 0;
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < kRow / 8; ++i) {
      std::uint64_t eight;
      std::memcpy(&eight, reinterpret_cast<const char*>(mask.quarters_) + std::size_t{8} * i, 8);
      if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
      bits |= (eight & 0x8080808080808080U) * 0x0002040810204081U >> 56 << (8 * i);
    }
    return bits;
  }

 private:
  template <class Operation>
  [[gnu::always_inline]] Row& With(const Row& other, Operation operation) {
#pragma GCC unroll 4
    for (std::uint32_t i = 0; i < kRow / 16; ++i)
      quarters_[i] = operation(quarters_[i], other.quarters_[i]);
    return *this;
  }

  Quarter quarters_[kRow / 16];
};

// Numbers of all nodes: for each row of 64 nodes a Row for each column, consecutively.
class ByteTable {
 public:
  ByteTable(std::uint32_t nodes, std::uint32_t columns, std::uint32_t value = 0)
      : columns_(columns),
        bytes_(std::size_t{(nodes + kRow - 1) / kRow} * columns * kRow, static_cast<Byte>(value)) {}

  // Index of a node's number; equal in all tables with as many columns.
  static std::size_t Index(std::uint32_t columns, std::uint32_t node, std::uint32_t column) {
    return (std::size_t{node / kRow} * columns + column) * kRow + node % kRow;
  }
  Byte* data() { return bytes_.data(); }
  const Byte* data() const { return bytes_.data(); }
  Byte At(std::uint32_t node, std::uint32_t column) const {
    return data()[Index(columns_, node, column)];
  }
  Byte& At(std::uint32_t node, std::uint32_t column) {
    return data()[Index(columns_, node, column)];
  }
  // The columns of a row.
  const Byte* RowAt(std::uint32_t row) const { return data() + std::size_t{row} * columns_ * kRow; }
  Byte* RowAt(std::uint32_t row) { return data() + std::size_t{row} * columns_ * kRow; }

 private:
  std::uint32_t columns_;
  std::vector<Byte> bytes_;
};

}  // namespace toroid::model
