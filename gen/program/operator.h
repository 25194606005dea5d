// The operators by which words are combined in a reduce, reduce-scatter or all-reduce
// (docs/spec/in-network.md, section 7).
#pragma once

#include <string_view>

#include "gen/support/words.h"

namespace toroid {

// On unsigned numbers as wide as a flit's payload; kFloat32 on the binary32 numbers in it.
enum class WordOperator { kSum, kMin, kMax, kAnd, kOr, kFloat32 };
template <>
inline constexpr std::string_view kWords<WordOperator> = "sum|min|max|and|or|float32";

}  // namespace toroid
