// The wrap's AXI4 endpoints: their ports, and what is between these and the networks of requests
// and replies (docs/spec/axi4.md).
#pragma once

#include <string>
#include <vector>

#include "gen/rtl/wrap_ports.h"

namespace toroid::rtl {

// A port of an endpoint, named as in the wrap: "s3_axi_awid".
struct EndpointPort {
  ModulePort port;
  NodeId node;
};
// Those of all nodes, node by node, a manager's before a subordinate's. None without endpoints.
std::vector<EndpointPort> EndpointPorts(const Plan& plan);

// "s3_axi_", "m3_axi_", "m3_axil_"; "cpu0_s_axi_" where the node has a name.
std::string ManagerPrefix(const Plan& plan, NodeId node);
std::string SubordinatePrefix(const Plan& plan, NodeId node);

// Bits of the IDs that subordinates see.
int SubordinateIdBits(const Plan& plan);

// Ports of the wrap for all endpoints together.
PortList PortsOfAllEndpoints(const Plan& plan);

// The library's modules in the wrap: "axi_manager".
std::vector<std::string> EndpointModules(const Plan& plan);

// Whether the endpoints of a node use a stream: into a network ('s') or out of it ('m').
bool UsesStream(const AxiNode& node, int of_class, char way);

// Adds the rows of the map, constants that the endpoints refer to.
void AddMap(const Plan& plan, Values& wrap);

// What a node's endpoints are connected to beside their ports.
struct EndpointNames {
  std::string here;  // the node's physical address
  std::string busy;  // the node's wires for what the endpoints report
  std::string error;
  std::string timeout;  // empty where no node has one
};
// The row of a node's endpoints.
Values EndpointsOfNode(const Plan& plan, const WrapPorts& wrap, NodeId node,
                       const EndpointNames& names);

}  // namespace toroid::rtl
