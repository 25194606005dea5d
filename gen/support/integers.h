// Integer arithmetic that C++ leaves out.
#pragma once

#include <bit>
#include <concepts>
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

}  // namespace toroid
