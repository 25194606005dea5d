// The options of `sweep` taken apart: lists into single values.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/command_line/raw_options.h"
#include "gen/support/result.h"

namespace toroid {

struct SweepLists {
  std::vector<RawOptions> networks;  // one for each network, with its first load and seed
  std::vector<double> loads;         // ascending
  std::vector<std::uint64_t> seeds;  // ascending
};

// Networks are the combinations of all lists but those of loads and seeds, the first list's values
// changing slowest. An option of patterns is left out where the network's does not use it, if
// another's does. Diagnostics name the list at fault; then networks are not to be used.
SweepLists TakeApart(const RawOptions& options, Diagnostics& diagnostics);

// A sweep that runs nothing, but puts results together.
Result<Spec> SpecOfMerge(const RawOptions& options, Diagnostics diagnostics);

}  // namespace toroid
