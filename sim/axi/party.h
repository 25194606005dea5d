// What the parts of the testbench are given beside their pins.
#pragma once

#include <functional>
#include <string>

#include "gen/support/id.h"
#include "sim/axi/transaction.h"

namespace toroid::axi {

// Says what is wrong; the cycle and whom it is about are added.
using Complain = std::function<void(const std::string& what)>;
// Whether the receiver of a channel is ready in a cycle: of 0 R and 1 B at managers, of 2 AR, 3 AW
// and 4 W at memories.
using IsReady = std::function<bool(Cycle now, int channel)>;
// Whether a timeout has given up a transaction's memory since it was asked for.
using IsGivenUp = std::function<bool(const Transaction&)>;

}  // namespace toroid::axi
