// The table of options as JSON, for programs that make forms or command lines (docs/json.md).
#pragma once

#include <span>
#include <string>

#include "gen/options/command.h"
#include "gen/support/json.h"

namespace toroid {

// Whether the words of a line that asks for help also ask for JSON: --format json.
bool AsksForJson(std::span<const std::string> arguments);

// What `toroid help --format json` prints: of each command its options, what they go with, and the
// rules that a line can break.
Json HelpJson(std::span<const Command> commands);

}  // namespace toroid
