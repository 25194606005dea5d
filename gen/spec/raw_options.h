// Options as text, before their values are looked at: from the command line, and from a TOML file.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "gen/spec/options.h"
#include "gen/spec/spec.h"
#include "gen/support/result.h"

namespace toroid {

// Option name with dashes -> its value; "true" for a flag. Flags that are switched off are left
// out.
using RawOptions = std::map<std::string, std::string, std::less<>>;

// Reads `--name value`, `--name=value` and flags. Every word that fits nothing, every option that
// the command does not take, is given twice or lacks its value is added to `complaints`; an option
// whose value is missing is not in the result.
RawOptions ReadArguments(Command command, std::span<const std::string> arguments,
                         Diagnostics& complaints);

// Reads `name = value` pairs, names without dashes. Strings, numbers and booleans only.
RawOptions ReadConfig(Command command, const std::string& path, Diagnostics& complaints);

}  // namespace toroid
