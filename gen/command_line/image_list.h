// The file of --load images=FILE: which nodes keep what a host sends.
#pragma once

#include <cstdint>
#include <string>

#include "gen/plan/node_images.h"
#include "gen/support/result.h"
#include "gen/topology/graph.h"

namespace toroid {

inline constexpr std::uint64_t kMostImageWords = std::uint64_t{1} << 24;

// A line names nodes by number, "0-3,8" or "all", and a file of 32-bit words in hexadecimal digits,
// whose name counts from the list's folder. `#` in the list and `//` in words begin a remark.
// Diagnostics: "--load", "nodes", "file" and "word", each but the first with file and line. The
// host sends at most kMostImageWords.
Result<NodeImages> ReadImageList(const std::string& path, const Graph& host);

}  // namespace toroid
