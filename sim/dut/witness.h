// Two compiled simulations of one network under the same random stimulus: what one engine makes of
// the Verilog, checked against another that shares no code with it.
#pragma once

#include <cstdint>
#include <string>

#include "gen/plan/plan.h"
#include "sim/dut/dut.h"

namespace toroid {

struct Agreement {
  std::uint64_t compared = 0;  // link crossings, ejected beats, errors, sends
  std::string difference;      // the first; empty if there was none
};

// Drives both networks, which are in cycle 0, for `cycles` cycles: packets of any length, to nodes
// and to addresses that are none, at rates and with sinks from idle to saturated, and start pulses
// where nodes have schedule units or relays. All that the nodes see of each other is what the
// networks send, so it obeys credits, routes and framing. In a large network some nodes only, drawn
// at random, send and receive. Compared is everything that the networks show in every cycle, but
// for the ports of links that do not exist.
// Both have the same nodes.
Agreement CompareDuts(const Plan& plan, Dut& witness, Dut& other, Cycle cycles, std::uint64_t seed);

}  // namespace toroid
