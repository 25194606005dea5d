// The Yosys script of the lanes engine.
#pragma once

#include <string>
#include <vector>

namespace toroid::lanes {

// A script that reads the Verilog `files`, synthesises module `top` and writes `netlist.json`, all
// in the current folder.
//
// Bitwise cells at least as wide as a payload stay vectors, as do registers and memories: a payload
// of 512 bits then takes little longer than one of 32, and every bit keeps the same structure. All
// other cells become gates.
std::string YosysScript(const std::vector<std::string>& files, const std::string& top,
                        int payload_bits);

}  // namespace toroid::lanes
