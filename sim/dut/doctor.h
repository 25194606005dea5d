// Checks what this machine has for simulations of hardware, tool by tool.
#pragma once

#include <string>
#include <vector>

namespace toroid {

struct ToolState {
  std::string name;  // "verilator"
  bool usable = false;
  std::string detail;     // its version, or the fault and its remedy
  std::string needed_by;  // "--rtl nodes, flat and lanes"
};

// Checks Verilator, the C++ compiler, zlib, Yosys, ccache, the cache and the folder for temporary
// files. Leaves nothing behind.
std::vector<ToolState> CheckTools();

// Whether all of these are usable.
bool Usable(const std::vector<ToolState>& states, const std::vector<std::string>& names);

}  // namespace toroid
