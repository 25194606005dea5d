// Wires of which a value may be unknown, 64 at once.
//
// The idea: a wire is known by what it can be. What is computed from unknown wires is unknown too,
// unless the known ones decide it: 0 AND unknown is 0. So whatever comes out as known has that
// value for all values of what is unknown.
#pragma once

#include <cstdint>

#include "sim/lanes/netlist.h"

namespace toroid::proof {

// One wire. The bits say what it can be.
enum class Value : std::uint8_t { kZero = 1, kOne = 2, kUnknown = 3 };

// A wire in 64 nodes: in which of them it can be 0, and in which 1. Each can be one of them.
struct Wires {
  std::uint64_t zero = ~std::uint64_t{0};
  std::uint64_t one = ~std::uint64_t{0};
  bool operator==(const Wires&) const = default;

  Value Of(unsigned lane) const {
    return static_cast<Value>((zero >> lane & 1) | (one >> lane & 1) << 1);
  }
  void Set(unsigned lane, Value value) {
    const std::uint64_t bit = std::uint64_t{1} << lane;
    const auto can = static_cast<unsigned>(value);
    zero = (can & 1) != 0 ? zero | bit : zero & ~bit;
    one = (can & 2) != 0 ? one | bit : one & ~bit;
  }
};

inline constexpr Wires kAllZero{~std::uint64_t{0}, 0};
inline constexpr Wires kAllOne{0, ~std::uint64_t{0}};

inline Wires Not(Wires a) { return {a.one, a.zero}; }
inline Wires And(Wires a, Wires b) { return {a.zero | b.zero, a.one & b.one}; }
inline Wires Or(Wires a, Wires b) { return {a.zero & b.zero, a.one | b.one}; }
inline Wires Xor(Wires a, Wires b) {
  return {(a.zero & b.zero) | (a.one & b.one), (a.zero & b.one) | (a.one & b.zero)};
}
// `b` where `select` is 1. Where it is unknown, known if both are the same.
inline Wires Choose(Wires select, Wires a, Wires b) {
  return {(select.zero & a.zero) | (select.one & b.zero),
          (select.zero & a.one) | (select.one & b.one)};
}
// What a gate makes of its operands.
Wires Compute(lanes::Op op, Wires a, Wires b, Wires select);

}  // namespace toroid::proof
