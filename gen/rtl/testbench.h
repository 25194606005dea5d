// A testbench in plain Verilog, and what starts it (docs/spec/generated.md, G1.11).
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Whether random packets are what the nodes are for: not with scheduled routers, schedule units,
// relays and translation tables, whose traffic has rules of its own.
bool HasTestbench(const Plan& plan);

// All without "banner".
Values TestbenchValues(const Plan& plan, const Layers& layers);
Values CocotbValues(const Plan& plan, const Layers& layers);  // of the same test in Python
Values WavesValues(const Plan& plan);                         // of what GTKWave shows of it

}  // namespace toroid::rtl
