// The payload's way through a node: what is the same for each of its bits, found once.
//
// No control depends on payloads. So bit i of a payload has a slice of the netlist to itself, the
// registers and multiplexers that only bit i ever reaches, and all slices are alike but for their
// number. One slice then stands for all: its wires are words of the payload's width, and build time
// hardly depends on that width.
//
// Nothing is taken on trust. Which gates belong to a slice is found by following the payload's bits
// forward from the ports where they come in; that slices are alike is checked gate by gate,
// backward from the ports where they go out. Where either fails the netlist is refused.
#pragma once

#include <set>
#include <vector>

#include "sim/lanes/netlist.h"

namespace toroid::lanes {

// A memory some of whose columns are a payload.
struct PayloadMemory {
  std::size_t memory = 0;
  std::size_t column = 0;  // of bit 0
};

// Bit 0's slice. Its signals stand for whole payloads wherever they occur.
struct Payload {
  std::set<Signal> signals;         // of gates, registers, memories and ports
  std::vector<Gate> gates;          // in order; operands may be control signals, a mux's select is
  std::vector<Register> registers;  // `in` and `out` are payloads, the rest control
  std::vector<PayloadMemory> memories;
};

struct Split {
  Netlist control;  // without payload; its ports keep all their bits
  Payload payload;
};

// Splits a simplified netlist in which payloads of `width` bits come in from `inputs` on, and go
// out from `outputs` on. Memories stay in control.memories, all columns. Diagnostics are of field
// "yosys" and kUnable.
Result<Split> SplitPayload(Netlist netlist, const std::vector<PortBit>& inputs,
                           const std::vector<PortBit>& outputs, std::size_t width);

}  // namespace toroid::lanes
