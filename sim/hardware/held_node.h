// A node that keeps its place in a register, for Verilator: from an input of the module it would
// compute all routes anew whenever any input changes.
#pragma once

#include <string>

namespace toroid {

// A module `held` around the emitted node `module` of `verilog`, with the same ports. What is
// constant at the ports is taken over while `rst` is high, so that reset must last two cycles or
// more. SystemVerilog.
std::string HeldNode(const std::string& verilog, const std::string& module,
                     const std::string& held);

}  // namespace toroid
