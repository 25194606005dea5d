// A choice that is computed instead of a jump. Routes and winners are unpredictable, and a
// mispredicted jump costs more than computing both sides.
#pragma once

#include <cstdint>

namespace toroid::model {

// `a` if `so`, else `b`.
constexpr std::uint32_t Pick(bool so, std::uint32_t a, std::uint32_t b) {
  return b ^ ((a ^ b) & (0U - std::uint32_t{so}));
}

}  // namespace toroid::model
