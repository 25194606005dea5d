// The head of an emitted node: its constants for the adaptor, and its state.
#pragma once

#include <string>
#include <vector>

#include "sim/lanes/layout.h"

namespace toroid::lanes {

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
