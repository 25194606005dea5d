// A testbench in plain Verilog, and the files that start it (docs/spec/generated.md, G1.11).
#pragma once

#include "gen/rtl/layer.h"

namespace toroid::rtl {

// Whether the network has a testbench: not if a host must load addresses or times before nodes can
// send.
bool HasTestbench(const Plan& plan);
// Whether its packets are random. If not, it sends the messages of a schedule or a set, or one
// after the other.
bool HasRandomPackets(const Plan& plan);

// Whether there are so many streams that Icarus needs half a minute or more. The bench then sends
// less by default.
bool IsLarge(const Plan& plan);

// Values of the templates without "banner".
Values TestbenchValues(const Plan& plan, const Layers& layers);
Values MessageTestbenchValues(const Plan& plan, const Layers& layers);
Values CocotbValues(const Plan& plan, const Layers& layers);  // random packets, in Python
Values WavesValues(const Plan& plan);                         // signals that GTKWave shows

}  // namespace toroid::rtl
