// Common parts of all library builds. Only sim/dut includes this.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sim/dut/build.h"
#include "sim/dut/cache.h"
#include "sim/dut/tools.h"

namespace toroid {

using Words = std::vector<std::string>;

void Append(Words& words, const Words& more);

// A file of the adaptor's sources. Throws BuildFault if it cannot be read.
std::string ReadAdaptor(const std::string& name);

// Verilog without its whole-line comments: a banner does not change what is built.
std::string WithoutComments(const std::string& text);

// The macros by which the adaptor learns about a node.
std::string ConfigHeader(const DutSource& source);

// The library of an entry, which make(folder) leaves there as dut.so if the cache does not have it.
BuiltDut FromCache(const Cache& cache, const std::string& entry, const std::string& what,
                   const Caller& caller,
                   const std::function<void(const std::filesystem::path& folder)>& make);

// Thrown for a netlist that the lanes engine cannot simulate, or that is not accepted.
struct Refused {
  Diagnostics diagnostics;
};

// Builds a library of the lanes engine: Yosys, sim/lanes and the C++ compiler. Throws BuildFault,
// Refused and Unusable.
BuiltDut BuildLanes(const DutSource& source, const Cache& cache, const Tools& tools,
                    const Caller& caller, const Acceptance& accept);

}  // namespace toroid
