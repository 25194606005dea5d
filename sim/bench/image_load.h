// Loads the images that the hardware's nodes take from a host before cycle 0, and checks that each
// node has its own in time: address units (docs/spec/loaded-addresses.md X4.4) and tables
// (docs/spec/broadcast.md W4.3).
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

// Sends the images of all nodes; `again`: they were loaded before. Returns the fault of the first
// node that is loaded too early or too late; empty: none.
std::vector<std::string> LoadImages(const Plan& plan, Dut& dut, bool again);

}  // namespace toroid
