// Places of a program in the emitted code: the slots of signals, and the work of each function.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/lanes/bundle.h"
#include "sim/lanes/node_ports.h"
#include "sim/lanes/program.h"

namespace toroid::lanes {

// Registers that share enable and reset, with bundles of those that are alike. A statement's target
// is a slot, its kind the reset value.
struct GroupPart {
  Register common;  // shared enable and reset
  std::vector<Gate> gates;
  std::vector<Register> registers;
  std::vector<Bundle> bundles;
};

// An emitted function. It computes gates and then uses them.
struct Function {
  std::string phase;  // Once, Settle, Pass, Ask, Clock or Groups
  std::vector<Gate> gates;
  std::vector<Register> plain;  // their next values
  std::vector<Statement> rows;  // outputs on links
  std::vector<Bundle> row_bundles;
  std::vector<GroupPart> groups;
};

struct Layout {
  // Slots of signals in memory, beginning with the plain registers. All others are local to one
  // function.
  std::map<Signal, std::size_t> slots;
  std::vector<Function> functions;  // in the order of phases
  std::size_t rows = 0;
};

// Functions have at most a few hundred gates each.
Layout MakeLayout(const Program& program, const NodePorts& ports);

// The signal of a port's bit; kZero for one that the netlist does not have.
Signal SignalOf(const PortMap& ports, const PortBit& bit);

}  // namespace toroid::lanes
