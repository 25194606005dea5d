// Limits on how finely programs are cut.
#pragma once

#include <cstdint>

namespace toroid {

// The most messages of a program if larger messages are possible: beyond it, cutting finer costs
// more than it gains.
inline constexpr std::uint32_t kManyMessages = 1 << 17;
// The most chunks that a block or vector is cut into when a plan is chosen.
inline constexpr std::int64_t kMostChunks = 64;

}  // namespace toroid
