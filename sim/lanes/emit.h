// Writes a program as C++ for the adaptor sim/dut/adaptor/lanes, which provides the words of lanes,
// the network around the nodes and all other code that does not depend on the network.
#pragma once

#include <string>

#include "sim/lanes/node_ports.h"
#include "sim/lanes/program.h"

namespace toroid::lanes {

// The text of `lanes_node.h`. Functions have at most a few hundred gates each, so that compile time
// is proportional to the size of the node.
std::string EmitNode(const Program& program, const NodePorts& ports);

}  // namespace toroid::lanes
