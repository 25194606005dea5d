// What all builds of a library have in common. Only sim/dut includes this.
#pragma once

#include <string>
#include <vector>

#include "sim/dut/build.h"

namespace toroid {

using Words = std::vector<std::string>;

void Append(Words& words, const Words& more);

// A file of the adaptor's sources. Throws BuildFault if it cannot be read.
std::string ReadAdaptor(const std::string& name);

// Verilog without its whole-line comments: a banner does not change what is built.
std::string WithoutComments(const std::string& text);

// What the adaptor must know of a node, as macros.
std::string ConfigHeader(const DutSource& source);

// Processor time of the children that have ended.
double ChildSeconds();

}  // namespace toroid
