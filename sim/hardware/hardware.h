// From a plan to hardware that runs: its Verilog is rendered, compiled or taken from the cache, and
// loaded.
//
// The folder stands between gen/rtl, which knows what the Verilog says, and sim/dut, which only
// compiles and loads it: it tells the one what the other made. Whoever simulates a network begins
// here, the testbench (sim/run) as well as a user's own platform (sim/platform).
#pragma once

#include <cstdint>
#include <memory>

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

// Renders the plan's RTL, compiles it or takes it from the cache, and loads it. An engine that is
// still left open (kAuto) is nodes. Lanes are made for so many copies of the network in one word
// (Dut::LoadSideBySide), of which one is loaded; with a slab, which lanes alone can do, its nodes.
// Diagnostics stand for exit code 3.
Result<Hardware> MakeHardware(const Plan& plan, const RunOptions& options,
                              const Progress& progress = {}, std::uint32_t copies = 1,
                              const Slab* slab = nullptr);

}  // namespace toroid
