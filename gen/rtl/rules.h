// The rules that emitted files cite, and the pages that have them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "gen/support/result.h"

namespace toroid::rtl {

// The kinds of rules that the text cites: "R" for R5.8, "AX" for AX2.1.
std::set<std::string> CitedRules(std::string_view text);

// The pages of the specification with rules of these kinds, by file name.
Result<std::map<std::string, std::string>> PagesOf(const std::set<std::string>& kinds);

}  // namespace toroid::rtl
