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

// Where payload comes in and goes out.
struct PayloadPorts {
  std::vector<PortBits> inputs, outputs;
};

struct Control {
  // What is in the fan-in of an output that is no payload, through any number of flip-flops. All
  // ports are there; what drove payload is gone.
  lanes::Netlist netlist;
  std::uint64_t outputs = 0;  // bits of outputs that are no payload
  // A bit of payload that is in that fan-in, and where it goes: "s_axis_tdata bit 3 reaches output
  // busy"; empty: there is none.
  std::string leak;
};

Control ControlOf(lanes::Netlist netlist, const PayloadPorts& payload);

}  // namespace toroid::proof
