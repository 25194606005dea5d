// A choice that is computed instead of a jump. Where flits go, and who wins an output, no processor
// can predict; a jump that it guessed wrong costs more than both sides together.
#pragma once

#include <cstdint>

namespace toroid::model {

// `a` if so, else `b`.
constexpr std::uint32_t Pick(bool so, std::uint32_t a, std::uint32_t b) {
  return b ^ ((a ^ b) & (0U - std::uint32_t{so}));
}

}  // namespace toroid::model
