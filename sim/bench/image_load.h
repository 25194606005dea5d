// Loads what the hardware's nodes take from a host before cycle 0, and sees to it that each has its
// own when it should: address units (docs/spec/loaded-addresses.md X4.4) and tables
// (docs/spec/broadcast.md W4.3).
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

// Sends the images of all nodes; `again`: they were loaded before. Returns what is wrong with the
// first node that is loaded when it should not be, or the other way around; empty: nothing.
std::vector<std::string> LoadImages(const Plan& plan, Dut& dut, bool again);

}  // namespace toroid
