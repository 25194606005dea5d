// Options that take several values: "2,4,8", and of numbers also "first:last" and
// "first:last:step".
#pragma once

#include <string>
#include <vector>

#include "gen/command_line/raw_options.h"
#include "gen/options/options.h"
#include "gen/support/result.h"

namespace toroid {

// The values of a list, ranges written out. Diagnostics name the option and the value at fault.
Result<std::vector<std::string>> ListOf(Command command, const Option& option,
                                        const std::string& text);

// The command's option lists, each taken apart; those that were refused have a diagnostic. An
// option that was not given has its default.
using Lists = std::vector<std::pair<const Option*, std::vector<std::string>>>;
Lists ListsOf(Command command, const RawOptions& options, Diagnostics& diagnostics);

}  // namespace toroid
