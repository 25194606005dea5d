// A node that keeps its place in a register, for Verilator: with the place as a module input, it
// would recompute all routes whenever any input changes.
#pragma once

#include <string>

namespace toroid {

// A module `held` around the emitted node `module` of `verilog`, with the same ports. It latches
// the constant ports while `rst` is high, so reset must last at least two cycles. SystemVerilog.
std::string HeldNode(const std::string& verilog, const std::string& module,
                     const std::string& held);

}  // namespace toroid
