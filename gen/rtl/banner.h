// The comment that every emitted file starts with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gen/plan/plan.h"

namespace toroid::rtl {

// Columns of a banner's lines, including the comment's mark.
inline constexpr std::size_t kBannerColumns = 99;

// The text in lines of at most `columns`, broken at spaces; a longer word has a line of its own.
// All lines but the first are indented by four spaces.
std::vector<std::string> Wrapped(std::string_view text, std::size_t columns);

// The text on one line: a command with line breaks would end the comment that holds it.
std::string OnOneLine(std::string text);

// Licence, origin, hash and the command that rebuilds the file, without the last line's end.
// `comment` is the comment's mark, "//".
std::string Banner(const Plan& plan, const std::string& rebuild_command,
                   const std::string& comment);
// That of a Verilog module. It also keeps Verilator from warning of a module without a time scale
// beside one that has it.
std::string VerilogBanner(const Plan& plan, const std::string& rebuild_command);

}  // namespace toroid::rtl
