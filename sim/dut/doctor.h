// What simulations of hardware need of this machine, looked at one by one.
#pragma once

#include <string>
#include <vector>

namespace toroid {

struct ToolState {
  std::string name;  // "verilator"
  bool usable = false;
  std::string detail;     // its version, or what is wrong and what to do
  std::string needed_by;  // "--rtl nodes, flat and lanes"
};

// Verilator, the C++ compiler, zlib, Yosys, ccache, the cache and the folder for temporary files.
// Leaves nothing behind.
std::vector<ToolState> CheckTools();

// Whether all of these are usable.
bool Usable(const std::vector<ToolState>& states, const std::vector<std::string>& names);

}  // namespace toroid
