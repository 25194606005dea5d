// A program as C++ for the adaptor sim/dut/adaptor/lanes, which has the words of lanes, the network
// around the nodes and everything else that is the same for all of them.
#pragma once

#include <string>

#include "sim/lanes/node_ports.h"
#include "sim/lanes/program.h"

namespace toroid::lanes {

// The text of `lanes_node.h`. Functions have at most a few hundred gates each, so that compiling
// takes time in proportion to the node.
std::string EmitNode(const Program& program, const NodePorts& ports);

}  // namespace toroid::lanes
