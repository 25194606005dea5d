// Loads the tables of the hardware's nodes before cycle 0, and sees to it that each has its own
// when it should (docs/spec/broadcast.md W4.3).
#pragma once

#include <string>
#include <vector>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

// Sends the tables of all nodes. Returns what is wrong with the first node that is `loaded` when it
// should not be, or the other way around; empty: nothing.
std::vector<std::string> LoadTables(const Plan& plan, Dut& dut);

}  // namespace toroid
