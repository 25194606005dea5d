// From a plan to hardware that runs: renders its Verilog, compiles it or takes it from the cache,
// and loads it.
//
// This folder joins gen/rtl, which knows the Verilog, and sim/dut, which only compiles and loads
// it. Every simulation of hardware begins here: the testbench (sim/run) and a user's own platform
// (sim/platform).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gen/plan/plan.h"
#include "gen/request/request.h"
#include "gen/support/progress.h"
#include "sim/dut/build.h"
#include "sim/dut/dut.h"

namespace toroid {

struct Hardware {
  std::unique_ptr<Dut> dut;
  BuiltDut built;
};

// Renders the plan's RTL, compiles it or takes it from the cache, and loads it. An undecided engine
// (kAuto) becomes nodes. A lanes library is made for `copies` networks in one word
// (Dut::LoadSideBySide), of which one is loaded; with a slab, which only lanes can do, the slab's
// nodes are loaded. Diagnostics stand for exit code 3.
Result<Hardware> MakeHardware(const Plan& plan, const RunOptions& options,
                              const Progress& progress = {}, std::uint32_t copies = 1,
                              const Slab* slab = nullptr);

// A node that keeps its place in a register, for Verilator: with the place as a module input, it
// would recompute all routes whenever any input changes. Returns a module `held` around the emitted
// node `module` of `verilog`, with the same ports. It latches the constant ports while `rst` is
// high, so reset must last at least two cycles. SystemVerilog.
std::string HeldNode(const std::string& verilog, const std::string& module,
                     const std::string& held);

}  // namespace toroid
