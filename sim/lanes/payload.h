// Separates a node's payload from its control, and reduces the payload to one bit.
//
// No control depends on payloads. So bit i of a payload has its own slice of the netlist, the
// registers and multiplexers that only bit i reaches, and all slices are alike but for their
// number. One slice then represents all: its wires are words of the payload's width, and build time
// hardly depends on that width.
//
// Both properties are checked. The gates of a slice are found by following the payload's bits
// forward from the input ports; the slices are compared gate by gate, backward from the output
// ports. The netlist is rejected where either fails.
#pragma once

#include <set>
#include <vector>

#include "sim/lanes/netlist.h"

namespace toroid::lanes {

// A memory with payload columns.
struct PayloadMemory {
  std::size_t memory = 0;
  std::size_t column = 0;  // of bit 0
};

// Bit 0's slice. Its signals represent whole payloads wherever they occur.
struct Payload {
  std::set<Signal> signals;  // of gates, registers, memories and ports
  std::vector<Gate> gates;   // in order; operands may be control signals; a mux's select is one
  std::vector<Register> registers;  // `in` and `out` are payloads, the rest is control
  std::vector<PayloadMemory> memories;
};

struct Split {
  Netlist control;  // without payload; its ports keep all their bits
  Payload payload;
};

// Splits a simplified netlist in which payloads of `width` bits enter from `inputs` on, and leave
// from `outputs` on. Memories stay in control.memories, all columns. Diagnostics have field "yosys"
// and kUnable.
Result<Split> SplitPayload(Netlist netlist, const std::vector<PortBit>& inputs,
                           const std::vector<PortBit>& outputs, std::size_t width);

}  // namespace toroid::lanes
