// Compares two compiled simulations of one network under the same random stimulus: one engine's
// reading of the Verilog against another engine that shares no code with it.
#pragma once

#include <cstdint>
#include <string>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

struct Agreement {
  std::uint64_t compared = 0;  // link crossings, ejected beats, errors, sends
  std::string difference;      // the first one; empty if there was none
};

// Drives both networks, which are in cycle 0, for `cycles` cycles: packets of any length, to valid
// and invalid addresses, at rates and with sinks from idle to saturated, and start pulses where
// nodes have schedule units or relays. The nodes see only what the networks send, so traffic obeys
// credits, routes and framing. In a large network only some nodes, drawn at random, send and
// receive. Every output is compared in every cycle, except ports of links that do not exist. Both
// networks must have the same nodes.
Agreement CompareDuts(const Plan& plan, Dut& witness, Dut& other, Cycle cycles, std::uint64_t seed);

}  // namespace toroid
