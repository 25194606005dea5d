// The part of a node's netlist that payload cannot reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/lanes/netlist.h"

namespace toroid::proof {

// Some bits of a port.
struct PortBits {
  std::string port;
  std::size_t first = 0;
  std::size_t count = 0;
};

// The ports by which payload enters and leaves.
struct PayloadPorts {
  std::vector<PortBits> inputs, outputs;
};

struct Control {
  // The fan-in of the outputs that are no payload, through any number of flip-flops. All ports
  // remain; drivers of payload are removed.
  lanes::Netlist netlist;
  std::uint64_t outputs = 0;  // output bits that are no payload
  // A payload bit in that fan-in, and the output it reaches: "s_axis_tdata bit 3 reaches output
  // busy"; empty: there is none.
  std::string leak;
};

Control ControlOf(lanes::Netlist netlist, const PayloadPorts& payload);

}  // namespace toroid::proof
