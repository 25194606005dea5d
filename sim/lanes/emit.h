// Writes a program as C++ for the adaptor sim/dut/adaptor/lanes, which provides the words of lanes,
// the network around the nodes and all other code that does not depend on the network.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/lanes/node_ports.h"
#include "sim/lanes/program.h"

namespace toroid::lanes {

// The text of `lanes_node.h`. Functions have at most a few hundred gates each, so that compile time
// is proportional to the size of the node.
std::string EmitNode(const Program& program, const NodePorts& ports);

// Returns a Yosys script that reads the Verilog `files`, synthesises module `top` and writes
// `netlist.json`, all in the current folder.
//
// Bitwise cells at least as wide as a payload stay vectors, as do registers and memories: a payload
// of 512 bits then takes little longer than one of 32, and every bit keeps the same structure. All
// other cells become gates.
std::string YosysScript(const std::vector<std::string>& files, const std::string& top,
                        int payload_bits);

// A hash of this folder's sources, computed when the build is configured: the version of the
// emitted C++ in the key of the cache.
std::string_view SourcesHash();

}  // namespace toroid::lanes
