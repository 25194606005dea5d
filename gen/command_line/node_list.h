// Host nodes by number: "all", or "0,3,8-11".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gen/support/result.h"

namespace toroid {

// A bit for each of `count` nodes, one of them set at least. The diagnostic names the option.
Result<std::vector<bool>> NodesIn(std::string_view option, std::string_view text,
                                  std::uint32_t count);

}  // namespace toroid
