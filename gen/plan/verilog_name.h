// Names that Verilog accepts.
#pragma once

#include <string_view>

namespace toroid {

// Letters, digits and underscores, not starting with a digit. Verilog also allows "$", but file names and C++ do not take it well.
bool IsVerilogIdentifier(std::string_view text);

// A reserved word of Verilog-2005 (IEEE 1364-2005, Annex B) or SystemVerilog (IEEE 1800-2017, Annex B).
bool IsVerilogKeyword(std::string_view text);

}  // namespace toroid
