// A testbench in plain Verilog, and what starts it (docs/spec/generated.md, G1.11).
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Networks have one unless a host must load something before their nodes know where, or when, to
// send.
bool HasTestbench(const Plan& plan);
// Whether its packets are random. If not, it sends the messages that a schedule or a set asks for,
// or one after the other.
bool HasRandomPackets(const Plan& plan);

// Whether there are so many streams that Icarus needs half a minute or more, so that the bench
// sends less unless told otherwise.
bool IsLarge(const Plan& plan);

// All without "banner".
Values TestbenchValues(const Plan& plan, const Layers& layers);
Values MessageTestbenchValues(const Plan& plan, const Layers& layers);
Values CocotbValues(const Plan& plan, const Layers& layers);  // random packets, in Python
Values WavesValues(const Plan& plan);                         // of what GTKWave shows

}  // namespace toroid::rtl
