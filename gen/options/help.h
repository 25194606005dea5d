// `--help`, and what manual pages and completions say like it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gen/options/options.h"

namespace toroid {

std::string HelpText();                 // `toroid --help`
std::string HelpText(Command command);  // `toroid COMMAND --help`

// A line, without a full stop: "write synthesizable Verilog".
std::string_view SummaryOf(Command command);
// Paragraphs, a line break at the end of each.
std::string DescriptionOf(Command command);
// "--host GRAPH", "-h, --help".
std::string HeadOf(Command command, const Option& option);
// What the option means, with whether it must be given, its default and limits.
std::string MeaningOf(Command command, const Option& option);
// How shapes are written.
std::string_view GraphsText();
// Those of every command, without the ones of a process that a signal ended.
struct ExitCode {
  int code;
  std::string_view meaning;
};
std::span<const ExitCode> ExitCodes();

}  // namespace toroid
