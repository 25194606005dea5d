// How finely programs are cut.
#pragma once

#include <cstdint>

namespace toroid {

// A program has no more messages than this where larger ones would do: by then, cutting finer costs
// more than it gains.
inline constexpr std::uint32_t kManyMessages = 1 << 17;
// The most chunks that a block or vector is cut into when a plan is chosen.
inline constexpr std::int64_t kMostChunks = 64;

}  // namespace toroid
