// Wires whose value may be unknown, 64 at once.
//
// Idea: a wire is the set of its possible values. A gate with unknown operands is unknown too,
// unless the known ones decide it: 0 AND unknown is 0. So a wire that comes out as known has that
// value for all values of the unknown ones.
#pragma once

#include <cstdint>

#include "sim/lanes/netlist.h"

namespace toroid::proof {

// One wire, as bits for its possible values.
enum class Value : std::uint8_t { kZero = 1, kOne = 2, kUnknown = 3 };

// A wire in 64 nodes: the nodes in which it can be 0, and those in which it can be 1.
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
// `b` where `select` is 1, else `a`. Where `select` is unknown, known if both are equal.
inline Wires Choose(Wires select, Wires a, Wires b) {
  return {(select.zero & a.zero) | (select.one & b.zero),
          (select.zero & a.one) | (select.one & b.one)};
}
// The output of a gate.
Wires Compute(lanes::Op op, Wires a, Wires b, Wires select);

}  // namespace toroid::proof
