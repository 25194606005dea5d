// Named groups of ranks: docs/spec/traces.md, TR10.5.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gen/support/input_file.h"
#include "gen/support/result.h"

namespace toroid {

using RankGroups = std::map<std::string, std::vector<std::uint32_t>, std::less<>>;

// The groups of a file as ASTRA-sim takes it, {"1": [0, 1]}: each name with its ranks, which are
// different, and of which the program may lack some. Diagnostics name --rank-groups.
Result<RankGroups> ReadRankGroups(const std::string& path, std::string_view text);
// Adds the groups that a metadata node lists, as PyTorch writes them: a list of objects with
// pg_name and ranks, in text around it; no ranks are all. Other text has none. Faults are of
// `place`.
void AddGroupsOf(std::string_view values, const std::string& place, std::uint32_t ranks,
                 RankGroups& groups, FileFaults& faults);

}  // namespace toroid
