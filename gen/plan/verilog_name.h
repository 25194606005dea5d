// Names that Verilog accepts.
#pragma once

#include <string_view>

namespace toroid {

// A letter, then letters, digits and single underscores, not ending in one. Verilog allows more,
// but a C++ name cannot contain "$", and Verilator encodes double and outer underscores, so names
// made from such an identifier no longer match.
bool IsPlainIdentifier(std::string_view text);

// A reserved word of Verilog-2005 (IEEE 1364-2005, Annex B) or SystemVerilog (IEEE 1800-2017, Annex
// B).
bool IsVerilogKeyword(std::string_view text);

}  // namespace toroid
