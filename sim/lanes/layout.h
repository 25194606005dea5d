// Places of a program in the emitted code: the slots of signals, and the work of each function.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/lanes/netlist.h"
#include "sim/lanes/node_ports.h"
#include "sim/lanes/program.h"

namespace toroid::lanes {

// Finds statements that do the same for neighbouring wires, such as the bits of an address copied
// between registers, so that a loop can do them.
//
// A statement computes one signal by gates that nothing else needs, from leaves: signals computed
// earlier. Statements are alike if their gates are. They make a bundle if also each leaf is the
// same for all of them, or advances by one place from each to the next.

// Stores `value` in place `target` of some array. Statements of different kinds are never alike.
struct Statement {
  std::size_t target = 0;
  Signal value = kZero;
  int kind = 0;
};

struct Bundle {
  std::size_t target = 0;  // of the first statement; the others follow it
  std::size_t count = 0;
  int kind = 0;
  std::vector<Gate> gates;  // of the first statement, in order
  Signal value = kZero;     // of the first statement
  // The leaves that advance from statement to statement, with their first place.
  std::map<Signal, std::size_t> moving;
};

struct Bundled {
  std::vector<Bundle> bundles;
  std::vector<Statement> others;  // in order
  std::vector<Gate> gates;        // gates outside bundles, in order
};

// Bundles statements with consecutive targets, at least `fewest` each. `gates`, in order, are those
// that bundles may absorb. `others_read` are signals that other code needs, so that their gates
// stay outside. `place_of` returns the place of a leaf, if it has one.
Bundled MakeBundles(const std::vector<Statement>& statements, const std::vector<Gate>& gates,
                    const std::vector<Signal>& others_read,
                    const std::function<std::optional<std::size_t>(Signal)>& place_of,
                    std::size_t fewest);

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

// ---- the head of an emitted node: its constants for the adaptor, and its state ----

// Sizes, and for each port the slots of its wires: -1 for a wire that is always low or missing, -2
// for one that is always high.
std::string TablesText(const Program& program, const NodePorts& ports, const Layout& layout);

// The struct Block: the state of as many nodes as there are lanes.
std::string BlockText(const Program& program, const Layout& layout);

// A memory's columns that are read and carry no payload.
std::vector<std::size_t> ControlColumns(const Memory& memory, const Layout& layout);
// The payload in a memory, or null.
const PayloadMemory* PayloadOf(const Payload& payload, std::size_t memory);

}  // namespace toroid::lanes
